//! The engine's process: logs to standard error, everything else in the library.

fn main() -> anyhow::Result<std::process::ExitCode> {
    fourscore::logging::start("error");
    fourscore::cli::run()
}
