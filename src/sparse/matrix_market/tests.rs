use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write as _;

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;

use super::*;

const SYMMETRIC: &str = "%%MatrixMarket matrix coordinate real symmetric\n";
const GENERAL: &str = "%%MatrixMarket matrix coordinate real general\n";

/// The sentence with which a file of these bytes is refused, after its name.
fn refusal(text: impl AsRef<[u8]>) -> String {
    let error = from_reader("m.mtx", text.as_ref()).expect_err("this file should be refused");
    let message = error.to_string();
    message
        .strip_prefix("m.mtx")
        .expect("the message begins with the name")
        .to_owned()
}

fn symmetric(rest: &str) -> String {
    refusal(format!("{SYMMETRIC}{rest}"))
}

#[test]
fn a_symmetric_file_gives_both_triangles() {
    let matrix = parse(format!("{SYMMETRIC}2 2 3\n1 1 4\n2 1 -1\n2 2 5e-1\n").as_bytes()).unwrap();
    assert_eq!(matrix.row_ptr(), [0, 2, 4]);
    assert_eq!(matrix.columns(), [0, 1, 0, 1]);
    assert_eq!(matrix.values(), [4., -1., -1., 0.5]);
}

#[test]
fn a_symmetric_file_may_store_the_upper_triangle() {
    let upper = parse(format!("{SYMMETRIC}2 2 3\n1 1 4\n1 2 -1\n2 2 3\n").as_bytes()).unwrap();
    let lower = parse(format!("{SYMMETRIC}2 2 3\n1 1 4\n2 1 -1\n2 2 3\n").as_bytes()).unwrap();
    assert_eq!(upper, lower);
}

#[test]
fn repeated_entries_are_summed_and_columns_sorted() {
    let matrix =
        parse(format!("{GENERAL}2 2 6\n2 2 1\n1 2 3\n2 2 1\n1 1 1\n2 2 1\n1 2 4\n").as_bytes())
            .unwrap();
    assert_eq!(matrix.row_ptr(), [0, 2, 3]);
    assert_eq!(matrix.columns(), [0, 1, 1]);
    assert_eq!(matrix.values(), [1., 7., 3.]);
}

#[test]
fn carriage_returns_blanks_comments_and_any_case_are_accepted() {
    let plain = parse(format!("{GENERAL}1 1 1\n1 1 3\n").as_bytes()).unwrap();
    for text in [
        "%%MatrixMarket matrix coordinate real general\r\n1 1 1\r\n1 1 3\r\n",
        "%%MATRIXMARKET Matrix COORDINATE Integer GENERAL\n1 1 1\n1 1 3\n",
        "%%matrixmarket\tmatrix coordinate real general \n% one\n\n  %two\n \t\n 1\t1  1 \n\n1 1 3",
        "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 .3e+1\n\n% the end\n",
    ] {
        assert_eq!(parse(text.as_bytes()).unwrap(), plain, "{text}");
    }
}

#[test]
fn comments_may_hold_bytes_that_are_not_utf_8() {
    let text = [GENERAL.as_bytes(), b"% Andr\xe9\n1 1 1\n1 1 3\n"].concat();
    assert_eq!(parse(&text[..]).unwrap().values(), [3.]);
}

#[test]
fn a_missing_banner_is_refused_with_what_stands_there() {
    assert_eq!(
        refusal("67 67 294\n5 1 -.27\n"),
        ", line 1: the banner is missing: found `67 67 294`, \
         expected `%%MatrixMarket matrix coordinate real symmetric`"
    );
    assert!(refusal("\n%%MatrixMarket matrix coordinate real general\n").contains("found ``"));
}

#[test]
fn a_banner_of_another_number_of_words_is_refused_with_the_words_that_are_there() {
    assert_eq!(
        refusal("%%MatrixMarket matrix coordinate real\n1 1 1\n"),
        ", line 1: the banner has 4 words, not 5: found `matrix coordinate real` after the first, \
         expected `%%MatrixMarket matrix coordinate real symmetric`"
    );
    let message = refusal("%%MatrixMarket matrix coordinate real general dense\n");
    assert!(
        message.contains("6 words, not 5: found `matrix coordinate real general dense` after"),
        "{message}"
    );
}

#[test]
fn lines_without_a_line_feed_are_refused_for_that() {
    let text = format!("{SYMMETRIC}2 2 2\n1 1 1\n2 2 1\n").replace('\n', "\r");
    let says =
        ", line 1: lines end with a carriage return and no line feed; write them with line feeds";
    assert_eq!(refusal(&text), says);
    let long = text + &"% comment\r".repeat(10_000);
    assert_eq!(refusal(long), says);
    let message = refusal(format!(
        "{SYMMETRIC}% {}\n1 1 1\n1 1 1\n",
        "x".repeat(100_000)
    ));
    assert!(
        message.starts_with(", line 2: a line of more than 65536 bytes"),
        "{message}"
    );
}

#[test]
fn a_binary_file_is_refused_with_a_short_printable_extract() {
    let message = refusal([b"\x7fELF\x02\x01\xff\x00".as_slice(), &[7; 4000]].concat());
    assert!(message.contains(r"found `\u{7f}ELF\u{2}\u{1}"), "{message}");
    assert!(
        !message.chars().any(char::is_control) && message.len() < 500,
        "{message}"
    );
}

#[test]
fn other_kinds_of_matrix_are_refused_by_name() {
    let banner = |words| refusal(format!("%%MatrixMarket {words}\n1 1 1\n1 1 1 1\n"));
    assert_eq!(
        banner("matrix dense real general"),
        ", line 1: the format `dense` is not supported; allowed: coordinate, array"
    );
    assert!(banner("matrix array pattern general").contains("the field `pattern`"));
    assert_eq!(
        banner("matrix coordinate complex general"),
        ", line 1: the field `complex` is not supported; allowed: real, integer"
    );
    assert!(banner("vector coordinate real general").contains("the object `vector`"));
    assert!(banner("matrix coordinate real hermitian").contains("the symmetry `hermitian`"));
    assert!(banner("matrix coordinate real skew-symmetric").contains("symmetry `skew-symmetric`"));
}

#[test]
fn a_malformed_line_of_sizes_is_refused_with_its_line() {
    for (sizes, says) in [
        (
            "14 14",
            "found `14 14`, 2 words; expected 3 whole numbers, `rows columns entries`",
        ),
        ("14 14 30 1", "found `14 14 30 1`"),
        ("14 -14 30", "found `14 -14 30`"),
        ("14 14 3e1", "found `14 14 3e1`"),
        (
            "3 2 1",
            "the matrix has 3 rows and 2 columns; it must be square",
        ),
        ("0 0 1", "0 rows are announced; allowed are 1 to 2147483647"),
        ("1 1 0", "0 entries are announced"),
        ("2147483648 2147483648 1", "2147483648 rows are announced"),
        (
            "1 1 99999999999999999999999",
            "99999999999999999999999 entries are announced",
        ),
        (
            "99999999999999999999999 99999999999999999999999 1",
            "99999999999999999999999 rows are",
        ),
    ] {
        let message = symmetric(&format!("% comment\n{sizes}\n1 1 1\n"));
        assert!(
            message.starts_with(&format!(", line 3: {says}")),
            "{message}"
        );
    }
}

#[test]
fn a_file_that_ends_before_the_sizes_is_refused() {
    assert_eq!(
        symmetric(""),
        ", line 1: the file ends before the line `rows columns entries`"
    );
    assert!(symmetric("% a\n% b").starts_with(", line 3: the file ends before"));
}

#[test]
fn an_index_outside_the_matrix_is_refused_with_its_line() {
    assert_eq!(
        symmetric("2 2 3\n1 1 1\n2 0 1\n2 2 1\n"),
        ", line 4: the column index is `0`; indices are whole numbers from 1 to 2"
    );
    assert!(symmetric("2 2 2\n3 1 1\n").starts_with(", line 3: the row index is `3`"));
    assert!(symmetric("2 2 2\n-1 1 1\n").contains("the row index is `-1`"));
    assert!(symmetric("2 2 2\n1.0 1 1\n").contains("the row index is `1.0`"));
    assert!(symmetric("2 2 2\n1 18446744073709551617 1\n").contains("`18446744073709551617`"));
}

#[test]
fn a_pattern_is_refused_for_its_wrong_index_first_and_else_for_having_no_values() {
    let pattern = |entries| {
        refusal(format!(
            "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 2\n{entries}"
        ))
    };
    assert!(pattern("1 0 1\n2 2 1\n").starts_with(", line 3: the column index is `0`"));
    assert_eq!(
        pattern("1 1\n2 2\n"),
        ", line 1: the matrix is a pattern and has no values; allowed: real, integer"
    );
}

#[test]
fn a_line_with_too_few_or_too_many_numbers_is_refused() {
    assert_eq!(
        symmetric("2 2 2\n1 1\n2 2 1\n"),
        ", line 3: found `1 1`, 2 words; expected `row column value`"
    );
    assert!(symmetric("2 2 2\n1 1 1 0\n2 2 1\n").contains("found `1 1 1 0`"));
}

#[test]
fn a_value_that_is_not_a_finite_number_is_refused() {
    for value in [
        "NaN",
        "inf",
        "-Infinity",
        "1e999",
        "1,5",
        "0x10",
        "one",
        "\u{661}",
    ] {
        let message = symmetric(&format!("1 1 1\n1 1 {value}\n"));
        assert_eq!(
            message,
            format!(
                ", line 3: the value is `{value}`; values are finite numbers in double precision"
            )
        );
    }
}

#[test]
fn repeated_entries_whose_sum_is_not_finite_are_refused() {
    let message = refusal(format!("{GENERAL}1 1 2\n1 1 1e308\n1 1 1e308\n"));
    assert_eq!(message, ": entry (1, 1) is inf; every value must be finite");
}

#[test]
fn a_symmetric_file_with_both_triangles_is_refused_rather_than_doubled() {
    let message = symmetric("2 2 4\n1 1 1\n2 1 5\n1 2 5\n2 2 1\n");
    assert!(
        message.starts_with(", line 5: entry (1, 2) is across the diagonal"),
        "{message}"
    );
}

#[test]
fn a_comment_among_the_entries_is_refused() {
    let message = symmetric("2 2 2\n1 1 1\n% here\n2 2 1\n");
    assert!(
        message.starts_with(", line 4: a comment among the entries"),
        "{message}"
    );
}

#[test]
fn fewer_entries_than_announced_are_refused_with_both_numbers() {
    assert_eq!(
        symmetric("2 2 3\n1 1 1\n2 2 1\n"),
        ", line 4: the file ends after 2 of the 3 entries announced; it is cut off"
    );
}

#[test]
fn a_file_that_ends_within_an_entry_is_refused() {
    for cut in ["2", "2 ", "2 2", "2 2 ", "2 2 1e", "2 2 -"] {
        assert_eq!(
            symmetric(&format!("2 2 2\n1 1 1\n{cut}")),
            ", line 4: the file ends within this line, after 1 of the 2 entries announced; \
             it is cut off"
        );
    }
}

#[test]
fn more_entries_than_announced_are_refused() {
    assert_eq!(
        symmetric("1 1 1\n1 1 1\n1 1 2\n"),
        ", line 4: found `1 1 2` after the 1 entries announced"
    );
}

#[test]
fn more_rows_than_entries_are_refused() {
    assert_eq!(
        symmetric("2000000000 2000000000 1\n1 1 1\n"),
        ": 2000000000 rows are announced but only 1 entries; some rows would be empty"
    );
}

#[test]
fn a_claim_of_gigabytes_with_ten_entries_is_refused_for_what_is_there() {
    let mut text = format!("{SYMMETRIC}10 10 250000000\n");
    (1..=10).for_each(|i| writeln!(text, "{i} {i} 1").unwrap());
    assert_eq!(
        refusal(text),
        ", line 12: the file ends after 10 of the 250000000 entries announced; it is cut off"
    );
}

#[test]
fn what_is_no_file_with_a_text_in_it_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.mtx");
    let message = |path: &Path| read(path).unwrap_err().to_string();
    assert!(message(&path).starts_with(&format!("{}: the file cannot be read: ", path.display())));
    assert!(message(folder.path()).ends_with(": this is a directory; name the .mtx file in it"));
    let file = File::create(&path).unwrap();
    assert!(message(&path).contains(": the file is empty; "));
    file.set_len(1 << 40).unwrap();
    let message = message(&path);
    assert!(
        message.contains(", line 1: the banner is missing: found `\\0"),
        "{message}"
    );
}

#[test]
fn a_value_that_is_no_whole_number_is_refused_where_the_file_says_integer() {
    let integers =
        |value| format!("%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 {value}\n");
    assert_eq!(
        refusal(integers("4.5")),
        ", line 3: the value is `4.5`; a file of the field `integer` has whole numbers, with others it is `real`"
    );
    assert_eq!(parse(integers("-4").as_bytes()).unwrap().values(), [-4.]);
}

#[test]
fn exponents_of_fortran_are_read() {
    let matrix = parse(format!("{GENERAL}2 2 2\n1 1 1.5D+03\n2 2 0.1-102\n").as_bytes()).unwrap();
    assert_eq!(matrix.values(), [1500., 0.1e-102]);
}

#[test]
fn an_array_is_read_column_by_column_without_its_zeros() {
    let general = "%%MatrixMarket matrix array real general\n2 2\n4\n-1\n0\n3\n";
    let matrix = parse(general.as_bytes()).unwrap();
    assert_eq!(
        (matrix.row_ptr(), matrix.columns(), matrix.values()),
        (&[0, 1, 3][..], &[0, 0, 1][..], &[4., -1., 3.][..])
    );
    let dense = "%%MatrixMarket matrix array integer symmetric\n3 3\n4\n-1\n0\n5\n-2\n6\n";
    let matrix = parse(dense.as_bytes()).unwrap();
    assert_eq!(matrix.columns(), [0, 1, 0, 1, 2, 1, 2]);
    assert_eq!(matrix.values(), [4., -1., -1., 5., -2., -2., 6.]);
    assert_eq!(
        refusal("%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n"),
        ", line 4: the file ends after 2 of the 3 entries announced; it is cut off"
    );
    assert_eq!(
        refusal("%%MatrixMarket matrix array real general\n1 1\n1 2\n"),
        ", line 3: found `1 2`, 2 words; expected `one value`"
    );
    assert_eq!(
        refusal("%%MatrixMarket matrix array real general\n2 3\n"),
        ", line 2: the matrix has 2 rows and 3 columns; it must be square"
    );
}

/// As gzip writes it.
fn packed(text: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(text).unwrap();
    packer.finish().unwrap()
}

#[test]
fn what_gzip_wrote_is_read_whatever_it_is_called_and_in_several_parts() {
    let text = format!("{SYMMETRIC}2 2 2\n1 1 1\n2 2 1\n");
    let plain = parse(text.as_bytes()).unwrap();
    assert_eq!(parse(&packed(text.as_bytes())[..]).unwrap(), plain);
    let (first, second) = text.as_bytes().split_at(60);
    let parts = [packed(first), packed(second)].concat();
    assert_eq!(parse(&parts[..]).unwrap(), plain);
    let message = refusal(&parts[..parts.len() - 20]);
    assert!(
        message.contains(": the file is compressed by gzip and cannot be unpacked: "),
        "{message}"
    );
}

#[test]
fn a_vector_is_an_array_or_one_number_a_line() {
    let vector = |text: &str, n| {
        vector_from_reader("b", text.as_bytes(), n).map_err(|error| error.to_string())
    };
    let array = "%%MatrixMarket matrix array real general\n% about\n3 1\n1\n-2.5\n1D2\n";
    assert_eq!(vector(array, 3), Ok(vec![1., -2.5, 100.]));
    assert_eq!(vector("1\n-2.5\n1e2", 3), Ok(vec![1., -2.5, 100.]));
    assert_eq!(vector("% about\n\n1\r\n% and\n2\n\n", 2), Ok(vec![1., 2.]));
    for (text, says) in [
        ("", "b: the file is empty; expected numbers, one a line"),
        (
            "1\n",
            "b, line 1: the file ends after 1 numbers; the matrix has 2 rows",
        ),
        (
            "1\n2\n3\n",
            "b, line 3: more than 2 numbers; the matrix has 2 rows",
        ),
        (
            "1 2\n",
            "b, line 1: found `1 2`, 2 words; expected `one value`",
        ),
        (
            "1\nNaN\n",
            "b, line 2: the value is `NaN`; values are finite numbers in double precision",
        ),
        (
            "%%MatrixMarket matrix array real general\n3 1\n",
            "b, line 2: an array of 3 rows and 1 columns; expected 2 rows, as the matrix has, and 1 column",
        ),
        (
            "%%MatrixMarket matrix coordinate real general\n",
            "b, line 1: the format `coordinate` is not supported; allowed: array, for a vector",
        ),
        (
            "%%MatrixMarket matrix array integer general\n2 1\n1\n0.5\n",
            "b, line 4: the value is `0.5`; a file of the field `integer` has whole numbers, with others it is `real`",
        ),
    ] {
        assert_eq!(vector(text, 2), Err(says.to_owned()));
    }
}

/// A square matrix with a full diagonal and other entries anywhere.
fn matrices() -> impl Strategy<Value = Csr> {
    let value = prop::num::f64::NORMAL | prop::num::f64::SUBNORMAL | prop::num::f64::ZERO;
    (1..20usize).prop_flat_map(move |n| {
        let others = btree_map((0..n, 0..n), value, 0..3 * n);
        (vec(value, n), others).prop_map(move |(diagonal, mut entries)| {
            entries.extend(
                diagonal
                    .into_iter()
                    .enumerate()
                    .map(|(i, value)| ((i, i), value)),
            );
            let row_ptr = (0..=n)
                .map(|row| entries.range(..(row, 0)).count() as u32)
                .collect();
            let columns = entries.keys().map(|&(_, column)| column as u32).collect();
            Csr::new(n, row_ptr, columns, entries.into_values().collect()).unwrap()
        })
    })
}

/// The matrix for `sprs` to write.
fn view(matrix: &Csr) -> sprs::CsMatViewI<'_, f64, u32, u32> {
    let shape = (matrix.n(), matrix.n());
    sprs::CsMatViewI::new(shape, matrix.row_ptr(), matrix.columns(), matrix.values())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn reading_a_written_matrix_gives_it_back(matrix in matrices()) {
        let mut text = Vec::new();
        sprs::io::write_matrix_market_to_bufwrite(&mut text, view(&matrix)).unwrap();
        prop_assert_eq!(parse(&text[..]).map_err(|(_, fault)| fault.to_string()), Ok(matrix));
    }

    #[test]
    fn reading_a_matrix_written_as_symmetric_gives_its_upper_triangle_twice(matrix in matrices()) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.mtx");
        let symmetric = sprs::io::SymmetryMode::Symmetric;
        sprs::io::write_matrix_market_sym(&path, view(&matrix), symmetric).unwrap();
        let back = read(&path).map_err(|error| error.to_string()).unwrap();
        prop_assert!(back.check_symmetric().is_ok());
        let upper = |matrix: &Csr| {
            let is_upper = |&(_, (row, column)): &(&f64, (u32, u32))| row <= column;
            view(matrix).iter().filter(is_upper).map(|(v, at)| (*v, at)).collect::<Vec<_>>()
        };
        prop_assert_eq!(upper(&back), upper(&matrix));
    }

    #[test]
    fn a_written_vector_is_read_back_to_the_bit(vector in vec(prop::num::f64::NORMAL | prop::num::f64::SUBNORMAL, 1..50)) {
        let mut text = Vec::new();
        write_vector(&mut text, "a solution\nof two lines", &vector).unwrap();
        prop_assert_eq!(vector_from_reader("x", &text[..], vector.len()).unwrap(), vector);
    }

    #[test]
    fn however_a_pipe_divides_a_text_it_is_the_same(matrix in matrices(), sizes in vec(1..9usize, 1..20), compressed: bool) {
        let mut text = Vec::new();
        sprs::io::write_matrix_market_to_bufwrite(&mut text, view(&matrix)).unwrap();
        let bytes = if compressed { packed(&text) } else { text };
        let pipe = Pieces { bytes: &bytes, sizes: sizes.into_iter().cycle() };
        prop_assert_eq!(parse(pipe).map_err(|(_, fault)| fault.to_string()), Ok(matrix));
    }
}

/// A pipe that gives a few bytes at a time.
struct Pieces<'a, I> {
    bytes: &'a [u8],
    sizes: I,
}

impl<I: Iterator<Item = usize>> Read for Pieces<'_, I> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let size = self.sizes.next().unwrap_or(1).min(into.len());
        self.bytes.read(&mut into[..size])
    }
}

#[test]
fn the_path_and_the_line_begin_the_message() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.mtx");
    fs::write(&path, "1 1 1\n").unwrap();
    let message = read(&path).unwrap_err().to_string();
    assert!(
        message.starts_with(&format!("{}, line 1: the banner", path.display())),
        "{message}"
    );
}

#[test]
fn a_good_file_cut_anywhere_is_refused_unless_only_its_last_line_end_is_missing() {
    let whole = format!("{SYMMETRIC}% about\n3 3 4\n1 1 4.5\n2 1 -1\n2 2 45\n3 3 2\n");
    for cut in 0..whole.len() - 1 {
        assert!(
            parse(&whole.as_bytes()[..cut]).is_err(),
            "cut to {cut} bytes"
        );
    }
    assert_eq!(
        parse(whole.trim_end().as_bytes()).map_err(|(_, fault)| fault.to_string()),
        parse(whole.as_bytes()).map_err(|(_, fault)| fault.to_string())
    );
}
