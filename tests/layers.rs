//! Inside the engine nothing points upward: it knows no protocol. (Between crates Cargo sees to it.)

use std::fs;
use std::path::Path;

#[test]
fn nothing_points_upward() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/engine/src");
    let mut seen = 0;
    for entry in fs::read_dir(sources).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "rs") && !path.ends_with("tests.rs") {
            let text = fs::read_to_string(&path).unwrap();
            let uses =
                ["crate::protocol", "super::protocol", "use protocol"].iter().any(|way| text.contains(way));
            assert!(!uses, "{} uses a protocol", path.display());
            seen += 1;
        }
    }
    assert!(seen > 8);
}
