//! Objects that threads wait at by a word in their memory: barriers, latches, semaphores and pipelines of libcu++. What the
//! words mean is the headers' business (`include/coop_emulator/scoped_*.h`); here they have names.

use super::site::Site;

/// What is waited for; `coop_emulator_object` of the headers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Object {
    Barrier,
    Latch,
    Semaphore,
    /// A stage of a pipeline that consumers have not released, and one that producers have not committed.
    StageInUse,
    StageToCome,
}

impl Object {
    pub(crate) fn from_c(number: i32) -> Self {
        match number {
            0 => Object::Barrier,
            1 => Object::Latch,
            2 => Object::Semaphore,
            3 => Object::StageInUse,
            _ => Object::StageToCome,
        }
    }

    /// As who waits has it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Object::Barrier => "a cuda::barrier",
            Object::Latch => "a cuda::latch",
            Object::Semaphore => "a cuda::counting_semaphore",
            Object::StageInUse => "producer_acquire() of a cuda::pipeline",
            Object::StageToCome => "consumer_wait() of a cuda::pipeline",
        }
    }

    /// What nobody does, where nobody goes on.
    pub(crate) fn lack(self) -> &'static str {
        match self {
            Object::Barrier => "a cuda::barrier at which not as many arrive as it expects",
            Object::Latch => "a cuda::latch that is not counted down to 0",
            Object::Semaphore => "a cuda::counting_semaphore that nobody releases",
            Object::StageInUse => "a stage of a cuda::pipeline that not all consumers release",
            Object::StageToCome => "a stage of a cuda::pipeline that not all producers commit",
        }
    }
}

/// What a thread waits for, and where.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Awaited {
    pub(crate) object: Object,
    /// The object's address.
    pub(crate) address: usize,
    pub(crate) site: Site,
}
