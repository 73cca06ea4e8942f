//! Tiles of more than a warp: their barrier, and what their threads give each other, which is in no memory of the kernel.

use std::ffi::{c_char, c_int};

use super::interface::block;
use crate::judge::site::Site;
use crate::judge::threads::State;
use crate::launch::block::Block;

/// Waits for all threads of the tile of so many.
#[unsafe(no_mangle)]
pub extern "C" fn coop_emulator_tile_barrier(size: u32, file: *const c_char, line: c_int) {
    let state = State::Tile {
        size: size as usize,
        site: Site::new(file, line),
    };
    // SAFETY: the current block, no reference into which is held.
    unsafe { Block::wait(block(), state) };
}

/// Word number `word`, of 4, of what the thread gives.
#[unsafe(no_mangle)]
pub extern "C" fn coop_emulator_tile_give(word: u32, value: u64) {
    // SAFETY: the current block; the reference ends with the function.
    let block = unsafe { &mut *block() };
    block.given.resize(block.threads.len(), [0; 4]);
    block.given[block.current][word as usize % 4] = value;
}

/// Word number `word` of what the thread of that rank in the block has given.
#[unsafe(no_mangle)]
pub extern "C" fn coop_emulator_tile_take(rank: u32, word: u32) -> u64 {
    // SAFETY: as above.
    let block = unsafe { &*block() };
    let given = block.given.get(rank as usize);
    given.map_or(0, |words| words[word as usize % 4])
}
