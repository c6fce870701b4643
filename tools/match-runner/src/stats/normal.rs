//! The normal distribution: just what error bars and likelihoods of superiority need.

/// The quantile for intervals of 95 %.
pub(super) const Z: f64 = 1.959_963_984_540_054;

/// The probability that a standard normal variable is less than `z`.
pub(crate) fn cumulative(z: f64) -> f64 {
    0.5 * libm::erfc(-z / std::f64::consts::SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::cumulative;

    #[test]
    fn values_are_those_of_the_tables() {
        let table = [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_543),
            (-1.959_963_984_540_054, 0.025),
            (3.0, 0.998_650_101_968_37),
            (-5.0, 2.866_515_718_791_94e-7),
        ];
        for (z, expected) in table {
            assert!((cumulative(z) - expected).abs() < 1e-11 * expected.max(1e-3), "{z}: {}", cumulative(z));
        }
        assert!(cumulative(-1e300) >= 0.0 && cumulative(1e300) <= 1.0);
    }
}
