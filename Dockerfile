# The service for production: compiled code, its dependencies and nothing else, run by a user without rights.
# It writes to /data alone, and only when it runs its own database, so the root file system can be read-only.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /service
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY nest-cli.json tsconfig.json tsconfig.build.json ./
COPY scripts scripts
COPY migrations migrations
COPY src src
COPY admin admin
COPY cli cli
COPY verify verify
COPY console console
RUN npm run build

FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /service
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

# For backups and restores, with the programs of PostgreSQL from its own packages. Their version should be that of the server:
#   docker build --target admin --build-arg POSTGRES_VERSION=18 --tag feature-flags-admin .
FROM node:24.21.0-bookworm-slim AS admin
ARG POSTGRES_VERSION=18
ENV NODE_ENV=production
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates postgresql-common \
  && /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y \
  && apt-get install --yes --no-install-recommends postgresql-client-${POSTGRES_VERSION} \
  && rm -rf /var/lib/apt/lists/* \
  && mkdir /backups && chown node:node /backups
WORKDIR /service
COPY --from=dependencies /service/node_modules node_modules
COPY --from=build /service/dist dist
COPY package.json ./
USER node
CMD ["node", "dist/admin/admin.js", "--help"]

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production
# For the C library: otherwise it gives back less and less of what large answers used.
ENV MALLOC_TRIM_THRESHOLD_=131072
# The embedded database, for when DATABASE_URL is not set. Mount a volume here, or its data goes with the container.
ENV EMBEDDED_DATABASE_DIR=/data
RUN mkdir /data && chown node:node /data
WORKDIR /service
COPY --from=dependencies /service/node_modules node_modules
COPY --from=build /service/dist dist
COPY package.json ./
USER node
EXPOSE 4242
# With a database of its own the container is unhealthy while that does not run. A server of somebody else's is not brought back by a
# restart, which would only lose what SDKs are served from memory meanwhile.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://${process.env.HTTP_HOST || '127.0.0.1'}:${process.env.HTTP_PORT || process.env.PORT || 4242}${process.env.BASE_URI_PATH || ''}${process.env.DATABASE_URL || process.env.DATABASE_URL_FILE || process.env.DATABASE_HOST ? '/health' : '/ready'}`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Without a shell in between, so that SIGTERM reaches the service and it can finish what is in flight.
CMD ["node", "--max-semi-space-size=4", "dist/src/main.js"]
