use super::*;

fn of(text: &str, operands: usize) -> Result<String, String> {
    translate(text, &vec![None; operands])
}

#[test]
fn a_load_that_acquires_is_one_with_its_type_its_order_and_its_scope() {
    let said = of("ld.acquire.sys.global.s32 %0, [%1+8];", 2).unwrap();
    for part in [
        "load<int, ::coop_emulator::ptx::acquire_order, false>",
        "coop_ptx_0 = ",
        "(coop_ptx_1 + 8)",
    ] {
        assert!(said.contains(part), "{said}");
    }
    let said = of("st.relaxed.cta.shared::cta.v2.u32 [%0], {%1, %2};", 3).unwrap();
    assert_eq!(said.matches("relaxed_order, true>").count(), 2, "{said}");
    assert!(said.contains("of_shared"), "{said}");
}

#[test]
fn what_is_not_known_is_told_as_it_was_written() {
    for text in [
        "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0}, {%1}, {%2}, {%3};",
        "cp.async.cg.shared.global [%0], [%1], 16;",
        "ld.mmio.relaxed.sys.u32 %0, [%1];",
        "bra LOOP;",
        "mov.u32 %0, %nosuch;",
        "add.u32 %0, %1;",
        "add.u32 %0, %1, %9;",
        "add.sat.s32 %0, %1, %2;",
    ] {
        let told = of(text, 4).unwrap_err();
        assert_eq!(told, text.trim_end_matches(';'), "{text}");
    }
    // Of another processor.
    for text in [
        "pause",
        "rdtsc",
        "mov %1, %0",
        "lock; addl $0,0(%%rsp)",
        "mfence",
    ] {
        assert!(of(text, 2).is_err(), "{text}");
    }
}

#[test]
fn registers_predicates_and_blocks_are_those_of_the_text() {
    let said = of(
        "{\n .reg .pred p; .reg .u32 t, %%u;\n setp.ne.u32 p, %1, 0; // zero\n @!p mov.b32 t, -1;\n selp.u32 %0, t, 0x10, p; }",
        2,
    )
    .unwrap();
    for part in [
        "coop_ptx_of_p = 0",
        "setp_ne<unsigned>(coop_ptx_1, 0ull)",
        "if (!coop_ptx_of_p)",
        "16ull",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert_eq!(
        said.matches('{').count(),
        said.matches('}').count(),
        "{said}"
    );
}

#[test]
fn operands_may_have_names_and_special_registers_one_or_two_signs() {
    let names = [Some("to"), None];
    assert!(
        translate("mov.u32 %[to], %%laneid;", &names)
            .unwrap()
            .contains("coop_ptx_0 = ")
    );
    assert!(
        of("mov.u64 %0, %globaltimer;", 1)
            .unwrap()
            .contains("nanoseconds")
    );
    assert!(
        of("mov.b64 {%0, %1}, %2;", 3)
            .unwrap()
            .contains("coop_ptx_1 = coop_ptx_whole >> 32 & 4294967295ull")
    );
    assert!(
        of("atom.add.release.gpu.global.u32 %0, [%1], %2;", 3)
            .unwrap()
            .contains("atomic_add<unsigned, ::coop_emulator::ptx::release_order, false>")
    );
    assert!(
        of("fma.rn.ftz.f32 %0, %1, %2, 0f3F800000;", 3)
            .unwrap()
            .contains("fma_rn<float>")
    );
}

#[test]
fn vectors_are_loaded_with_hints_and_from_addresses_beyond_a_register() {
    let said = of(
        "ld.global.nc.L1::no_allocate.v4.f32 {%0, %1, %2, %3}, [%4];",
        5,
    )
    .unwrap();
    assert!(said.contains("at<float, 4>((coop_ptx_4 + 0))"), "{said}");
    let said = of("ld.shared.v2.f32 {%2, %3}, [%4+8];", 5).unwrap();
    assert!(said.contains("of_shared((coop_ptx_4 + 8))"), "{said}");
    let said = of("st.shared.v4.f32 [%0], {%1, %2, %3, %4};", 5).unwrap();
    assert_eq!(said.matches("store<float").count(), 4, "{said}");
}
