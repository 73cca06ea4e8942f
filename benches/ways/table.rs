//! A table of times: a row a size, a column a way.

/// Microseconds by size and way; `None` where a way is not to be had at that size.
pub struct Table {
    pub title: String,
    /// What a row's number is.
    pub size: &'static str,
    pub ways: Vec<String>,
    pub rows: Vec<Row>,
}

pub struct Row {
    pub label: String,
    pub size: f64,
    pub times: Vec<Option<f64>>,
    /// What is to be said of the row, after its times.
    pub note: String,
}

impl Table {
    pub fn new(title: &str, size: &'static str) -> Self {
        Self {
            title: title.to_owned(),
            size,
            ways: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// Adds a row; ways that are new become columns.
    pub fn add(&mut self, label: &str, size: f64, times: &[(String, f64)], note: String) {
        for (way, _) in times {
            if !self.ways.contains(way) {
                self.ways.push(way.clone());
                self.rows.iter_mut().for_each(|row| row.times.push(None));
            }
        }
        let time = |way: &String| {
            times
                .iter()
                .find(|(name, _)| name == way)
                .map(|found| found.1)
        };
        self.rows.push(Row {
            label: label.to_owned(),
            size,
            times: self.ways.iter().map(time).collect(),
            note,
        });
    }

    /// The ways of which `keep` holds, alone.
    pub fn only(&self, keep: impl Fn(&str) -> bool) -> Self {
        let kept: Vec<usize> = (0..self.ways.len())
            .filter(|&way| keep(&self.ways[way]))
            .collect();
        Self {
            title: self.title.clone(),
            size: self.size,
            ways: kept.iter().map(|&way| self.ways[way].clone()).collect(),
            rows: self
                .rows
                .iter()
                .map(|row| Row {
                    label: row.label.clone(),
                    size: row.size,
                    times: kept.iter().map(|&way| row.times[way]).collect(),
                    note: row.note.clone(),
                })
                .collect(),
        }
    }

    /// In the form of the documentation's tables.
    pub fn print(&self) {
        println!("\n{}\n", self.title);
        println!("| {} | {} | |", self.size, self.ways.join(" | "));
        println!("|---|{}---|", "---|".repeat(self.ways.len()));
        for row in &self.rows {
            let best = row
                .times
                .iter()
                .flatten()
                .copied()
                .fold(f64::INFINITY, f64::min);
            let cells: Vec<String> = row
                .times
                .iter()
                .map(|time| match time {
                    Some(time) if *time == best => format!("**{time:.2}**"),
                    Some(time) => format!("{time:.2}"),
                    None => String::from("-"),
                })
                .collect();
            println!("| {} | {} | {} |", row.label, cells.join(" | "), row.note);
        }
    }
}
