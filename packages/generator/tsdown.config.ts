import { defineConfig, type UserConfig } from "tsdown";
import { bundleLicenses } from "../contract/src/bundle-licenses.ts";
import { containEmitter } from "../contract/src/contain-emitter.ts";
import { bundlePrism, prismAlias } from "./src/mock/bundle-prism.ts";

const common: UserConfig = {
  format: "esm",
  platform: "node",
  target: "node22.18",
  fixedExtension: false,
  logLevel: "warn",
  failOnWarn: true,
  checks: { bundlerTimings: false },
};

/** Sources of some packages, without their tests. */
const sourcesOf = (...names: string[]): string[] =>
  names.flatMap((name) => [`../${name}/src/**/*.ts`, `!../${name}/src/**/*.test.ts`]);

export default defineConfig([
  // A module for each, in the folders of the sources: packages that are generated elsewhere import them one by one.
  {
    ...common,
    entry: sourcesOf("client", "contract", "generator", "server"),
    root: "..",
    unbundle: true,
    dts: true,
    deps: { neverBundle: [/^(?!@packages\/|@typespec\/(openapi3|asset-emitter)$|[./])/] },
    ...containEmitter("contained/licenses.txt"),
    // npm leaves folders of this name out of a package.
    outputOptions: {
      entryFileNames: ({ name }) => `${name.replaceAll("node_modules", "contained")}.js`,
    },
    copy: { from: "templates/*", to: "dist/generator/templates" },
  },
  // These contain their dependencies: users of the generator install neither Prism nor the review.
  {
    ...common,
    entry: {
      "mock/src/cli": "../mock/src/cli.ts",
      "mock/src/start-mock": "../mock/src/start-mock.ts",
    },
    clean: false,
    dts: true,
    minify: true,
    alias: prismAlias,
    plugins: [bundlePrism(), bundleLicenses("mock/licenses.txt")],
    deps: { alwaysBundle: [/^(?!node:)/], onlyBundle: false },
  },
  {
    ...common,
    entry: { "openapi/src/cli": "../openapi/src/cli.ts" },
    clean: false,
    dts: false,
    minify: true,
    plugins: [bundleLicenses("openapi/licenses.txt")],
    deps: { alwaysBundle: [/^(?!node:)/], onlyBundle: false },
  },
]);
