# syntax=docker/dockerfile:1
# Every test of the libraries in a container: `docker build -f config/test.Dockerfile .`. The end-to-end tests need Chromium and run in CI.
FROM rust:1.95-slim-trixie@sha256:ee4fa026a11f9e8b1b00568364a880dc720409bb94b0e6800f63f974f9c909d5
RUN apt-get update && apt-get install -y --no-install-recommends postgresql && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN cargo test --release --locked --package rules --package render --package bot
