//! The checker depends on no other package of the workspace: it could not check what it shares.

use std::process::Command;

/// The lines of `cargo tree`: a package each, with its folder if it is not from a registry.
fn tree(arguments: &[&str]) -> Vec<String> {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = command.args(["tree", "--prefix", "none", "--locked"]).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect()
}

fn names(lines: Vec<String>) -> Vec<String> {
    lines.iter().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

#[test]
fn no_package_of_the_workspace_is_below_the_checker() {
    let members = names(tree(&["--workspace", "--depth", "0"]));
    assert!(members.iter().any(|name| name == "fourscore"), "{members:?}");
    let below = names(tree(&["--package", "proof-checker", "--edges", "normal,build,dev"]));
    assert!(below.iter().any(|name| name == "clap"), "{below:?}");
    let shared: Vec<_> = members.iter().filter(|member| below.contains(member)).collect();
    assert_eq!(shared, ["proof-checker"]);
}
