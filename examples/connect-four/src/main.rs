//! `cargo run -p connect-four`: an engine of Connect Four that speaks UGI and UCI.

use connect_four::GAMES;
use engine::Engine;
use engine::protocol::native;

fn main() -> anyhow::Result<()> {
    native::run_stdio(Engine::new(&GAMES)?)
}
