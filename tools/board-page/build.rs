//! Searches go deep: the module gets as much stack as the searcher's thread has elsewhere.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo:rustc-link-arg=-zstack-size={}", 16 << 20);
    }
}
