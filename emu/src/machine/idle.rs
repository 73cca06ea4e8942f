//! Work that nobody waits for.

use std::sync::PoisonError;
use std::time::Duration;

use once_cell::sync::OnceCell;

use super::{IDLE, Machine};

impl Machine {
    /// Starts the thread that does what no thread waits for, once. Whether there is one; without it, work waits until a
    /// call waits for it.
    pub(crate) fn start_idler(&'static self) -> bool {
        static STARTED: OnceCell<bool> = OnceCell::new();
        *STARTED.get_or_init(|| {
            std::thread::Builder::new()
                .name("cudart-emu".to_owned())
                .spawn(|| self.idle())
                .is_ok()
        })
    }

    fn idle(&self) {
        let mut state = self.state();
        loop {
            let rests = state.active.elapsed();
            let wanted = std::mem::take(&mut state.wanted);
            let targets = match (wanted.is_empty(), IDLE.checked_sub(rests)) {
                (false, _) => wanted,
                (true, None) => state.queue.all(),
                (true, Some(_)) => Vec::new(),
            };
            if !targets.is_empty() {
                drop(state);
                self.run(&targets);
                state = self.state();
                continue;
            }
            let left = IDLE.saturating_sub(rests).max(Duration::from_millis(1));
            state = if state.queue.len() == 0 {
                self.submitted
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner)
            } else {
                self.submitted
                    .wait_timeout(state, left)
                    .unwrap_or_else(PoisonError::into_inner)
                    .0
            };
        }
    }
}
