//! Which of our crates may know which: every crate exists to forbid something.

/// What each crate may depend on, of ours. The tests' own dependencies are free.
const ALLOWED: [(&str, &[&str]); 10] = [
    ("omoide-core", &[]),
    ("omoide-language", &["omoide-core"]),
    ("omoide-store", &["omoide-core"]),
    ("omoide-providers", &["omoide-core"]),
    ("omoide", &["omoide-core", "omoide-language"]),
    ("omoide-server", &["omoide", "omoide-core"]),
    ("omoide-home", &["omoide", "omoide-core", "omoide-language", "omoide-providers", "omoide-server", "omoide-store"]),
    ("omoide-cli", &["omoide", "omoide-core", "omoide-home", "omoide-language", "omoide-providers", "omoide-server"]),
    ("omoide-testkit", &["omoide", "omoide-core", "omoide-language", "omoide-store"]),
    ("omoide-fuzz", &["omoide", "omoide-core", "omoide-language", "omoide-server", "omoide-testkit"]),
];

/// What a crate's `Cargo.toml` says of our crates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manifest {
    /// The crate's name.
    pub name: String,
    /// Our crates that it is built with; those of its tests are not meant.
    pub depends_on: Vec<String>,
}

impl Manifest {
    /// Reads a `Cargo.toml` of the workspace; a file without a package is none.
    pub fn parse(toml: &str) -> Option<Self> {
        let (mut section, mut name, mut depends_on) = (String::new(), None, Vec::new());
        for line in toml.lines().map(str::trim) {
            if let Some(header) = line.strip_prefix('[') {
                section = header.trim_end_matches(']').to_owned();
                depends_on.extend(table_of_one(&section));
                continue;
            }
            let Some((key, value)) = line.split_once('=') else { continue };
            let key = key.trim().split('.').next().unwrap_or_default().trim_matches('"');
            if section == "package" && key == "name" {
                name = Some(value.trim().trim_matches('"').to_owned());
            } else if is_build_section(&section) && key.starts_with("omoide") {
                depends_on.push(key.to_owned());
            }
        }
        name.map(|name| Self { name, depends_on })
    }
}

/// What a crate depends on although it must not, in words.
pub fn forbidden_dependencies(manifest: &Manifest) -> Vec<String> {
    let Some((_, allowed)) = ALLOWED.iter().find(|(name, _)| *name == manifest.name) else {
        return vec![format!("{} is not in the list of crates and what they may depend on", manifest.name)];
    };
    let is_forbidden = |other: &&String| !allowed.contains(&other.as_str());
    manifest.depends_on.iter().filter(is_forbidden).map(|other| format!("{} knows {other}", manifest.name)).collect()
}

/// `dependencies`, `build-dependencies`, and the same below `target.….`.
fn is_build_section(section: &str) -> bool {
    let last = section.rsplit('.').next().unwrap_or_default();
    (last == "dependencies" || last == "build-dependencies") && !section.starts_with("workspace")
}

/// The crate of a section such as `dependencies.omoide-core`.
fn table_of_one(section: &str) -> Option<String> {
    let (before, name) = section.rsplit_once('.')?;
    (is_build_section(before) && name.starts_with("omoide")).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_that_knows_the_engine_is_found() {
        let toml = "[package]\nname = \"omoide-store\"\n[dependencies]\nomoide.workspace = true\n\
                    omoide-core = { path = \"../core\" }\n[dev-dependencies]\nomoide-testkit.workspace = true\n";
        let manifest = Manifest::parse(toml).expect("a package");
        assert_eq!(manifest.depends_on, ["omoide", "omoide-core"]);
        assert_eq!(forbidden_dependencies(&manifest), ["omoide-store knows omoide"]);
    }

    #[test]
    fn a_dependency_in_a_table_of_its_own_is_seen() {
        let toml = "[package]\nname = \"omoide-cli\"\n[dependencies.omoide-testkit]\npath = \"../testkit\"\n";
        let manifest = Manifest::parse(toml).expect("a package");
        assert_eq!(forbidden_dependencies(&manifest), ["omoide-cli knows omoide-testkit"]);
    }
}
