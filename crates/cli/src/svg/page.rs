//! One SVG file in the making: its frame, axes, shapes, legend and words.

use super::Caption;
use crate::plot::{Label, axis_number};
use crate::width::width;

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 480.0;
/// What the plot leaves free: above for title and legend, below and left for the axes.
const TOP: f64 = 84.0;
const BOTTOM: f64 = 58.0;
const LEFT: f64 = 84.0;
/// About as wide as a column of text is; only the legend's distances depend on it.
const COLUMN: f64 = 7.4;

/// Colours by theme. Bands differ in lightness too, so that a grey print can be read.
const STYLE: &str = "\
text{font:13px system-ui,'Hiragino Sans','Noto Sans CJK JP','Noto Sans JP',sans-serif;fill:#333a45}
.title{font-size:19px;font-weight:600;fill:#14181f}.quiet{fill:#667080}
.back{fill:#ffffff}.axis{stroke:#9aa3b0}.threshold{stroke:#9aa3b0;stroke-dasharray:2 4}
.line{fill:none;stroke-width:2.5;stroke-linejoin:round}.l0{stroke:#10609c}.l1{stroke:#b0529a;stroke-dasharray:7 5}\
.l2{stroke:#8a6d00;stroke-dasharray:2 4}
.b0{fill:#10507f}.b1{fill:#2f9c95}.b2{fill:#f0c14b}.b3{fill:#d5d9df}
@media(prefers-color-scheme:dark){text{fill:#c8ced8}.title{fill:#f2f4f7}.quiet{fill:#98a2b1}.back{fill:#14171c}
.axis,.threshold{stroke:#6b7482}.l0{stroke:#5fb3f0}.l1{stroke:#e58fd0}.l2{stroke:#e6c34a}
.b0{fill:#7cc4f5}.b1{fill:#3f9d96}.b2{fill:#a07a1c}.b3{fill:#3a404a}}
";

/// How many styles of lines and bands there are.
const STYLES: usize = 4;

/// An SVG file in the making.
pub(super) struct SvgPage {
    text: String,
    x_range: (f64, f64),
    y_end: f64,
    /// Where the plot ends on the right.
    right: f64,
}

impl SvgPage {
    pub(super) fn new(caption: &Caption, x_range: (f64, f64), y_end: f64, margin: f64) -> Self {
        let x_range = if x_range.1 > x_range.0 { x_range } else { (x_range.0, x_range.0 + 1.0) };
        let mut page = Self { text: String::new(), x_range, y_end, right: WIDTH - margin };
        page.add(&format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
             height=\"{HEIGHT}\" role=\"img\" aria-labelledby=\"title desc\">"
        ));
        page.add(&format!("<title id=\"title\">{}</title>", escape(&caption.title)));
        page.add(&format!("<desc id=\"desc\">{}</desc>", escape(&caption.description)));
        page.add(&format!("<style>{STYLE}</style>"));
        page.add(&format!("<rect class=\"back\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>"));
        page.words(LEFT, 34.0, "title", "start", &caption.title);
        page.words(LEFT - 8.0, TOP - 12.0, "quiet", "end", &caption.y_axis);
        page.words(page.right, HEIGHT - 14.0, "quiet", "end", &caption.x_axis);
        page
    }

    pub(super) fn area(&mut self, points: &[(f64, f64)], number: usize) {
        let points = self.points(points);
        self.add(&format!("<polygon class=\"b{}\" points=\"{points}\"/>", number % STYLES));
    }

    pub(super) fn line(&mut self, points: &[(f64, f64)], number: usize) {
        let points = self.points(points);
        self.add(&format!("<polyline class=\"line l{}\" points=\"{points}\"/>", number % (STYLES - 1)));
    }

    pub(super) fn threshold(&mut self, at: f64, text: &str) {
        let y = self.y(at);
        self.rule("threshold", (LEFT, y), (self.right, y));
        self.words(self.right + 8.0, y + 4.0, "quiet", "start", text);
    }

    /// Drawn last, so that no area covers an axis.
    pub(super) fn axes(&mut self, y_values: &[f64], x_labels: &[Label]) {
        let bottom = self.y(0.0);
        for value in y_values {
            let y = self.y(*value);
            self.rule("axis", (LEFT - 5.0, y), (LEFT, y));
            self.words(LEFT - 9.0, y + 4.5, "quiet", "end", &axis_number(*value));
        }
        let (first, last) = self.x_range;
        for label in x_labels.iter().filter(|label| (first..=last).contains(&label.at)) {
            let x = self.x(label.at);
            self.rule("axis", (x, bottom), (x, bottom + 5.0));
            self.words(x, bottom + 20.0, "quiet", "middle", &label.text);
        }
        self.rule("axis", (LEFT, TOP), (LEFT, bottom));
        self.rule("axis", (LEFT, bottom), (self.right, bottom));
    }

    pub(super) fn area_legend<'a>(&mut self, names: impl Iterator<Item = &'a str>) {
        self.legend(names, 14.0, |x, number| {
            format!("<rect class=\"b{}\" x=\"{x:.1}\" y=\"48\" width=\"14\" height=\"14\" rx=\"2\"/>", number % STYLES)
        });
    }

    pub(super) fn line_legend<'a>(&mut self, names: impl Iterator<Item = &'a str>) {
        self.legend(names, 28.0, |x, number| {
            format!("<path class=\"line l{}\" d=\"M{x:.1} 55h28\"/>", number % (STYLES - 1))
        });
    }

    pub(super) fn finish(mut self) -> String {
        self.add("</svg>");
        self.text
    }

    fn legend<'a>(
        &mut self,
        names: impl Iterator<Item = &'a str>,
        sample_width: f64,
        sample: impl Fn(f64, usize) -> String,
    ) {
        let mut x = LEFT;
        for (number, name) in names.enumerate() {
            self.add(&sample(x, number));
            self.words(x + sample_width + 7.0, 59.5, "", "start", name);
            x += sample_width + 33.0 + width(name) as f64 * COLUMN;
        }
    }

    fn x(&self, value: f64) -> f64 {
        let (first, last) = self.x_range;
        LEFT + (value - first) / (last - first) * (self.right - LEFT)
    }

    fn y(&self, value: f64) -> f64 {
        HEIGHT - BOTTOM - value / self.y_end * (HEIGHT - TOP - BOTTOM)
    }

    fn points(&self, points: &[(f64, f64)]) -> String {
        let points = points.iter().map(|(x, y)| format!("{:.1},{:.1}", self.x(*x), self.y(*y)));
        points.collect::<Vec<_>>().join(" ")
    }

    fn rule(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let ((x1, y1), (x2, y2)) = (from, to);
        self.add(&format!("<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"));
    }

    fn words(&mut self, x: f64, y: f64, class: &str, anchor: &str, text: &str) {
        if text.is_empty() {
            return;
        }
        let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
        self.add(&format!("<text{class} x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>", escape(text)));
    }

    fn add(&mut self, element: &str) {
        self.text.push_str(element);
        self.text.push('\n');
    }
}

/// `text` as XML may hold it: markup escaped, and without the characters that XML has no way to write.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\t' | '\r' => escaped.push(' '),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
            other => escaped.push(other),
        }
    }
    escaped
}
