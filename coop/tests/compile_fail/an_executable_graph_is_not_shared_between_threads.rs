fn launch_twice(graph: &coop::GraphExec, streams: &[coop::Stream; 2]) {
    std::thread::scope(|scope| {
        for stream in streams {
            scope.spawn(move || unsafe { graph.launch(stream) });
        }
    });
}

fn main() {
    let _ = launch_twice;
}
