//! The engine's process: logs to standard error, everything else in the library.

fn main() -> anyhow::Result<std::process::ExitCode> {
    env_logger::init();
    fourscore::cli::run()
}
