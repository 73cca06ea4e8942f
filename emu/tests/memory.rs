//! Memory that nobody wrote, that kernels only read, and the variables of the program.

mod support;

use std::ffi::c_void;

use cuda_sys::{cudaError, cudaMemcpyKind, dim3};
use cudart_emu::api::allocation::{cudaFree, cudaMalloc};
use cudart_emu::api::copy::cudaMemcpy;
use cudart_emu::api::kernel_launch::cudaLaunchKernel;
use cudart_emu::api::symbol::{cudaGetSymbolAddress, cudaMemcpyFromSymbol, cudaMemcpyToSymbol};
use cudart_emu::{Fault, Schedule, Uninitialised};
use cudart_emu_test_kernels::{self as kernels, variables};
use support::{Buffer, Case, SCHEDULES};

fn read_at(data: &mut Buffer<u32>, index: u32, out: &mut Buffer<u32>) -> Case {
    Case::new(kernels::read_at(), 1, 1)
        .buffer(data)
        .number(index)
        .buffer(out)
}

#[test]
fn a_read_of_what_nobody_wrote_is_warned_of_ends_the_launch_or_passes_as_it_is_asked_for() {
    for schedule in SCHEDULES {
        let mut data = Buffer::unwritten(9u32, 8);
        let mut out = Buffer::unwritten(0u32, 1);
        let mut case = read_at(&mut data, 3, &mut out);
        let done = case.complete(schedule).unwrap();
        assert_eq!(done.statistics.uninitialised_reads, 1, "{schedule}");
        let warning = done.warning.unwrap();
        assert_eq!(warning.fault, Fault::Uninitialised);
        assert_eq!(
            (warning.block, warning.thread),
            (Some([0; 3]), Some([0; 3]))
        );
        let text = warning.to_string();
        for part in [
            "emu_read_at",
            "a read of 4 bytes",
            "byte 12 of an allocation of 32 bytes",
        ] {
            assert!(text.contains(part), "{text}");
        }

        case.uninitialised = Uninitialised::Error;
        let report = case.run(schedule).unwrap_err();
        assert_eq!(
            (report.fault, report.code),
            (Fault::Uninitialised, cudaError::cudaErrorLaunchFailure)
        );

        case.uninitialised = Uninitialised::Off;
        let done = case.complete(schedule).unwrap();
        assert_eq!(
            (done.statistics.uninitialised_reads, done.warning),
            (0, None)
        );
        assert_eq!(out.read(), [9]);
    }
}

#[test]
fn what_a_kernel_wrote_the_next_one_may_read() {
    let mut data = Buffer::unwritten(0u32, 8);
    let mut out = Buffer::unwritten(0u32, 1);
    let mut unwritten = Case::new(kernels::add_to(), 1, 8).buffer(&mut data);
    let done = unwritten.complete(Schedule::InOrder).unwrap();
    // An atomic operation reads before it writes.
    assert_eq!(done.statistics.uninitialised_reads, 8);
    unwritten.uninitialised = Uninitialised::Error;
    unwritten.runs(Schedule::InOrder);
    let mut case = read_at(&mut data, 7, &mut out);
    case.uninitialised = Uninitialised::Error;
    case.runs(Schedule::InOrder);
    assert_eq!(out.read(), [2]);
}

#[test]
fn shared_memory_begins_unwritten_in_every_block() {
    for (kernel, dynamic, place) in [
        (kernels::read_tile(), 0, "of the __shared__ variable `tile`"),
        (
            kernels::read_dynamic_tile(),
            256,
            "byte 224 of dynamic shared memory",
        ),
    ] {
        for schedule in SCHEDULES {
            let mut out = Buffer::filled(0u32, 64);
            // More blocks than places: blocks follow each other in one memory.
            let mut case = Case::new(kernel, 20, 64).number(64u32).buffer(&mut out);
            case.dynamic_shared = dynamic;
            case.resident_blocks = 2;
            case.uninitialised = Uninitialised::Error;
            case.runs(schedule);

            let mut case = Case::new(kernel, 20, 64).number(56u32).buffer(&mut out);
            case.dynamic_shared = dynamic;
            case.resident_blocks = 2;
            let done = case.complete(schedule).unwrap();
            assert_eq!(done.statistics.uninitialised_reads, 20 * 8, "{schedule}");
            if schedule == Schedule::Reverse {
                // The first to read is thread 63, which reads element 0; of the last eight words the first is read last.
                assert!(done.warning.unwrap().to_string().contains(place));
            }
        }
    }
}

#[test]
fn bytes_between_the_members_of_a_structure_are_nobodys_fault() {
    let mut data = Buffer::unwritten([0u32; 2], 64);
    let mut case = Case::new(kernels::copy_padded(), 1, 32).buffer(&mut data);
    case.uninitialised = Uninitialised::Error;
    case.runs(Schedule::InOrder);
}

#[test]
fn the_librarys_copies_and_fills_are_accesses() {
    let mut from = Buffer::filled(7u8, 100);
    let mut to = Buffer::unwritten(0u8, 100);
    let run = |case: Case| case.run(Schedule::InOrder);
    let copy = |to: &mut Buffer<u8>, from: &mut Buffer<u8>, bytes: u64| {
        let case = Case::new(kernels::in_one_go(), 1, 1);
        let mut case = case.buffer(to).buffer(from).number(bytes);
        case.uninitialised = Uninitialised::Error;
        case
    };
    let report = run(copy(&mut from, &mut to, 100)).unwrap_err();
    assert_eq!(report.fault, Fault::Uninitialised, "{report}");
    run(copy(&mut to, &mut from, 100)).unwrap();
    run(copy(&mut from, &mut to, 100)).unwrap();
    assert_eq!(to.read(), [7; 100]);
    let report = run(copy(&mut to, &mut from, 101)).unwrap_err();
    assert_eq!(report.fault, Fault::Memory, "{report}");
    let fill = Case::new(kernels::in_one_go(), 1, 1).buffer(&mut to);
    let report = run(fill.number(0usize).number(101u64)).unwrap_err();
    assert!(
        report.to_string().contains("a write of 101 bytes"),
        "{report}"
    );
}

#[test]
fn copies_and_fills_of_a_size_that_the_compiler_knows_are_accesses_too() {
    let mut bytes = Buffer::filled(7u8, 1999);
    let report = Case::new(kernels::fill_2000(), 1, 1).buffer(&mut bytes);
    let report = report.run(Schedule::InOrder).unwrap_err();
    assert!(
        report.to_string().contains("a write of 2000 bytes"),
        "{report}"
    );
    let mut enough = Buffer::filled(7u8, 2000);
    let fill = Case::new(kernels::fill_2000(), 1, 1).buffer(&mut enough);
    fill.run(Schedule::InOrder).unwrap();
    assert_eq!(enough.read(), [0; 2000]);

    for (to, from) in [(63, 64), (64, 63)] {
        let (mut to, mut from) = (Buffer::filled(0u8, to), Buffer::filled(1u8, from));
        let copy = Case::new(kernels::copy_64(), 1, 1);
        let report = copy.buffer(&mut to).buffer(&mut from);
        let report = report.run(Schedule::InOrder).unwrap_err();
        assert_eq!(report.fault, Fault::Memory, "{report}");
    }

    for schedule in SCHEDULES {
        let mut out = Buffer::filled(9u32, 32);
        let mut case = Case::new(kernels::fill_shared(), 1, 32).buffer(&mut out);
        case.uninitialised = Uninitialised::Error;
        case.run(schedule).unwrap();
        assert_eq!(out.read(), [0; 32]);
    }
}

#[test]
fn a_kernel_cannot_write_constants_and_read_only_data() {
    for (kernel, reason) in [
        (kernels::write_constant(), "a __constant__ variable"),
        (kernels::write_literal(), "read-only data of the program"),
    ] {
        for schedule in SCHEDULES {
            let report = Case::new(kernel, 1, 1).number(2u32).run(schedule);
            let report = report.unwrap_err();
            assert_eq!(report.fault, Fault::Memory, "{report}");
            assert_eq!(report.code, cudaError::cudaErrorIllegalAddress);
            assert!(report.to_string().contains(reason), "{report}");
        }
    }
}

#[track_caller]
fn fine(code: cudaError) {
    assert_eq!(code, cudaError::cudaSuccess);
}

#[test]
fn variables_of_the_program_are_copied_by_their_names_and_their_addresses() {
    use cudaMemcpyKind as K;
    let one = dim3 { x: 1, y: 1, z: 1 };
    let four = dim3 { x: 4, ..one };
    let no_stream = std::ptr::null_mut();
    let mut out = std::ptr::null_mut();
    let (constants, device) = (variables::constants(), variables::variables());
    let words = [100u32, 200];
    let mut found = [0u32; 4];
    // SAFETY: variables and memory of 16 bytes, and arrays of this function.
    unsafe {
        fine(cudaMalloc(&mut out, 16));
        let from: *const c_void = words.as_ptr().cast();
        fine(cudaMemcpyToSymbol(
            constants,
            from,
            8,
            8,
            K::cudaMemcpyHostToDevice,
        ));
        let mut arguments = [(&raw mut out).cast()];
        let kernel = kernels::use_variables();
        fine(cudaLaunchKernel(
            kernel,
            one,
            four,
            arguments.as_mut_ptr(),
            0,
            no_stream,
        ));
        let to: *mut c_void = found.as_mut_ptr().cast();
        // After the kernel, though nothing waited for that.
        fine(cudaMemcpyFromSymbol(
            to,
            device,
            16,
            0,
            K::cudaMemcpyDeviceToHost,
        ));
        assert_eq!(found, [11, 21, 31, 41]);
        fine(cudaMemcpy(to, out, 16, K::cudaMemcpyDeviceToHost));
        assert_eq!(found, [11, 22, 130, 240]);

        let mut address = std::ptr::null_mut();
        fine(cudaGetSymbolAddress(&mut address, device));
        fine(cudaMemcpy(address, from, 8, K::cudaMemcpyHostToDevice));
        fine(cudaMemcpy(to, address, 16, K::cudaMemcpyDeviceToHost));
        assert_eq!(found, [100, 200, 31, 41]);

        let kind = K::cudaMemcpyDeviceToHost;
        let wrong = cudaMemcpyToSymbol(constants, from, 8, 8, kind);
        assert_eq!(wrong, cudaError::cudaErrorInvalidMemcpyDirection);
        let local = 0u32;
        let wrong = cudaGetSymbolAddress(&mut address, (&raw const local).cast());
        assert_eq!(wrong, cudaError::cudaErrorInvalidSymbol);
        let wrong = cudaMemcpyToSymbol(constants, from, 8, usize::MAX, K::cudaMemcpyDefault);
        assert_eq!(wrong, cudaError::cudaErrorInvalidValue);
        fine(cudaFree(out));
    }
}
