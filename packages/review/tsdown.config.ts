import { defineConfig } from "tsdown";

export default defineConfig({
  entry: ["src/index.ts", "src/cli.ts"],
  format: "esm",
  platform: "node",
  target: "node22.13",
  dts: { entry: "src/index.ts" },
  fixedExtension: false,
  logLevel: "warn",
  // Stack traces show readable code.
  minify: false,
  // For projects that lint and compile: they have these themselves.
  deps: { neverBundle: [/^@stoplight\//, "typescript"] },
});
