# The program alone, static, as a user without rights; it writes to /data and nowhere else.
# An exact tag may still be moved. Pin the digest that this prints: docker buildx imagetools inspect golang:1.26.8-bookworm
FROM golang:1.26.8-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
# What the program says it is: docker build --build-arg VERSION=$(git describe --tags --always --dirty) .
ARG VERSION=
RUN CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X main.release=$VERSION" -o /out/cardroom ./cmd/cardroom && mkdir /out/data

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /out/cardroom /cardroom
COPY --from=build --chown=65532:65532 /out/data /data
USER 65532:65532
WORKDIR /data
VOLUME /data
ENV STORE_URL=file:/data/cardroom.db HTTP_ADDR=127.0.0.1:9090 GOTRACEBACK=none
HEALTHCHECK --interval=30s --timeout=5s --start-period=40s CMD ["/cardroom", "health"]
ENTRYPOINT ["/cardroom"]
