# The image of the bot: `docker build -t sumito .`. docs/host/container.md says how to run it.
# The first layer builds the dependencies, so that a change in our crates rebuilds only our crates.

FROM rust:1.95-slim-trixie@sha256:ee4fa026a11f9e8b1b00568364a880dc720409bb94b0e6800f63f974f9c909d5 AS build
WORKDIR /src
COPY Cargo.toml Cargo.lock rust-toolchain.toml ./
COPY base/Cargo.toml base/
COPY rules/Cargo.toml rules/
COPY engine/Cargo.toml engine/
COPY render/Cargo.toml render/
COPY pairing/Cargo.toml pairing/
COPY games/Cargo.toml games/
COPY clubs/Cargo.toml clubs/
COPY discord/Cargo.toml discord/
COPY bot/Cargo.toml bot/
COPY sandbox/Cargo.toml sandbox/
COPY tests/Cargo.toml tests/
# Cargo accepts manifests without their examples, tests and benchmarks, because each names its path.
RUN for crate in base rules engine render pairing games clubs discord bot sandbox tests; do mkdir -p $crate/src; : > $crate/src/lib.rs; done \
 && echo 'fn main() {}' > bot/src/main.rs \
 && cargo build --release --locked --package bot --lib --bin sumito
COPY . .
# Git's own folder stays outside: the version names the commit that it is told.
ARG SUMITO_COMMIT= SUMITO_COMMIT_DATE=
RUN find base rules engine render pairing games clubs discord bot sandbox -name '*.rs' -exec touch {} + \
 && cargo build --release --locked --package bot --bin sumito
# Most licenses of crates ask to go wherever the program goes.
RUN apt-get update && apt-get install -y --no-install-recommends python3 && mkdir /licenses && cp LICENSE* /licenses \
 && .ci/release/licenses "$(uname -m)-unknown-linux-gnu" > /licenses/LICENSE-CRATES \
 && cp "$(rustc --print sysroot)/share/doc/rust/COPYRIGHT-library.html" /licenses/LICENSE-RUST.html

FROM debian:trixie-slim@sha256:3a39a0592364683e6bab97937b72cad5a8fa6dcbbee90edb3bb48c7f8e94f258 AS files
RUN apt-get update && apt-get install -y --no-install-recommends fonts-noto-core fonts-noto-cjk && mkdir /data
# What the program takes for names in every script: one weight of each family without serifs, 32 MB of 131.
WORKDIR /usr/share/fonts
RUN find . -type f -regextype posix-extended -regex '.*(Serif|Italic|Mono-|Display|UI-|Kufi|Nastaliq|SignWriting).*' -delete \
 && find . -name '*-Bold.*' | sed 's/-Bold/-Regular/' | xargs rm -f

# The C library and certificate authorities; no shell, no package manager.
FROM gcr.io/distroless/cc-debian13:nonroot@sha256:54df941ed0d06a1bd95ef5e0ce391fd8d9f94b64782dc9a60062727849ee3f97
COPY --from=files /usr/share/fonts /usr/share/fonts
COPY --from=files /usr/share/doc/fonts-noto-core/copyright /usr/share/doc/fonts-noto-core/
COPY --from=files /usr/share/doc/fonts-noto-cjk/copyright /usr/share/doc/fonts-noto-cjk/
COPY --from=files --chown=10001:10001 /data /data
COPY --from=build /licenses /usr/share/doc/sumito
COPY --from=build /src/target/release/sumito /usr/local/bin/sumito
USER 10001:10001
WORKDIR /
VOLUME /data
# The default of `database.url` is /data/sumito.db here. SQLite sorts what is larger than its memory in a file: the rest of the file system
# may be read-only. Two arenas of the allocator instead of eight a core: some megabytes less.
ENV SQLITE_TMPDIR=/data SUMITO__METRICS__LISTEN=127.0.0.1:9464 MALLOC_ARENA_MAX=2
HEALTHCHECK --interval=30s --timeout=15s --start-period=60s CMD ["sumito", "health"]
ENTRYPOINT ["sumito"]
CMD ["run"]
