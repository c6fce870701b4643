//! What is tuned, and how, as typed: one struct is the table `[tune]` of a TOML file and the flags of `fourscore-match tune`.

use super::check::count;
use anyhow::{Result, anyhow, bail};
use clap::Args;
use serde::{Deserialize, Serialize};

/// What `param` looks like, for messages.
const FORM: &str =
    "a parameter is NAME (a spin option with bounds) or NAME=START:MIN:MAX or NAME=START:MIN:MAX:STEP";

/// A run of tuning as typed; whatever was not typed is `None`.
#[derive(Clone, Debug, Default, Args, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[command(next_help_heading = "Tuning")]
pub struct RawTune {
    /// An option to be tuned: NAME=START:MIN:MAX or NAME=START:MIN:MAX:STEP, one of the first three with a decimal point if values are no whole numbers; NAME alone as announced
    #[arg(long, value_name = "PARAM")]
    pub param: Vec<String>,
    /// Iterations, each a match of --pairs between two perturbed engines [default: 1000]
    #[arg(long, value_name = "N")]
    pub iterations: Option<u64>,
    /// How far a parameter moves at the end of the run, in steps for each game won more than lost [default: 0.02]
    #[arg(long, value_name = "R")]
    pub rate: Option<f64>,
    /// Pairs of the test of the tuned engine against the first one, at most; 0 for none [default: 1000]
    #[arg(long, value_name = "N")]
    pub test_pairs: Option<u64>,
}

/// A run of tuning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tune {
    pub params: Vec<Param>,
    pub iterations: usize,
    pub rate: f64,
    /// Pairs of the test at the end, at most.
    pub test_pairs: usize,
}

/// An option that is tuned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Param {
    pub name: String,
    /// Start, least and greatest value; `None`: as the engine announces them.
    pub range: Option<[f64; 3]>,
    /// How far it is perturbed at the end of the run; `None`: a twentieth of the range.
    pub step: Option<f64>,
    /// Whether it is a whole number.
    pub whole: bool,
}

impl RawTune {
    /// Gives what was typed, and behind it what stands in a file, its meaning.
    pub(crate) fn checked(&self, file: Option<&Self>) -> Result<Tune> {
        let file = file.cloned().unwrap_or_default();
        let params = if self.param.is_empty() { &file.param } else { &self.param };
        if params.is_empty() {
            bail!("tune: there is no --param: {FORM}");
        }
        let rate = self.rate.or(file.rate).unwrap_or(0.02);
        if !(rate > 0.0 && rate <= 1.0) {
            bail!("rate = {rate}: rate is a number above 0, at most 1");
        }
        let params = params.iter().map(|text| Param::parse(text)).collect::<Result<Vec<_>>>()?;
        if let Some(twice) =
            params.iter().enumerate().find(|(n, it)| params[..*n].iter().any(|o| o.name == it.name))
        {
            bail!("param: {} is given twice", twice.1.name);
        }
        Ok(Tune {
            params,
            iterations: count(
                "iterations",
                self.iterations.or(file.iterations).unwrap_or(1000),
                1,
                1_000_000,
            )?,
            rate,
            test_pairs: count(
                "test-pairs",
                self.test_pairs.or(file.test_pairs).unwrap_or(1000),
                0,
                1_000_000,
            )?,
        })
    }
}

impl Param {
    fn parse(text: &str) -> Result<Self> {
        let refused = |what: &str| anyhow!("param = '{text}': {what}; {FORM}");
        let Some((name, numbers)) = text.rsplit_once('=') else {
            return Ok(Self { name: text.to_owned(), range: None, step: None, whole: true });
        };
        let whole = !numbers.split(':').take(3).any(|number| number.contains('.'));
        let numbers: Option<Vec<f64>> = numbers.split(':').map(|number| number.parse().ok()).collect();
        let numbers = numbers.filter(|all| all.iter().all(|number: &f64| number.is_finite()));
        let (range, step) = match numbers.as_deref() {
            Some(&[start, min, max]) => ([start, min, max], None),
            Some(&[start, min, max, step]) => ([start, min, max], Some(step)),
            _ => return Err(refused("these are not three or four numbers")),
        };
        if !(range[1] < range[2] && range[0] >= range[1] && range[0] <= range[2]) {
            return Err(refused("START lies from MIN to MAX, and MIN is less than MAX"));
        }
        if step.is_some_and(|step| step <= 0.0 || (whole && step < 0.5)) {
            return Err(refused("STEP is above 0, of a whole number at least 0.5"));
        }
        Ok(Self { name: name.to_owned(), range: Some(range), step, whole })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_read_and_mistakes_named() {
        let file: RawTune = toml::from_str("param = [\"A=1:0:5\"]\niterations = 7\nrate = 0.1\n").unwrap();
        let tune = RawTune::default().checked(Some(&file)).unwrap();
        assert_eq!((tune.iterations, tune.rate, tune.test_pairs), (7, 0.1, 1000));
        assert_eq!(tune.params[0].range, Some([1.0, 0.0, 5.0]));
        let typed =
            |param: &str| RawTune { param: vec![param.into()], ..RawTune::default() }.checked(Some(&file));
        let half = typed("X=Y=0.5:0:1:0.1").unwrap().params.remove(0);
        assert_eq!((half.name.as_str(), half.step, half.whole), ("X=Y", Some(0.1), false));
        assert_eq!(typed("Alone").unwrap().params[0].range, None);
        for (param, part) in [
            ("A=1", "three or four numbers"),
            ("A=x:0:1", "three or four numbers"),
            ("A=2:0:1", "START lies from MIN to MAX"),
            ("A=1:0:5:0.1", "is above 0"),
            ("A=1.0:0:5:0", "is above 0"),
        ] {
            let error = typed(param).unwrap_err();
            assert!(error.to_string().contains(part), "{param}: {error}");
        }
        assert!(RawTune::default().checked(None).unwrap_err().to_string().contains("there is no --param"));
    }
}
