//! Conjugate gradients in double precision: the crate's solver, in every scope it has, against launches and libraries.

use std::path::PathBuf;
use std::time::Duration;

use coop_kernels::cg::{Options, Solver};
use coop_kernels::sparse::{Csr, matrix_market, poisson};

use crate::launches::{self, Order};
use crate::libraries;
use crate::system::System;
use crate::table::Table;
use crate::timing::{Effort, Extent, Way, microseconds};

const ROUNDS: usize = 7;

/// Points on a side of the Poisson problems.
const SIDES: [usize; 9] = [16, 32, 64, 128, 256, 512, 700, 1024, 2048];
const MATRICES: [&str; 3] = ["1138_bus", "bcsstk09", "bcsstk13"];

/// Prints two tables: Poisson problems by size, which is returned, and matrices of the SuiteSparse collection, where their folder
/// is.
pub fn run(extent: Extent) -> Table {
    let mut poissons = Table::new(
        "Conjugate gradients, double, Poisson: microseconds an iteration",
        "rows",
    );
    for side in extent.of(&SIDES) {
        let system = poisson(side).expect("the problem is small enough");
        row(
            extent,
            &mut poissons,
            &format!("{side}² = {}", side * side),
            &system.matrix,
            &system.rhs,
        );
    }
    poissons.print();
    if let Some(folder) = data() {
        let mut matrices = Table::new(
            "Conjugate gradients, double, real matrices: microseconds an iteration",
            "matrix",
        );
        for name in extent.of(&MATRICES) {
            let path = folder.join(name).with_extension("mtx");
            let Ok(matrix) = matrix_market::read(&path) else {
                println!("left out: {} cannot be read", path.display());
                continue;
            };
            let b = matrix
                .multiply(&vec![1.0; matrix.n()])
                .expect("the lengths agree");
            row(extent, &mut matrices, name, &matrix, &b);
        }
        matrices.print();
    } else {
        println!("left out: real matrices; COOP_DATA names no folder");
    }
    poissons
}

fn data() -> Option<PathBuf> {
    let named = std::env::var_os("COOP_DATA").map(PathBuf::from);
    let folder = named.unwrap_or_else(|| PathBuf::from("../shared/data"));
    folder.is_dir().then_some(folder)
}

fn row(extent: Extent, table: &mut Table, label: &str, matrix: &Csr, b: &[f64]) {
    let (n, entries) = (matrix.n(), matrix.nnz());
    let system = System::new(matrix, b).expect("the system fits on the device");
    // What moves through memory an iteration, or two launches: for the length of the runs alone.
    let guess = 5.0 + (12 * entries + 100 * n) as f64 / 4e6;
    let effort = extent.effort(3.0, guess, launches::UNIT, ROUNDS);
    let quick = extent.effort(1.0, guess, launches::UNIT, 3);
    let mut notes = Vec::new();

    let average = entries as f64 / n as f64;
    let tuned = |orders: &[Order], graph| {
        let tunings = launches::tunings(extent, orders, average);
        let best = launches::best(&system, tunings, graph, quick).expect("every tuning runs");
        let iteration =
            launches::Iteration::new(&system, best, graph).expect("the best runs again");
        (best, iteration)
    };
    let (graph_tuning, graph) = tuned(&[Order::Whole], true);
    let (dependent_tuning, dependent) = tuned(&[Order::Dependent, Order::Early], true);
    // What is best in the graph; how the host enqueues it is what counts.
    let stream =
        launches::Iteration::new(&system, graph_tuning, false).expect("it runs in the graph");
    notes.push(format!(
        "graph: {graph_tuning}; dependent: {dependent_tuning}"
    ));

    let library = [2, 3].map(|algorithm| libraries::Iteration::new(&system, algorithm));
    let mut ours = Ours::new(matrix, b, effort);

    let mut ways = Vec::new();
    ours.add_to(&mut ways);
    ways.push(Way::new("graph of 2 kernels", |n| graph.time(n)));
    ways.push(Way::new("graph, dependent launches", |n| dependent.time(n)));
    ways.push(Way::new("stream launches", |n| stream.time(n)));
    for (library, name) in library.iter().zip(["1", "2"]) {
        match library {
            Ok(library) => {
                let name = format!("cuSPARSE {name} + cuBLAS, graph");
                ways.push(Way::new(name, |n| {
                    library.time(n / libraries::UNIT * libraries::UNIT)
                }));
            }
            Err(why) => notes.push(format!("libraries: {why}")),
        }
    }
    let times = microseconds(&mut ways, effort);
    let named: Vec<(String, f64)> = ways
        .iter()
        .map(|way| way.name.clone())
        .zip(times)
        .filter(|(_, time)| time.is_finite())
        .collect();
    drop(ways);
    for (name, residual) in [
        ("graph", agree(&system, matrix, b, |n| graph.time(n))),
        (
            "dependent",
            agree(&system, matrix, b, |n| dependent.time(n)),
        ),
        ("stream", agree(&system, matrix, b, |n| stream.time(n))),
    ]
    .into_iter()
    .chain(
        library
            .iter()
            .flatten()
            .map(|library| ("libraries", agree(&system, matrix, b, |n| library.time(n)))),
    ) {
        notes.extend(
            residual.map(|residual| format!("{name} does not solve: residual {residual:.1e}")),
        );
    }
    table.add(label, n as f64, &named, notes.join("; "));
    println!("{label}: {}", notes.join("; "));
}

/// The residual after some iterations, if it is not what conjugate gradients have: that of the host.
fn agree(
    system: &System,
    matrix: &Csr,
    b: &[f64],
    mut iterate: impl FnMut(u32) -> Duration,
) -> Option<f64> {
    const ITERATIONS: u32 = launches::UNIT;
    iterate(ITERATIONS);
    let x = system.x.to_vec().expect("x can be copied");
    let residual = matrix.relative_residual(&x, b).expect("the lengths agree");
    let wanted = on_host(matrix, b, ITERATIONS);
    // By then rounding may have its way with what is solved; where it is not yet, the two are close.
    let close = residual < 1e-9 || (residual / wanted - 1.0).abs() < 0.05;
    (!close).then_some(residual)
}

/// |b - A x| / |b| after so many iterations on the host.
fn on_host(matrix: &Csr, b: &[f64], iterations: u32) -> f64 {
    let n = matrix.n();
    let inverse: Vec<f64> = matrix.diagonal().map(|value| 1.0 / value).collect();
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let (mut x, mut r) = (vec![0.0; n], b.to_vec());
    let mut z: Vec<f64> = r.iter().zip(&inverse).map(|(r, i)| r * i).collect();
    let (mut p, mut rz) = (z.clone(), dot(&r, &z));
    for _ in 0..iterations {
        let q = matrix.multiply(&p).expect("the lengths agree");
        let alpha = rz / dot(&p, &q);
        for i in 0..n {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
            z[i] = inverse[i] * r[i];
        }
        let before = std::mem::replace(&mut rz, dot(&r, &z));
        for i in 0..n {
            p[i] = z[i] + rz / before * p[i];
        }
    }
    matrix.relative_residual(&x, b).expect("the lengths agree")
}

/// The crate's solver, ready for few iterations and for many.
struct Ours {
    few: (u32, Solver),
    many: (u32, Solver),
    b: Vec<f64>,
}

impl Ours {
    fn new(matrix: &Csr, b: &[f64], effort: Effort) -> Self {
        let solver = |iterations| {
            let options = Options {
                tolerance: 0.0,
                max_iterations: iterations,
                ..Options::default()
            };
            (
                iterations,
                Solver::new(matrix, &options).expect("the solver is prepared"),
            )
        };
        Self {
            few: solver(effort.few),
            many: solver(effort.many),
            b: b.to_vec(),
        }
    }

    fn add_to<'a>(&'a mut self, ways: &mut Vec<Way<'a>>) {
        let Self { few, many, b } = self;
        ways.push(Way::new("coop", move |iterations| {
            let (_, solver) = if iterations == few.0 {
                &mut *few
            } else {
                &mut *many
            };
            let solution = solver.solve(b, None, None).expect("the solve ends");
            // A solve that ended early took less than it should: as if it had gone on alike.
            solution
                .time
                .mul_f64(f64::from(iterations) / f64::from(solution.iterations.max(1)))
        }));
    }
}
