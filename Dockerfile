# docker build -t stickerpack . && docker run --rm -v "$PWD:/work:ro" stickerpack lint Stickers
FROM swift:6.2-bookworm AS build
WORKDIR /source
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libdeflate-dev libgif-dev libjpeg-dev libpng-dev libzopfli-dev pkg-config \
  && rm -rf /var/lib/apt/lists/*
COPY Package.swift ./
COPY Sources Sources
COPY Plugins Plugins
COPY Tests Tests
COPY Tools Tools
RUN swift build -c release --product stickerpack --static-swift-stdlib \
  && strip .build/release/stickerpack

FROM debian:bookworm-slim
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libdeflate0 libgif7 libjpeg62-turbo libpng16-16 libzopfli1 \
  && rm -rf /var/lib/apt/lists/*
COPY --from=build /source/.build/release/stickerpack /usr/local/bin/stickerpack
USER 65534:65534
WORKDIR /work
ENTRYPOINT ["stickerpack"]
CMD ["--help"]
