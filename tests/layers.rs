//! Inside the engine nothing points upward: the engine knows no protocol, and neither knows the command line. (Between crates Cargo
//! sees to it.)

use std::fs;
use std::path::Path;

/// The source files below this folder with their text, tests left out.
fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") && !path.ends_with("tests.rs") {
            let text = fs::read_to_string(&path).unwrap();
            let product = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default().to_owned();
            found.push((path.display().to_string(), product));
        }
    }
}

#[test]
fn nothing_points_upward() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (folder, above) in [("engine", &["protocol", "cli"][..]), ("protocol", &["cli"])] {
        let mut files = Vec::new();
        sources(&src.join(folder), &mut files);
        assert!(files.len() > 5, "{folder}");
        for (name, text) in files {
            for upper in above {
                assert!(!text.contains(&format!("crate::{upper}")), "{name} uses {upper}");
            }
        }
    }
}
