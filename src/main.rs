//! The engine's process: logs to standard error, everything else in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    fourscore::logging::start("error");
    fourscore::cli::run().unwrap_or_else(|error| {
        eprintln!("Error: {error:#}");
        ExitCode::FAILURE
    })
}
