//! The attributes of an extended launch, and of the questions about one.

use cuda_sys::{cudaLaunchAttribute, cudaLaunchAttributeID, cudaLaunchAttributeValue};

use crate::shape::Cluster;

/// The attributes of a launch with a cluster, a cooperative one, or both.
pub(crate) fn of(cluster: Option<Cluster>, cooperative: bool) -> Vec<cudaLaunchAttribute> {
    let mut list = Vec::with_capacity(2);
    let mut push = |id, set: &dyn Fn(&mut cudaLaunchAttributeValue)| {
        // SAFETY: a structure of integers and a union of integers, pointers and padding, for which zero is valid.
        let mut attribute: cudaLaunchAttribute = unsafe { core::mem::zeroed() };
        attribute.id = id;
        set(&mut attribute.val);
        list.push(attribute);
    };
    if let Some(Cluster { x, y, z }) = cluster {
        push(
            cudaLaunchAttributeID::cudaLaunchAttributeClusterDimension,
            &|value| {
                // SAFETY: writing the member of the union that the id stands for.
                let dimension = unsafe { &mut value.clusterDim };
                (dimension.x, dimension.y, dimension.z) = (x, y, z);
            },
        );
    }
    if cooperative {
        push(
            cudaLaunchAttributeID::cudaLaunchAttributeCooperative,
            &|value| value.cooperative = 1,
        );
    }
    list
}
