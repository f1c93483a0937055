import { defineConfig } from "tsdown";

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
  // Only TypeSpec needs its compiler; the command reads OpenAPI documents.
  deps: { neverBundle: [/^@typespec\//] },
});
