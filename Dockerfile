# The server as a container: built from this checkout, run as a user of its own. It reaches for nothing on the network but the database that
# it is told of, and push services.
#
#   docker build -t quinta .
#   docker run -p 4141:4141 -v quinta:/data quinta
FROM rust:1-bookworm AS build
WORKDIR /src
COPY . .
RUN cargo build --profile dist --locked --package quinta

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 4141 --user-group --home-dir /data --shell /usr/sbin/nologin quinta \
    && install -d -o quinta -g quinta -m 0700 /data
COPY --from=build /src/target/dist/quinta /usr/bin/quinta
COPY dist/healthcheck /usr/bin/quinta-healthcheck
USER 4141:4141
ENV QUINTA_LISTEN=0.0.0.0 QUINTA_PORT=4141 QUINTA_DATA=/data
VOLUME /data
EXPOSE 4141
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 CMD ["quinta-healthcheck"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["quinta"]
CMD ["serve"]
