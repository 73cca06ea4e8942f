//! Conjugate gradients in double precision: the crate's solver, in every scope it has, against launches and libraries.

use std::path::PathBuf;
use std::time::Duration;

use coop_kernels::cg::{Options, Precision, Scope, Solver};
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
    // A picture of what is chosen; the scopes are in the table.
    poissons.only(|way| !way.starts_with("coop, "))
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
    let mut ours = Ours::new(matrix, b, effort, None).expect("the solver is prepared");
    notes.push(format!("coop: {}", ours.many.1.placement()));
    let scopes = [Scope::Block, Scope::Cluster, Scope::Grid, Scope::Streamed];
    let mut forced: Vec<Ours> = scopes
        .into_iter()
        .filter_map(|scope| Ours::new(matrix, b, effort, Some(scope)))
        .collect();

    let mut ways = Vec::new();
    ways.push(ours.way());
    ways.extend(forced.iter_mut().map(Ours::way));
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
    let time_of = |name: &str| {
        named
            .iter()
            .find(|(way, _)| way == name)
            .map(|(_, time)| *time)
    };
    let best_forced = forced
        .iter()
        .filter_map(|ours| time_of(&ours.name))
        .fold(f64::INFINITY, f64::min);
    if let Some(chosen) = time_of("coop") {
        let ratio = chosen / best_forced;
        let verdict = if ratio > 1.05 { ", MORE THAN 5%" } else { "" };
        notes.push(format!("chosen / best scope: {ratio:.2}{verdict}"));
    }
    let best_graph = ["graph of 2 kernels", "graph, dependent launches"]
        .into_iter()
        .filter_map(time_of)
        .fold(f64::INFINITY, f64::min);
    if n >= MIXED_FROM && !extent.quick {
        notes.push(mixed(matrix, b, best_graph));
    }
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

/// Rows from which on mixed precision is looked at.
const MIXED_FROM: usize = 1 << 20;

/// A solve in mixed precision to a residual, against as many iterations of the graph as double precision needs.
fn mixed(matrix: &Csr, b: &[f64], graph: f64) -> String {
    const TOLERANCE: f64 = 1e-10;
    let solve = |precision| {
        let options = Options {
            tolerance: TOLERANCE,
            max_iterations: 100_000,
            precision,
            ..Options::default()
        };
        let mut solver = Solver::new(matrix, &options).expect("the solver is prepared");
        let mut times = Vec::new();
        let mut last = None;
        for _ in 0..3 {
            let solution = solver.solve(b, None, None).expect("the solve ends");
            times.push(solution.time);
            last = Some(solution);
        }
        times.sort_unstable();
        let solution = last.expect("three were solved");
        let residual = matrix
            .relative_residual(&solution.x, b)
            .expect("the lengths agree");
        (solution.iterations, times[1].as_secs_f64() * 1e3, residual)
    };
    let (double, mixed) = (solve(Precision::Double), solve(Precision::Mixed));
    let graph = f64::from(double.0) * graph / 1e3;
    format!(
        "to {TOLERANCE:.0e}: mixed {} iterations, {:.1} ms, residual {:.1e}; double {} iterations, {:.1} ms, residual {:.1e}; as \
         many of the best graph {graph:.1} ms, / mixed {:.2}",
        mixed.0,
        mixed.1,
        mixed.2,
        double.0,
        double.1,
        double.2,
        graph / mixed.1
    )
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
    name: String,
    few: (u32, Solver),
    many: (u32, Solver),
    b: Vec<f64>,
}

impl Ours {
    /// In a scope, or in the one that it chooses; `None` where the scope has no room.
    fn new(matrix: &Csr, b: &[f64], effort: Effort, scope: Option<Scope>) -> Option<Self> {
        let solver = |iterations| {
            let options = Options {
                tolerance: 0.0,
                max_iterations: iterations,
                scope,
                ..Options::default()
            };
            Some((iterations, Solver::new(matrix, &options).ok()?))
        };
        Some(Self {
            name: match scope {
                None => String::from("coop"),
                Some(scope) => format!("coop, {scope:?}").to_lowercase(),
            },
            few: solver(effort.few)?,
            many: solver(effort.many)?,
            b: b.to_vec(),
        })
    }

    fn way(&mut self) -> Way<'_> {
        let Self { name, few, many, b } = self;
        Way::new(name.clone(), move |iterations| {
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
        })
    }
}
