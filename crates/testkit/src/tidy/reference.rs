//! The reference of the configuration, made from the parameters' own descriptions.

use std::fmt::Write;

use omoide_core::Parameters;
use omoide_core::parameters::{Limits, Parameter, Value};

const HEAD: &str = "\
# Configuration

This page is generated from the parameters themselves; `just bless` rewrites it.

Parameters stand in `omoide.toml` under their section, or are set for one command with
`--set section.key=value`. `omoide config check` names what is wrong with a file, `omoide config show`
prints what is in force, and `omoide config schema` prints a JSON schema.

The last column says where a parameter comes from: *S0* is the design document 記憶システム設計書, *S3*
Nexus Ark 記憶システム仕様書 and *S4* AnimaWorks 記憶システム設計仕様書, by section; *SPEC* is what goes beyond it, and a mark such as *C6* is a correction to it, explained in
[forgetting.md](../forgetting.md).
";

/// The text of `docs/reference/configuration.md`.
pub fn configuration_reference() -> String {
    let mut page = HEAD.to_owned();
    let mut section = String::new();
    Parameters::default().visit(&mut |parameter, value| {
        let (here, _) = parameter.path.split_once('.').expect("a parameter has a section");
        if here != section {
            section = here.to_owned();
            page.push_str(&format!("\n## {section}\n\n"));
            page.push_str("| parameter | default | values | unit | what it does | from |\n");
            page.push_str("|---|---|---|---|---|---|\n");
        }
        row(&mut page, &parameter, value);
    });
    page
}

fn row(page: &mut String, parameter: &Parameter, value: Value) {
    let Parameter { path, summary, unit, section, .. } = parameter;
    let values = values(&parameter.limits);
    writeln!(page, "| `{path}` | `{value}` | {values} | {unit} | {summary} | {section} |")
        .expect("a string takes all that is written to it");
}

fn values(limits: &Limits) -> String {
    match limits {
        Limits::OneOf(words) => words.iter().map(|word| format!("`\"{word}\"`")).collect::<Vec<_>>().join(", "),
        Limits::Between(..) | Limits::Switch | Limits::Line(_) | Limits::Names(_) | Limits::SwitchOrNames(_) => {
            limits.to_string()
        }
    }
}
