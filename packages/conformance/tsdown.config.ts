import { defineConfig } from "tsdown";
import { bundleLicenses } from "../contract/src/bundle-licenses.ts";

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
  // TypeScript declares the lists of checks, which are JSON, in the form of CommonJS; the plugin bundles that, and warns.
  suppressWarnings: "CommonJS dts syntax",
  // A stack trace shows readable code.
  minify: false,
  // Only TypeSpec needs its compiler; the command reads OpenAPI documents.
  deps: { neverBundle: [/^@typespec\//] },
});
