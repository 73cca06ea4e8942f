//! Graphs: what is to be done, and what comes before what.

use std::collections::{BTreeMap, BTreeSet};

use crate::machine::work::Work;

/// A node of a graph.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub(crate) device: usize,
    pub(crate) work: Work,
    /// Nodes of the same graph that come before it.
    pub(crate) after: BTreeSet<usize>,
    /// The node that it is a copy of, where the graph is a clone.
    pub(crate) original: Option<usize>,
}

impl Node {
    pub(crate) fn new(device: usize, work: Work, after: BTreeSet<usize>) -> Self {
        Self {
            device,
            work,
            after,
            original: None,
        }
    }
}

/// Nodes by handle. Handles grow, so that this is the order in which the nodes were added.
#[derive(Debug, Clone, Default)]
pub(crate) struct Graph {
    pub(crate) nodes: BTreeMap<usize, Node>,
}

/// A graph that can be launched.
#[derive(Debug, Clone)]
pub(crate) struct Executable {
    pub(crate) graph: Graph,
    pub(crate) flags: u64,
    /// The end of its latest launch. It runs once at a time.
    pub(crate) last: Option<u64>,
}

impl Graph {
    /// The nodes that come before any of these, and these.
    pub(crate) fn closure(&self, nodes: &[usize]) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut open = nodes.to_vec();
        while let Some(node) = open.pop() {
            if found.insert(node) {
                open.extend(
                    self.nodes
                        .get(&node)
                        .into_iter()
                        .flat_map(|node| &node.after),
                );
            }
        }
        found
    }

    /// Every node after those that come before it, the oldest first where several could be next.
    ///
    /// # Errors
    ///
    /// The oldest node that can never come: it is in a circle, or after one.
    pub(crate) fn order(&self) -> Result<Vec<usize>, usize> {
        let mut missing: BTreeMap<usize, usize> = BTreeMap::new();
        let mut followers: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (from, to) in self.edges() {
            followers.entry(from).or_default().push(to);
            *missing.entry(to).or_default() += 1;
        }
        let mut ready: BTreeSet<usize> = self.roots().into_iter().collect();
        let mut order = Vec::with_capacity(self.nodes.len());
        while let Some(node) = ready.pop_first() {
            order.push(node);
            for follower in followers.remove(&node).into_iter().flatten() {
                if let Some(count) = missing.get_mut(&follower) {
                    *count -= 1;
                    if *count == 0 {
                        missing.remove(&follower);
                        ready.insert(follower);
                    }
                }
            }
        }
        match missing.first_key_value() {
            None => Ok(order),
            Some((&node, _)) => Err(node),
        }
    }

    /// Nodes that nothing comes before.
    pub(crate) fn roots(&self) -> Vec<usize> {
        let nodes = self.nodes.iter();
        nodes
            .filter(|(_, node)| node.after.is_empty())
            .map(|(&handle, _)| handle)
            .collect()
    }

    /// Nodes that come directly after one.
    pub(crate) fn followers(&self, of: usize) -> Vec<usize> {
        let nodes = self.nodes.iter();
        nodes
            .filter(|(_, node)| node.after.contains(&of))
            .map(|(&handle, _)| handle)
            .collect()
    }

    /// Pairs of nodes, of which the first comes directly before the second.
    pub(crate) fn edges(&self) -> Vec<(usize, usize)> {
        let nodes = self.nodes.iter();
        nodes
            .flat_map(|(&to, node)| node.after.iter().map(move |&from| (from, to)))
            .collect()
    }

    /// Takes a node away, and what made others wait for it.
    pub(crate) fn remove(&mut self, handle: usize) -> Option<Node> {
        let removed = self.nodes.remove(&handle);
        for node in self.nodes.values_mut() {
            node.after.remove(&handle);
        }
        removed
    }

    /// The same with nodes of its own.
    pub(crate) fn with_handles(&self, mut new_handle: impl FnMut() -> usize) -> Self {
        let handles: BTreeMap<usize, usize> = self
            .nodes
            .keys()
            .map(|&handle| (handle, new_handle()))
            .collect();
        let copy = |(handle, node): (&usize, &Node)| {
            let after = node.after.iter().map(|before| handles[before]).collect();
            let copied = Node {
                original: Some(*handle),
                ..Node::new(node.device, node.work.clone(), after)
            };
            (handles[handle], copied)
        };
        Self {
            nodes: self.nodes.iter().map(copy).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nodes 1, 2, 3, ... after these.
    fn graph(after: &[&[usize]]) -> Graph {
        let node = |after: &&[usize]| Node::new(0, Work::Empty, after.iter().copied().collect());
        Graph {
            nodes: (1..).zip(after.iter().map(node)).collect(),
        }
    }

    #[test]
    fn a_node_comes_after_all_that_it_waits_for_and_else_in_the_order_of_adding() {
        let graph = graph(&[&[4], &[], &[1, 2], &[], &[3]]);
        assert_eq!(graph.order(), Ok(vec![2, 4, 1, 3, 5]));
        assert_eq!(graph.roots(), [2, 4]);
        assert_eq!(graph.followers(2), [3]);
        assert_eq!(graph.edges(), [(4, 1), (1, 3), (2, 3), (3, 5)]);
        assert_eq!(graph.closure(&[1, 2]), BTreeSet::from([1, 2, 4]));
        assert_eq!(Graph::default().order(), Ok(vec![]));
    }

    #[test]
    fn a_circle_has_no_order_and_its_oldest_node_is_named() {
        assert_eq!(graph(&[&[], &[4], &[2], &[3, 1], &[4]]).order(), Err(2));
        assert_eq!(graph(&[&[1]]).order(), Err(1));
    }

    #[test]
    fn a_node_that_is_taken_away_leaves_no_edge() {
        let mut graph = graph(&[&[], &[1], &[2]]);
        assert!(graph.remove(2).is_some());
        assert!(graph.remove(2).is_none());
        assert_eq!(graph.edges(), []);
        assert_eq!(graph.order(), Ok(vec![1, 3]));
    }

    #[test]
    fn a_copy_has_the_same_edges_between_nodes_of_its_own() {
        let mut next = 10;
        let copy = graph(&[&[3], &[1], &[]]).with_handles(|| {
            next += 1;
            next
        });
        assert_eq!(copy.edges(), [(13, 11), (11, 12)]);
        assert_eq!(copy.nodes[&12].original, Some(2));
    }
}
