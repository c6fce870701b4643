//! The normal distribution: just what error bars and likelihoods of superiority need.

/// The probability that a standard normal variable is less than `z`: the complementary error function by a series
/// near zero and by Lentz's continued fraction in the tails, each to about 1e-12.
#[must_use]
pub fn cumulative(z: f64) -> f64 {
    let half_erfc = |x: f64| 0.5 * erfc_positive(x);
    let x = z.abs() / std::f64::consts::SQRT_2;
    if z < 0.0 { half_erfc(x) } else { 1.0 - half_erfc(x) }
}

fn erfc_positive(x: f64) -> f64 {
    if x > 30.0 {
        return 0.0;
    }
    let scale = (-x * x).exp() / std::f64::consts::PI.sqrt();
    if x < 2.0 {
        // erf(x) = 2/sqrt(pi) exp(-x^2) sum (2x^2)^n x / (1 3 5 ... (2n+1))
        let (mut term, mut sum, mut n) = (x, x, 1.0);
        while term > sum * 1e-17 {
            term *= 2.0 * x * x / (2.0 * n + 1.0);
            sum += term;
            n += 1.0;
        }
        1.0 - 2.0 * scale * sum
    } else {
        // erfc(x) = exp(-x^2)/sqrt(pi) / (x + (1/2)/(x + 1/(x + (3/2)/(x + ...)))), from the inside out.
        let fraction = (1..=60).rev().fold(x, |inner, n| x + 0.5 * f64::from(n) / inner);
        scale / fraction
    }
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
