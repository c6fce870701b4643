//! Tests of the engine between two lines.
