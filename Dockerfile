# One image for every process: app, worker, and the other commands. docs/operations.md, "Containers".
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Optional packages are Node itself (docs/decisions/0003): the image has it. No package needs its install script.
# Types and source maps are for development, and no small part of it.
RUN npm ci --omit=dev --omit=optional --ignore-scripts \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.[cm]ts' \) -delete

FROM ${NODE_IMAGE}
# git for mirrors and work trees, bubblewrap for commands of issues, tini to reap what they leave.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends bubblewrap ca-certificates git tini \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY package.json app.yml LICENSE ./
COPY bin bin
COPY src src
COPY examples examples
RUN install --directory --owner=node --group=node /var/lib/countersign node_modules/.cache/compiled
USER node
# It loads everything, finds no settings, and ends: what Node compiled is there for each start.
RUN node bin/countersign.mjs app 2>/dev/null || ls node_modules/.cache/compiled/*
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/var/lib/countersign
VOLUME /var/lib/countersign
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "node", "bin/countersign.mjs"]
CMD ["app"]
