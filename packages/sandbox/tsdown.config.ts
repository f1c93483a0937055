import { existsSync } from "node:fs";
import { defineConfig } from "tsdown";
import { bundleLicenses } from "../contract/src/bundle-licenses.ts";
import { writeConsole } from "./src/console/bundle-console.ts";

// The bundler would leave out what it does not find, without an error.
if (!existsSync(new URL("../../generated/server/dist/index.js", import.meta.url)))
  throw new Error("@pix-contract/server is not built: run `npm run build` in the repository.");

export default defineConfig({
  entry: ["src/index.ts", "src/cli.ts"],
  format: "esm",
  platform: "node",
  target: "node22.13",
  dts: { entry: "src/index.ts" },
  fixedExtension: false,
  logLevel: "warn",
  failOnWarn: true,
  checks: { bundlerTimings: false },
  plugins: [bundleLicenses()],
  // A stack trace shows readable code.
  minify: false,
  deps: { neverBundle: [/bundle-console\.ts$/] },
  hooks: { "build:done": () => writeConsole("dist/console") },
});
