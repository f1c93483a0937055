// TypeSpec's emitter of OpenAPI is contained in the packages that use it. As a dependency it would decide which other
// libraries of TypeSpec can be installed: its newest version refuses the newest of them, though it works with them.
import { bundleLicenses } from "./bundle-licenses.ts";

/** TypeSpec 1.15 has no `sanitizePathSegment`, with which its later emitter names files that it never writes here. */
const withoutFileNames = {
  name: "without-file-names",
  transform: {
    filter: { id: /@typespec\/(openapi3|asset-emitter)\// },
    handler: (code: string) =>
      code.includes("sanitizePathSegment")
        ? `const sanitizePathSegment = (name) => name;\n${code.replace(/(import \{[^}]*), sanitizePathSegment\b/, "$1")}`
        : undefined,
  },
};

/** Libraries of TypeSpec that the project of the user has, for `neverBundle`. */
export const typespecLibraries = /^@typespec\/(?!(openapi3|asset-emitter)$)/;

/** Settings of a bundler for a package with `@typespec/openapi3` among its devDependencies. */
export function containEmitter(licenses?: string) {
  return {
    plugins: [withoutFileNames, bundleLicenses(licenses)],
    // Its converter of OpenAPI documents would come along otherwise, with its dependencies.
    treeshake: { moduleSideEffects: [{ test: /@typespec\/openapi3\//, sideEffects: false }] },
  };
}
