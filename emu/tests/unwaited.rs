//! What the runtime does around kernels: copies that have to wait for another device, work that nobody waits for, copies of what
//! nobody wrote or beyond a variable, settings that name nothing.

mod support;

use std::ffi::c_void;
use std::process::{Command, Output};
use std::ptr::null_mut;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use cuda_sys::{cudaError, cudaMemcpyKind, dim3};
use cudart_emu::api::allocation::{cudaFree, cudaMalloc};
use cudart_emu::api::copy::{cudaMemcpy, cudaMemset};
use cudart_emu::api::device::{cudaDeviceSynchronize, cudaSetDevice};
use cudart_emu::api::error::cudaGetLastError;
use cudart_emu::api::kernel_launch::cudaLaunchKernel;
use cudart_emu::api::stream::cudaLaunchHostFunc;
use cudart_emu::api::symbol::cudaMemcpyToSymbol;
use cudart_emu::{Configuration, configure, last_warning, set_schedule};
use cudart_emu_test_kernels::{self as kernels, variables};
use support::SCHEDULES;

const UP: cudaMemcpyKind = cudaMemcpyKind::cudaMemcpyHostToDevice;
const DOWN: cudaMemcpyKind = cudaMemcpyKind::cudaMemcpyDeviceToHost;

/// Two devices, one test at a time.
fn machine() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    static CONFIGURED: OnceLock<()> = OnceLock::new();
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    CONFIGURED.get_or_init(|| {
        let devices = ["small", "t4"].map(|name| name.parse().unwrap());
        let usual = Configuration::from_environment().unwrap();
        configure(Configuration {
            devices: devices.into(),
            ..usual
        })
        .unwrap();
    });
    alone
}

#[track_caller]
fn fine(code: cudaError) {
    assert_eq!(code, cudaError::cudaSuccess);
}

fn words(count: usize) -> *mut u32 {
    let mut memory = null_mut();
    // SAFETY: writes a pointer.
    fine(unsafe { cudaMalloc(&mut memory, 4 * count) });
    memory.cast()
}

/// Writes a one there, on the current device.
fn write_one(data: *mut u32, index: i64) {
    let (mut data, mut index) = (data, index);
    let one = dim3 { x: 1, y: 1, z: 1 };
    let mut arguments: [*mut c_void; 2] = [(&raw mut data).cast(), (&raw mut index).cast()];
    // SAFETY: the kernel's two arguments.
    fine(unsafe {
        cudaLaunchKernel(
            kernels::write_at(),
            one,
            one,
            arguments.as_mut_ptr(),
            0,
            null_mut(),
        )
    });
}

#[test]
fn a_copy_waits_for_the_device_that_has_the_memory_though_another_is_current() {
    let _alone = machine();
    for schedule in SCHEDULES {
        set_schedule(schedule).unwrap();
        // SAFETY: allocated memory, and an array of this function.
        unsafe {
            fine(cudaSetDevice(1));
            let data = words(4);
            fine(cudaMemset(data.cast(), 0, 16));
            write_one(data, 2);
            fine(cudaSetDevice(0));
            let mut found = [9_u32; 4];
            fine(cudaMemcpy(found.as_mut_ptr().cast(), data.cast(), 16, DOWN));
            assert_eq!(found, [0, 0, 1, 0], "{schedule}");
            // What comes to the other device's memory, comes after what it does.
            fine(cudaSetDevice(1));
            write_one(data, 3);
            fine(cudaSetDevice(0));
            fine(cudaMemcpy(data.cast(), [7_u32; 4].as_ptr().cast(), 16, UP));
            let here = words(4);
            fine(cudaMemcpy(
                here.cast(),
                data.cast(),
                16,
                cudaMemcpyKind::cudaMemcpyDefault,
            ));
            fine(cudaMemcpy(found.as_mut_ptr().cast(), here.cast(), 16, DOWN));
            assert_eq!(found, [7; 4], "{schedule}");
            fine(cudaFree(here.cast()));
            fine(cudaFree(data.cast()));
        }
    }
}

#[test]
fn a_copy_to_the_host_of_what_nobody_wrote_is_warned_of() {
    let _alone = machine();
    for schedule in SCHEDULES {
        set_schedule(schedule).unwrap();
        let (data, mut found) = (words(4), [0_u32; 4]);
        let before = last_warning();
        // SAFETY: allocated memory, and an array of this function.
        unsafe {
            fine(cudaMemcpy(found.as_mut_ptr().cast(), data.cast(), 16, DOWN));
            fine(cudaFree(data.cast()));
        }
        let warning = last_warning().filter(|_| last_warning() != before).unwrap();
        assert!(warning.what.contains("16 bytes at"), "{warning}");
        assert_eq!(warning.schedule, schedule);
    }
}

#[test]
fn a_copy_beyond_a_variable_of_the_program_is_refused() {
    let _alone = machine();
    let (constants, from) = (variables::constants(), [0_u32; 8]);
    for (bytes, offset) in [(20, 0), (8, 12), (1, 16), (4, usize::MAX - 1)] {
        // SAFETY: 32 bytes of this function.
        let code =
            unsafe { cudaMemcpyToSymbol(constants, from.as_ptr().cast(), bytes, offset, UP) };
        assert_eq!(
            code,
            cudaError::cudaErrorInvalidValue,
            "{bytes} at {offset}"
        );
    }
}

unsafe extern "C" fn calls_the_runtime(word: *mut c_void) {
    let mut memory = null_mut();
    // SAFETY: writes a pointer, and by the contract of the caller a word.
    unsafe { *word.cast::<cudaError>() = cudaMalloc(&mut memory, 4) };
}

#[test]
fn what_a_host_function_is_refused_is_no_error_of_the_thread_that_waits() {
    let _alone = machine();
    let mut code = cudaError::cudaSuccess;
    // SAFETY: the word outlives the call that waits.
    unsafe {
        fine(cudaSetDevice(0));
        fine(cudaLaunchHostFunc(
            null_mut(),
            Some(calls_the_runtime),
            (&raw mut code).cast(),
        ));
        fine(cudaDeviceSynchronize());
        assert_eq!(code, cudaError::cudaErrorNotPermitted);
        fine(cudaGetLastError());
    }
}

/// This program once more, with one of the tests below alone, and a variable of the environment.
fn another(test: &str, variable: &str, value: &str) -> Output {
    let program = std::env::current_exe().unwrap();
    let arguments = [
        "--exact",
        test,
        "--ignored",
        "--nocapture",
        "--test-threads=1",
    ];
    let mut program = Command::new(program);
    program
        .args(arguments)
        .env(variable, value)
        .output()
        .unwrap()
}

#[test]
#[ignore = "a program that another test starts"]
fn program_that_leaves_a_fault() {
    let _alone = machine();
    write_one(words(4), 4);
}

unsafe extern "C" fn says_done(_: *mut c_void) {
    eprintln!("the work was done");
}

#[test]
#[ignore = "a program that another test starts"]
fn program_that_leaves_work() {
    let _alone = machine();
    write_one(words(4), 3);
    // SAFETY: takes a function that may be called.
    fine(unsafe { cudaLaunchHostFunc(null_mut(), Some(says_done), null_mut()) });
}

#[test]
fn a_fault_that_nobody_waited_for_ends_the_program_with_1_and_other_work_is_done() {
    for schedule in SCHEDULES.map(|schedule| schedule.to_string()) {
        let faulty = another(
            "program_that_leaves_a_fault",
            "COOP_EMU_SCHEDULE",
            &schedule,
        );
        let said = String::from_utf8_lossy(&faulty.stderr).into_owned();
        assert_eq!(faulty.status.code(), Some(1), "{schedule}: {said}");
        for part in [
            "faults.cu:",
            "past the end",
            "without a call that waits",
            &schedule,
        ] {
            assert!(said.contains(part), "`{part}` is not in: {said}");
        }
        let right = another("program_that_leaves_work", "COOP_EMU_SCHEDULE", &schedule);
        let said = String::from_utf8_lossy(&right.stderr).into_owned();
        assert_eq!(right.status.code(), Some(0), "{schedule}: {said}");
        assert!(said.contains("the work was done"), "{schedule}: {said}");
    }
}

#[test]
fn registers_of_a_kernel_that_is_not_there_are_told() {
    let program = another(
        "program_that_leaves_work",
        "COOP_EMU_REGISTERS",
        "emu_nobody=64",
    );
    let said = String::from_utf8_lossy(&program.stderr).into_owned();
    assert!(
        said.contains("names `emu_nobody`, which no kernel"),
        "{said}"
    );
    assert!(program.status.success(), "{said}");
}
