//! `--svg`, `--png` and `--pdf`, and plots by their extension.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::support::{instances, run};

/// A folder with one board.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::copy(instances("chexers").join("stepping-stones.json"), folder.path().join("board.json")).unwrap();
    folder
}

fn shell(folder: &Path, arguments: &str) -> String {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("exec \"$0\" {arguments}"), env!("CARGO_BIN_EXE_pathmax")]);
    command.current_dir(folder).stdin(Stdio::null());
    run(command)
}

/// The width and height in the root element of an SVG file.
fn svg_size(file: &Path) -> [f64; 2] {
    let text = fs::read_to_string(file).unwrap();
    ["width", "height"].map(|name| {
        let value = text.split(&format!(" {name}=\"")).nth(1).unwrap();
        value.split('"').next().unwrap().parse().unwrap()
    })
}

/// The width and height in the header of a PNG file, which are big-endian numbers at fixed places.
fn png_size(file: &Path) -> [u32; 2] {
    let bytes = fs::read(file).unwrap();
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.ends_with(b"IEND\xaeB`\x82"), "{}", file.display());
    [16, 20].map(|place| u32::from_be_bytes(bytes[place..place + 4].try_into().unwrap()))
}

/// The width and height of the only page of a PDF file, in points.
fn pdf_size(file: &Path) -> [f64; 2] {
    let bytes = fs::read(file).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    assert!(text.starts_with("%PDF-") && text.trim_end().ends_with("%%EOF"), "{}", file.display());
    let boxes: Vec<&str> = text.split("/MediaBox").skip(1).collect();
    let [page] = boxes[..] else { panic!("{} pages", boxes.len()) };
    let numbers: Vec<f64> = page
        .trim_start_matches([' ', '['])
        .split(']')
        .next()
        .unwrap()
        .split(' ')
        .map(|number| number.parse().unwrap())
        .collect();
    assert_eq!(numbers[..2], [0.0, 0.0]);
    [numbers[2], numbers[3]]
}

#[test]
fn every_command_with_a_picture_writes_all_formats_at_once() {
    for command in [
        "show board.json --svg a.svg --png a.png --pdf a.pdf",
        "show board.json --solution --svg a.svg --png a.png --pdf a.pdf",
        "map board.json --svg a.svg --png a.png --pdf a.pdf",
        "audit board.json --heuristic jump-distance --svg a.svg --png a.png --pdf a.pdf",
        "compare board.json --plot a.svg --plot a.png --plot a.pdf",
    ] {
        let folder = folder();
        let output = shell(folder.path(), command);
        assert!(output.starts_with("status 0\n"), "{command}: {output}");
        let file = |name: &str| folder.path().join(name);
        let svg = svg_size(&file("a.svg"));
        assert_eq!(png_size(&file("a.png")), svg.map(|length| (length * 2.0).ceil() as u32), "{command}");
        for (page, picture) in pdf_size(&file("a.pdf")).iter().zip(svg) {
            assert!((page - picture * 0.75).abs() < 0.01, "{command}: {page} points, {picture} pixels");
        }
    }
}

#[test]
fn the_resolution_of_an_image_can_be_chosen() {
    let folder = folder();
    let sizes = [96, 300].map(|dpi| {
        let output = shell(folder.path(), &format!("show board.json --png a.png --dpi {dpi}"));
        assert_eq!(output, "status 0\n");
        png_size(&folder.path().join("a.png"))
    });
    let ratio = f64::from(sizes[1][0]) / f64::from(sizes[0][0]);
    assert!((ratio - 300.0 / 96.0).abs() < 0.01, "{sizes:?}");
}

#[test]
fn a_picture_can_be_printed_to_a_pipe() {
    let folder = folder();
    assert_eq!(shell(folder.path(), "show board.json --png - > a.png"), "status 0\n");
    assert_eq!(shell(folder.path(), "audit board.json -H null --svg a.svg --pdf - > a.pdf"), "status 0\n");
    png_size(&folder.path().join("a.png"));
    pdf_size(&folder.path().join("a.pdf"));
}

#[test]
fn wrong_usage_of_picture_files() {
    let folder = folder();
    let refused = |arguments: &str| {
        let output = shell(folder.path(), arguments);
        assert!(output.starts_with("status 2\n"), "{output}");
        let error = output.lines().skip_while(|line| !line.starts_with("error"));
        error.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
    };
    let refusals = [
        "show board.json --svg a.png",
        "show board.json --png a.jpeg",
        "show board.json --pdf a.svg",
        "map board.json --png a.pdf",
        "compare board.json --plot a.jpeg",
        "compare board.json --plot -",
        "compare board.json --plot a.pdf --plot a.pdf",
        "show board.json --svg - --png -",
        "show board.json --png a --pdf a",
        "show board.json --png a.png --dpi 0",
        "show board.json --svg a.svg --dpi 300",
        "show board.json --png a.png --play",
        "map board.json --png a.png --json",
        "audit board.json --pdf - --json",
        "audit chexers --png a.png",
        "show board.json --solution --png a.png --dpi 2400",
    ];
    let refusals = refusals.map(|arguments| format!("{arguments}\n{}", refused(arguments)));
    insta::assert_snapshot!(refusals.join("\n\n"), @"
    show board.json --svg a.png
    error: invalid value 'a.png' for '--svg <FILE>': --svg writes SVG; give a name that ends in .svg, or use --png

    show board.json --png a.jpeg
    error: invalid value 'a.jpeg' for '--png <FILE>': --png writes PNG; give a name that ends in .png

    show board.json --pdf a.svg
    error: invalid value 'a.svg' for '--pdf <FILE>': --pdf writes PDF; give a name that ends in .pdf, or use --svg

    map board.json --png a.pdf
    error: invalid value 'a.pdf' for '--png <FILE>': --png writes PNG; give a name that ends in .png, or use --pdf

    compare board.json --plot a.jpeg
    error: invalid value 'a.jpeg' for '--plot <FILE>': plots are written as SVG, PNG or PDF; give a name that ends in .svg, .png or .pdf

    compare board.json --plot -
    error: invalid value '-' for '--plot <FILE>': the plot cannot be printed; give a file

    compare board.json --plot a.pdf --plot a.pdf
    error: a.pdf: --plot and --plot would both write this file; give one of them another file

    show board.json --svg - --png -
    error: --svg - and --png - both print to standard output; give a file for one of them

    show board.json --png a --pdf a
    error: a: --png and --pdf would both write this file; give one of them another file

    show board.json --png a.png --dpi 0
    error: invalid value '0' for '--dpi <N>': 0 is not in 24..=2400

    show board.json --svg a.svg --dpi 300
    error: the following required arguments were not provided:
      --png <FILE>

    show board.json --png a.png --play
    error: the argument '--play' cannot be used with:
      --svg <FILE>
      --png <FILE>
      --pdf <FILE>
      --animation <FILE>
      --html <FILE>

    map board.json --png a.png --json
    error: the argument '--json' cannot be used with:
      --svg <FILE>
      --png <FILE>
      --pdf <FILE>

    audit board.json --pdf - --json
    error: --json and --pdf - both print to standard output; give a file for --pdf

    audit chexers --png a.png
    error: --png requires a board file instead of the name of a puzzle

    show board.json --solution --png a.png --dpi 2400
    error: a.png: the image would have 33065 × 20565 pixels at 2400 dpi, more than 100000000; lower the resolution, or write SVG or PDF
    ");
    assert_output!(shell(folder.path(), "show board.json --png nowhere/a.png"), @"
    status 2
    --- stderr
    error: nowhere/a.png: cannot be written: there is no folder nowhere
    ");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}
