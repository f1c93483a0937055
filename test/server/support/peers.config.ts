// Runs tests on another version of a peer: PEERS is `fastify=/path/to/fastify.js`.
import { defineConfig } from "vitest/config";
import base from "../../../vitest.config.ts";

const [name = "", replacement = ""] = (process.env.PEERS ?? "").split("=");
const { projects: _projects, ...tests } = base.test ?? {};

export default defineConfig({
  root: new URL("../../../", import.meta.url).pathname,
  resolve: {
    alias: [{ find: new RegExp(`^${name}$`), replacement }, ...((base.resolve?.alias ?? []) as [])],
  },
  test: { ...tests, include: ["test/server/**/*.test.ts"] },
});
