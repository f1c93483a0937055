# The sandbox in a container: docker build -t pix-sandbox . && docker run -p 4020:4020 -e PIX_SANDBOX_CONTROL_TOKEN=… pix-sandbox
FROM node:24.21.0-slim AS packages
WORKDIR /project
COPY . .
RUN npm ci && npm run -s pack

FROM node:24.21.0-slim
WORKDIR /sandbox
COPY --from=packages /project/packed /packed
RUN npm install --omit=dev /packed/pix-contract-server-*.tgz /packed/pix-contract-sandbox-*.tgz
USER node
EXPOSE 4020
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4020/_sandbox/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "node_modules/@pix-contract/sandbox/dist/cli.js"]
CMD ["start", "--host", "0.0.0.0", "--public-url", "http://127.0.0.1:4020"]
