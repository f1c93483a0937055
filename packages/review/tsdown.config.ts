import { defineConfig } from "tsdown";
import { containEmitter, typespecLibraries } from "../contract/src/contain-emitter.ts";

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
  // Stack traces show readable code.
  minify: false,
  // For projects that lint and compile: they have these themselves.
  deps: { neverBundle: [/^@stoplight\//, typespecLibraries, "typescript"], onlyBundle: false },
  ...containEmitter(),
});
