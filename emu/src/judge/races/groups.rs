//! Accesses to a word since its last plain write, where there is more than one of them.

use super::cell::{Event, Kind, Order};
use super::knowledge::{Time, Who};
use crate::schedule::ready::WARP;

/// Accesses since the last plain write by lanes of one warp, at one time, of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Group {
    /// The first lane of the warp.
    pub(super) first: Who,
    lanes: u32,
    pub(super) time: Time,
    kind: Kind,
    narrow: bool,
    releases: bool,
    place: i32,
}

impl Group {
    pub(super) fn of(event: Event, lane: u32) -> Self {
        Group {
            first: Who(event.who.0 - lane),
            lanes: 1 << lane,
            time: event.time,
            kind: event.kind,
            narrow: event.narrow,
            releases: event.releases,
            place: event.place,
        }
    }

    /// Whether accesses of both are of one kind.
    fn is_alike(&self, other: &Group) -> bool {
        (self.kind, self.narrow, self.releases) == (other.kind, other.narrow, other.releases)
    }

    /// The same by the same warp at the same time.
    fn is_of_same(&self, other: &Group) -> bool {
        self.time == other.time && self.first == other.first && self.is_alike(other)
    }

    /// As if it were by the first lane.
    pub(super) fn any(self) -> Event {
        Event {
            who: self.first,
            time: self.time,
            kind: self.kind,
            narrow: self.narrow,
            releases: self.releases,
            place: self.place,
        }
    }

    pub(super) fn events(self) -> impl Iterator<Item = Event> {
        let lanes = (0..WARP as u32).filter(move |lane| self.lanes >> lane & 1 != 0);
        lanes.map(move |lane| Event {
            who: Who(self.first.0 + lane),
            ..self.any()
        })
    }
}

/// So many groups are kept of a word; of more, the first two and the last two. Whoever comes after all of a barrier's side comes
/// after these, and who does not, does not come after all of these, unless it met just them one by one.
pub(super) const MOST_GROUPS: usize = 4;

/// What is remembered of a word beyond its cell: so many groups, the oldest first.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Touched {
    pub(super) count: usize,
    pub(super) groups: [Group; MOST_GROUPS],
}

impl Touched {
    pub(super) fn groups(&self) -> &[Group] {
        &self.groups[..self.count]
    }

    /// The last strong write by another thread.
    pub(super) fn last_strong(&self, who: Who) -> Option<Event> {
        let strong = |group: &&Group| group.kind == Kind::StrongWrite;
        let last = self.groups().iter().rev().find(strong)?;
        last.events().find(|last| last.who != who)
    }

    /// Whether the thread has done the same at the same time, and was looked at then.
    pub(super) fn has(&self, event: &Event, lane: u32) -> bool {
        let new = Group::of(*event, lane);
        let mut groups = self.groups().iter();
        groups.any(|group| group.is_of_same(&new) && group.lanes & new.lanes != 0)
    }

    pub(super) fn add(&mut self, event: Event, order: &impl Order) {
        let new = Group::of(event, order.lane(event.who));
        let mut groups = self.groups[..self.count].iter_mut();
        if let Some(same) = groups.find(|group| group.is_of_same(&new)) {
            same.lanes |= new.lanes;
            return;
        }
        // What comes before this access need not be remembered beside it.
        let covered = |group: &Group| {
            let all = || {
                let mut events = group.events();
                events.all(|earlier| earlier.who == event.who || order.is_before(&earlier))
            };
            group.is_alike(&new)
                && order
                    .is_warp_before(group.first, group.time)
                    .unwrap_or_else(all)
        };
        let mut kept = 0;
        for at in 0..self.count {
            if !covered(&self.groups[at]) {
                self.groups[kept] = self.groups[at];
                kept += 1;
            }
        }
        if kept == MOST_GROUPS {
            self.groups[MOST_GROUPS / 2..].rotate_left(1);
            kept -= 1;
        }
        self.groups[kept] = new;
        self.count = kept + 1;
    }
}
