use super::*;

const ASKS: &str = " if (::coop_emulator_on_host()) return ::coop_emulator::queue";

#[track_caller]
fn becomes(source: &str, expected: &str) {
    assert_eq!(rewrite(source), expected, "{source}");
}

/// What the kernel's parameters become, and what it queues.
fn queued(head: &str) -> (String, String) {
    let text = rewrite(&format!("{head} {{ f(); }}"));
    let (declared, call) = text.split_once(&format!(" {{{ASKS}")).expect(&text);
    let declared = declared.rsplit_once(" k").expect(&text).1.to_owned();
    let call = call.strip_suffix("; f(); }").expect(&text).to_owned();
    (declared, call)
}

#[test]
fn a_launch_becomes_a_call_after_its_configuration() {
    becomes(
        "k<<<g, b>>>(x, 1);",
        "(::coop_emulator::configure(g, b), k(x, 1));",
    );
    becomes(
        "return ns::k <<< dim3(n >> 2, f<a>(1)), b, sizeof(float) * n, s >>> (x);",
        "return (::coop_emulator::configure( dim3(n >> 2, f<a>(1)), b, sizeof(float) * n, s ), ns::k  (x));",
    );
}

#[test]
fn the_kernel_may_be_any_name_or_an_expression_in_parentheses() {
    for kernel in [
        "k<float, 4>",
        "::k",
        "::ns::k<std::pair<int, N<3>>>",
        "outer<int>::k",
        "table.row[i + 1]",
        "p->kernels[f(2)]",
        "(fast ? a : b)",
        "pick(3)",
        "k<(a > b)>",
    ] {
        becomes(
            &format!("{{ {kernel}<<<1, 32>>>(); }}"),
            &format!("{{ (::coop_emulator::configure(1, 32), {kernel}()); }}"),
        );
    }
}

#[test]
fn brackets_may_have_spaces_and_lines_and_the_lines_stay() {
    becomes(
        "k << < g, b >> > (x);",
        "(::coop_emulator::configure( g, b ), k  (x));",
    );
    let text = rewrite("k<<<1,\n 2>>>(a,\n b);\nint z;");
    assert_eq!(text.lines().position(|line| line == "int z;"), Some(3));
}

#[test]
fn built_in_variables_and_lambdas_in_a_launch_are_rewritten_too() {
    becomes(
        "k<<<gridDim, 1>>>([=] __device__ (int i) { p[i] = blockDim.x; });",
        "(::coop_emulator::configure(::coop_emulator::value(gridDim), 1), \
         k([=]  (int i) { p[i] = ::coop_emulator::value(blockDim).x; }));",
    );
    becomes(
        "k<<<1, 2>>>(f(q<<<3, 4>>>(5)));",
        "(::coop_emulator::configure(1, 2), k(f((::coop_emulator::configure(3, 4), q(5)))));",
    );
}

#[test]
fn what_only_looks_like_a_launch_stays() {
    for source in [
        "// k<<<1, 2>>>()",
        "const char* s = \"k<<<1, 2>>>()\";",
        "/* k<<<1, 2>>>() */",
        "std::ostream& operator<<<int>(x);",
        "A<B<C<int>>>(x);",
        "x << y; a<b<c<d>>>(1);",
    ] {
        becomes(source, source);
    }
}

#[test]
fn a_kernel_asks_first_who_calls_it_and_queues_its_parameters_by_their_names() {
    for (head, parameters, call) in [
        ("__global__ void k(int* p)", "(int* p)", "(p)"),
        ("extern \"C\" __global__ void k()", "()", "()"),
        ("__global__ void k(void)", "(void)", "()"),
        (
            "template <typename T> __global__ void k(T* p, int n = sizeof(T))",
            "(T* p, int n = sizeof(T))",
            "(p, n)",
        ),
        (
            "static __global__ __attribute__((cold)) void k(unsigned n) noexcept",
            "(unsigned n) noexcept",
            "(n)",
        ),
        (
            "__global__ void k(void (*f)(int, int), int x[4])",
            "(void (*f)(int, int), int x[4])",
            "(f, x)",
        ),
        (
            "__global__ void k(const std::pair<int, A<3>> a, ns::S b)",
            "(const std::pair<int, A<3>> a, ns::S b)",
            "(a, b)",
        ),
        (
            "template <class... Ts> __global__ void k(Ts... all)",
            "(Ts... all)",
            "(all...)",
        ),
    ] {
        let found = queued(head);
        assert_eq!(found, (parameters.to_owned(), call.to_owned()), "{head}");
    }
}

#[test]
fn parameters_without_a_name_get_one() {
    let (declared, call) =
        queued("__global__ void k(int, const S, float*, unsigned, ns::T, A<int> = {})");
    for (number, ty) in ["int", "const S", "float*", "unsigned", "ns::T", "A<int>"]
        .iter()
        .enumerate()
    {
        assert!(
            declared.contains(&format!("{ty} coop_emulator_unnamed_{number}")),
            "{declared}"
        );
    }
    assert!(call.starts_with("(coop_emulator_unnamed_0, "), "{call}");
}

#[test]
fn declarations_are_left_without_a_body() {
    let text = rewrite("__global__ void k(int* p);\ntemplate <class T> __global__ void t(T);");
    assert!(
        !text.contains("queue") && !text.contains("__global__"),
        "{text}"
    );
}

#[test]
fn a_cluster_goes_with_the_kernel_template_or_not() {
    for head in [
        "__global__ void __cluster_dims__(2, N, 1) k(int* a)",
        "template <int N> __cluster_dims__(2, N, 1) __global__ void k(int* a)",
    ] {
        let text = rewrite(&format!("{head} {{}}"));
        assert!(
            text.contains("queue<::coop_emulator::cluster_of<2 , N , 1>>(a);"),
            "{text}"
        );
        assert!(!text.contains("__cluster_dims__"), "{text}");
    }
}

#[test]
fn names_of_built_in_variables_are_the_programs_own_where_they_are_declared() {
    for own in [
        "dim3 gridDim(2, 1);",
        "dim3 blockDim{32};",
        "constexpr unsigned warpSize = 32;",
        "struct Shape { int warpSize; };",
        "s.warpSize;",
        "config->gridDim = 3;",
        "c.blockDim.x = 3;",
        "void f(dim3 gridDim, const dim3& blockDim);",
        "X::threadIdx;",
    ] {
        becomes(own, own);
    }
    becomes(
        "return warpSize;",
        "return ::coop_emulator::value(warpSize);",
    );
    becomes(
        "x == threadIdx.x",
        "x == ::coop_emulator::value(threadIdx).x",
    );
}

#[test]
fn the_clock_is_the_devices_in_its_functions_only() {
    becomes(
        "__device__ int f() { return clock() + s.clock(); } int g() { return clock(); }",
        " int f() { return ::coop_emulator::clock() + s.clock(); } int g() { return clock(); }",
    );
    becomes("__device__ int x = 3; clock();", " int x = 3; clock();");
}

#[test]
fn qualifiers_become_what_the_compiler_has() {
    becomes("__shared__ int a;", "thread_local int a;");
    becomes(
        "alignas(8) int a; extern __shared__ alignas(T) char c[];",
        "alignas(8) int a; extern thread_local __attribute__((aligned(::coop_emulator::alignment<T>()))) char c[];",
    );
    becomes(
        "__attribute__((__noinline__)) int f(); __noinline__ int g();",
        "__attribute__((__noinline__)) int f(); __attribute__((noinline)) int g();",
    );
    let own = |text: &str| rewrite(text).contains("progbits");
    assert!(own("__constant__ const int a[2] = {1};") && own("static const __constant__ int b;"));
    assert!(!own("__constant__ int a[2] = {1};") && !own("__constant__ const float* p;"));
}

#[test]
fn a_word_that_a_macro_leaves_in_a_header_of_the_system_is_left_alone() {
    // As g++ writes it: around the word, the header is named without the flag.
    let header = "# 1 \"/usr/include/b.h\" 1 3\n__attribute__((\n# 7 \"/usr/include/b.h\"\n   __noinline__\n# 7 \"/usr/include/b.h\" 3\n ))\n";
    let own = "# 2 \"k.cu\" 2\n__noinline__ int f();\n";
    becomes(
        &format!("{header}{own}"),
        &format!(
            "{header}{}",
            own.replace("__noinline__", "__attribute__((noinline))")
        ),
    );
}

#[test]
fn a_line_marker_may_stand_within_a_kernels_declaration() {
    let text = "__global__ void\n# 3 \"k.cu\"\nk\n# 4 \"k.cu\"\n(int* x) { *x = 1; }\n";
    assert!(rewrite(text).contains("queue(x)"), "{}", rewrite(text));
}

#[test]
fn the_systems_headers_are_left_alone() {
    let header = "# 1 \"/usr/include/a.h\" 1 3 4\nint clock; dim3 f(warpSize);\n# 2 \"/usr/include/a.h\" 3 4\n__noinline__\n";
    let own = "# 2 \"k.cu\" 2\n__device__ int x;\n";
    becomes(
        &format!("{header}{own}"),
        &format!("{header}{}", own.replace("__device__", "")),
    );
}

#[test]
fn ptx_becomes_calls_with_its_operands_and_the_lines_stay() {
    let text = "__device__ void f(int* p, int* q) {\n  asm volatile(\"ld.global.v2.s32 {%0, %1},\"\n    \" [%2];\" : \"=r\"(p[threadIdx.x]), \"+r\"(q[1])\n : \"l\"(p + 2) : \"memory\");\n}\n";
    let said = rewrite(text);
    assert_eq!(
        said.matches('\n').count(),
        text.matches('\n').count(),
        "{said}"
    );
    for part in [
        "coop_ptx_0 = 0;",
        "coop_ptx_1 = ::coop_emulator::ptx::bits((q[1]));",
        "bits((p + 2))",
        "give((p[::coop_emulator::value(threadIdx).x]), coop_ptx_0)",
        "give((q[1]), coop_ptx_1)",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(!said.contains("asm"), "{said}");
}

#[test]
fn assembly_that_is_not_known_is_refused_in_device_code_with_its_line_and_left_alone_in_the_hosts()
{
    let text = "# 1 \"some/a.cu\"\n__device__ void f(float x) {\n asm(\"wgmma.fence.sync.aligned;\" :: \"f\"(x));\n asm volatile(\"\" ::: \"memory\");\n}\nvoid g() { asm volatile(\"pause\"); }\n";
    let said = rewrite(text);
    let refused = "__asm__ volatile(\".error \\\"a.cu:2: the emulator does not know the PTX instruction: wgmma.fence.sync.aligned\\\"\")";
    assert!(said.contains(refused), "{said}");
    assert!(
        said.contains("asm volatile(\"\" ::: \"memory\")")
            && said.contains("asm volatile(\"pause\")"),
        "{said}"
    );
}
