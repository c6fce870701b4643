#!/usr/bin/env bash
# Makes the pictures of the README and of docs/guide/board.md again, in docs/board/, with the browser that the tests use; then
# prints what docs/guide/board.md says of speed and memory, measured here. It is the release build that is pictured and measured.
set -euo pipefail
cd "$(dirname "$0")/../../.."
cargo build --release -p board --locked
BOARD="$(cd "${CARGO_TARGET_DIR:-target}" && pwd)/release/fourscore-board"
export BOARD
cargo test -p board --test page --locked pictures -- --ignored --nocapture --test-threads 1
cargo test -p board --test page --locked memory_stays_flat -- --nocapture
ls -l docs/board
