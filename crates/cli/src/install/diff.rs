//! What a change does to a file, as a unified diff.

use std::path::Path;

/// The lines that differ, with three around them; nothing of what does not differ.
pub fn unified(file: &Path, before: Option<&str>, after: Option<&str>) -> String {
    let name = |text: Option<&str>| if text.is_some() { file.display().to_string() } else { "/dev/null".to_owned() };
    let (from, to) = (before.unwrap_or_default(), after.unwrap_or_default());
    similar::TextDiff::from_lines(from, to).unified_diff().header(&name(before), &name(after)).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_file_comes_from_nowhere_and_a_removed_one_goes_there() {
        let file = Path::new("a.json");
        assert_eq!(unified(file, None, Some("{}\n")), "--- /dev/null\n+++ a.json\n@@ -0,0 +1 @@\n+{}\n");
        assert_eq!(unified(file, Some("{}\n"), None), "--- a.json\n+++ /dev/null\n@@ -1 +0,0 @@\n-{}\n");
        assert_eq!(unified(file, Some("{}\n"), Some("{}\n")), "");
    }
}
