//! The commented default file, made from the parameters' own descriptions.

use std::fmt::Write;

use omoide_core::Parameters;

use super::problem::limits;
use crate::lang::{Lang, say};

/// `omoide.toml` with every parameter at its default, commented out.
pub fn default_file(lang: Lang) -> String {
    let mut text = lang
        .pick(
            "# Omoide's configuration. Every line shows a default; remove the # to change it.\n# `omoide config \
             check` names the mistakes in this file, `omoide config show` shows the values in force.\n",
            "# Omoideの設定。各行は既定値です。変えるには行頭の # を外します。\n\
             # `omoide config check`でこの設定の誤りを、`omoide config show`で有効な値を確かめられます。\n",
        )
        .to_owned();
    let mut section = String::new();
    Parameters::default().visit(&mut |parameter, value| {
        let (here, key) = parameter.path.rsplit_once('.').unwrap_or(("", parameter.path));
        if here != section {
            section = here.to_owned();
            // Writing to a string cannot fail.
            let _ = write!(text, "\n[{section}]\n");
        }
        let allowed = limits(parameter.limits, lang);
        let _ = writeln!(text, "# {} ({allowed}; {})", parameter.summary, parameter.unit);
        let _ = writeln!(text, "# {key} = {value}");
    });
    text.push_str(&say!(
        lang,
        "\n# A profile changes some of them: omoide --profile quiet …\n\
         # [profiles.quiet]\n# retrieval.top_k = 3\n",
        "\n# プロファイルは一部だけを変えます：omoide --profile quiet …\n\
         # [profiles.quiet]\n# retrieval.top_k = 3\n"
    ));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_file_without_its_marks_says_the_defaults() {
        let text = default_file(Lang::English);
        let is_setting = |line: &&str| line.starts_with('[') || line.starts_with("# ") && line.contains(" = ");
        let (parameters, _) = text.split_once("\n# A profile").expect("profiles come last");
        let uncommented: String =
            parameters.lines().filter(is_setting).map(|line| format!("{}\n", line.trim_start_matches("# "))).collect();
        let parameters: Parameters = toml::from_str(&uncommented).expect("the default file is TOML");
        assert_eq!(parameters, Parameters::default());
    }
}
