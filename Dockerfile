# Skein with its embedded PostgreSQL, or with yours in DATABASE_URL. Data is in /data: mount a volume there.
FROM node:24.21.0-bookworm-slim AS dashboard
WORKDIR /opt/skein
COPY package.json package-lock.json tsconfig.json ./
COPY client client
COPY dashboard dashboard
COPY widget widget
RUN npm ci --workspace dashboard --workspace widget && npm run dashboard:build

FROM node:24.21.0-bookworm-slim

WORKDIR /opt/skein
# Install packages first: they change less often than the source, so this layer stays cached.
COPY package.json package-lock.json ./
RUN npm ci --omit=dev && npm cache clean --force

COPY migrations migrations
COPY docs docs
COPY client client
COPY server server
COPY tools/sample-company tools/sample-company
# The service's own pages and mails share these with the dashboard.
COPY dashboard/src/ui/tokens.css dashboard/src/ui/fonts.css dashboard/src/ui/
COPY --from=dashboard /opt/skein/dashboard/dist dashboard/dist
COPY --from=dashboard /opt/skein/widget/dist widget/dist

RUN mkdir /data && chown node:node /data
# PostgreSQL refuses to run as root. 1000 is the user node of the image.
USER 1000:1000
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000

HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]

# On SIGTERM Skein finishes the requests in flight, then stops the embedded database.
STOPSIGNAL SIGTERM
CMD ["node", "server/main.ts", "start"]
