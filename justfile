# The daily commands; `just` lists them.

_default:
    @just --list

# Run every test.
test:
    .ci/test

# Check format, lints and documentation.
lint:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets --locked -- -D warnings
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked

# Rewrite the generated reference and accept changed snapshots; read the diff afterwards.
bless:
    OMOIDE_BLESS=1 INSTA_UPDATE=always cargo test --workspace --locked

# Time a night and a recall.
bench:
    benches/night
