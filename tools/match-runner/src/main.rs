//! The command; what it does is the library's `program`.

fn main() -> std::process::ExitCode {
    match_runner::program::main()
}
