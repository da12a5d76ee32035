# docker build -t stickerpack . && docker run --rm -v "$PWD:/work:ro" stickerpack lint Stickers
FROM swift:6.2-bookworm AS build
WORKDIR /source
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libdeflate-dev libgif-dev libjpeg-dev libpng-dev libwebp-dev libzopfli-dev make pkg-config \
  && rm -rf /var/lib/apt/lists/*
COPY Makefile Package.swift ./
COPY Sources Sources
COPY Plugins Plugins
COPY Tests Tests
COPY Tools Tools
RUN make install PREFIX=/image/usr/local \
  && install -d -m 1777 /image/tmp

# The program needs nothing else.
FROM scratch
COPY --from=build /image /
USER 65534:65534
WORKDIR /work
ENTRYPOINT ["stickerpack"]
CMD ["--help"]
