import { defineConfig } from "tsdown";
import { writeConsole } from "./src/console/bundle-console.ts";

export default defineConfig({
  entry: ["src/index.ts", "src/cli.ts"],
  format: "esm",
  platform: "node",
  target: "node22.13",
  dts: { entry: "src/index.ts" },
  fixedExtension: false,
  logLevel: "warn",
  // A stack trace shows readable code.
  minify: false,
  deps: { neverBundle: [/bundle-console\.ts$/] },
  hooks: { "build:done": () => writeConsole("dist/console") },
});
