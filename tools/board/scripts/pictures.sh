#!/usr/bin/env bash
# Makes the pictures of the README and of docs/board.md anew, in docs/board/, with the browser that the tests use; then
# prints what docs/board.md says of speed, measured here.
set -euo pipefail
cd "$(dirname "$0")/../../.."
cargo test -p board --test pictures --locked -- --ignored --nocapture --test-threads 1
ls -l docs/board
