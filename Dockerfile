# syntax=docker/dockerfile:1
# The image of the bot: `docker build -t sumito .`. docs/host/container.md says how to run it.
# The first layer builds the dependencies, so that a change in our crates rebuilds only our crates.

FROM rust:1.95-slim-bookworm AS build
WORKDIR /src
COPY Cargo.toml Cargo.lock rust-toolchain.toml ./
COPY rules/Cargo.toml rules/
COPY render/Cargo.toml render/
COPY bot/Cargo.toml bot/
COPY sandbox/Cargo.toml sandbox/
COPY tests/Cargo.toml tests/
# Cargo refuses manifests whose benchmarks and programs are missing.
COPY sandbox/src/bin sandbox/src/bin
COPY rules/benches rules/benches
COPY render/benches render/benches
COPY tests/benches tests/benches
RUN for crate in rules render bot sandbox tests; do mkdir -p $crate/src; : > $crate/src/lib.rs; done \
 && echo 'fn main() {}' > bot/src/main.rs \
 && cargo build --release --locked --package bot --lib --bin sumito
COPY . .
# Git's own folder stays outside: the version names the commit that it is told.
ARG SUMITO_COMMIT= SUMITO_COMMIT_DATE=
RUN find rules render bot sandbox -name '*.rs' -exec touch {} + \
 && cargo build --release --locked --package bot --bin sumito

FROM debian:bookworm-slim
# Fonts for names in every script: 42 MB, and 39 MB more for Chinese, Japanese and Korean without their serif cuts.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates fonts-noto-core fonts-noto-cjk \
 && rm -rf /var/lib/apt/lists/* /usr/share/fonts/opentype/noto/NotoSerifCJK-* \
 && useradd --system --uid 10001 --home-dir /data --no-create-home sumito \
 && mkdir /data && chown sumito /data
COPY --from=build /src/target/release/sumito /usr/local/bin/sumito
COPY LICENSE LICENSE-MIT LICENSE-APACHE LICENSE-FONTS /usr/share/doc/sumito/
USER sumito
WORKDIR /
VOLUME /data
# The bot writes to /data only, so the file system may be read-only.
# Two arenas of the allocator instead of eight a core: some megabytes less.
ENV SUMITO__DATABASE__URL=sqlite:///data/sumito.db SUMITO__METRICS__LISTEN=127.0.0.1:9464 MALLOC_ARENA_MAX=2
HEALTHCHECK --interval=30s --timeout=15s --start-period=60s CMD ["sumito", "health"]
ENTRYPOINT ["sumito"]
CMD ["run"]
