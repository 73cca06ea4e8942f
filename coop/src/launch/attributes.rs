//! The attributes of an extended launch, and of the questions about one.

use cuda_sys::{cudaLaunchAttribute, cudaLaunchAttributeID, cudaLaunchAttributeValue};

use crate::shape::Cluster;

/// The attributes of a launch with a cluster, a cooperative one, or both.
pub(crate) fn of(cluster: Option<Cluster>, cooperative: bool) -> Vec<cudaLaunchAttribute> {
    let mut list = Vec::with_capacity(2);
    if let Some(Cluster { x, y, z }) = cluster {
        list.push(attribute(
            cudaLaunchAttributeID::cudaLaunchAttributeClusterDimension,
            |value| {
                // SAFETY: writing the member of the union that the id stands for.
                let dimension = unsafe { &mut value.clusterDim };
                (dimension.x, dimension.y, dimension.z) = (x, y, z);
            },
        ));
    }
    if cooperative {
        list.push(attribute(
            cudaLaunchAttributeID::cudaLaunchAttributeCooperative,
            |value| value.cooperative = 1,
        ));
    }
    list
}

/// That the kernel may start while the one before it in the stream still runs.
pub(crate) fn dependent() -> cudaLaunchAttribute {
    attribute(
        cudaLaunchAttributeID::cudaLaunchAttributeProgrammaticStreamSerialization,
        |value| value.programmaticStreamSerializationAllowed = 1,
    )
}

fn attribute(
    id: cudaLaunchAttributeID,
    set: impl FnOnce(&mut cudaLaunchAttributeValue),
) -> cudaLaunchAttribute {
    // SAFETY: a structure of integers and a union of integers, pointers and padding, for which zero is valid.
    let mut attribute: cudaLaunchAttribute = unsafe { core::mem::zeroed() };
    attribute.id = id;
    set(&mut attribute.val);
    attribute
}
