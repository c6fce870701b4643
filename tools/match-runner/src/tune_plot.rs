//! The path of the parameters of a tuning run as a picture: a row of its own for each, with its bounds and its start.

use crate::columns::escaped;
use crate::tune::Run;
use std::fmt::Write;

/// A row is so wide and high, with so much to its left.
const SIZE: [f64; 3] = [560.0, 110.0, 90.0];
/// A line has no more points than this.
const POINTS: usize = 400;

/// The picture as SVG.
pub(crate) fn plot(run: &Run) -> String {
    let [width, height, left] = SIZE;
    let row = height + 50.0;
    let all = run.path.len().saturating_sub(1).max(1);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{:.0}\" height=\"{:.0}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        width + left + 20.0,
        row * run.params.len() as f64 + 10.0
    );
    for (index, param) in run.params.iter().enumerate() {
        let top = row * index as f64 + 28.0;
        let y = |value: f64| top + height * (1.0 - (value - param.min) / (param.max - param.min));
        let x = |iteration: usize| left + width * iteration as f64 / all as f64;
        let step = run.path.len() / POINTS + 1;
        let kept = run.path.iter().enumerate().filter(|(number, _)| number % step == 0 || *number == all);
        let points: String =
            kept.map(|(number, values)| format!("{:.1},{:.1} ", x(number), y(values[index]))).collect();
        let told = |value: f64| param.text(value, 0.5);
        let (name, first) = (escaped(&param.name), told(param.start));
        let last = told(run.path.last().map_or(param.start, |values| values[index]));
        let (above, right, start) = (top - 8.0, left + width, y(param.start));
        let _ = writeln!(
            out,
            "<text x=\"{left}\" y=\"{above}\">{name}: {first} → {last}</text>\n\
             <rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"#999\"/>\n\
             <line x1=\"{left}\" x2=\"{right}\" y1=\"{start:.1}\" y2=\"{start:.1}\" stroke=\"#999\" stroke-dasharray=\"4 4\"/>\n\
             <polyline points=\"{points}\" fill=\"none\" stroke=\"#1f5fa8\" stroke-width=\"1.5\"/>"
        );
        for value in [param.min, f64::midpoint(param.min, param.max), param.max] {
            let text = if param.whole { told(value) } else { format!("{value:.4}") };
            let _ = writeln!(
                out,
                "<text x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>",
                left - 6.0,
                y(value) + 4.0
            );
        }
        for (iteration, anchor) in [(0, "start"), (all, "end")] {
            let _ = writeln!(
                out,
                "<text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"{anchor}\">{iteration}</text>",
                x(iteration),
                top + height + 14.0
            );
        }
    }
    out + "</svg>\n"
}
