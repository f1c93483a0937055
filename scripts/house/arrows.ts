// The allowed imports: a package imports the packages that its package.json lists, by name, and its own files.
import { posix } from "node:path";
import { readImports } from "./imports.ts";

/** The fields of a workspace's package.json that list its imports. */
export interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** Workspaces by their folder. */
export type Workspaces = ReadonlyMap<string, Manifest>;

/**
 * Files that compute their imports: the user's formats, and the sources or the build of their package. The last one
 * copies the sources of a build, wherever they stand.
 */
const loaders = [
  "packages/generator/src/server/spec-modules.ts",
  "packages/behaviour/lib/index.js",
  "packages/generator/lib/index.js",
  "packages/generator/src/client/ship-sources.ts",
];

/** Rooms above the packages: they import from anywhere, and nothing imports from them. */
const top = /^(scripts|test|docs|packages\/[^/]+\/scripts)\//;

/** The sources that an arrow may start from. Tests and settings of tools stand beside the house. */
export function isSource(path: string): boolean {
  return (
    /^(packages\/[^/]+\/(src|lib)|generated|spec)\/.*\.[jt]sx?$/.test(path) &&
    !/\.test\.tsx?$|\/tsdown\.config\.ts$/.test(path) &&
    !top.test(path)
  );
}

/** The imports of a source, and the files that it names by their place, that are not allowed, as sentences. */
export function findBrokenArrows(path: string, source: string, workspaces: Workspaces): string[] {
  if (loaders.includes(path)) return [];
  const check = makeCheck(path, workspaces);
  return readImports(path, source).flatMap((specifier) => {
    const reason =
      specifier === undefined
        ? "an import that the code computes hides an arrow."
        : check(specifier);
    return reason ? [`${path}: ${reason}`] : [];
  });
}

type ArrowCheck = (specifier: string) => string | undefined;

function makeCheck(path: string, workspaces: Workspaces): ArrowCheck {
  const room = findRoom(path, workspaces);
  const isAllowed = room.startsWith("packages/")
    ? allowListed(room, workspaces)
    : allowHalves(room, workspaces);
  const inside = room.startsWith("generated/") ? /^(generated|spec)\// : new RegExp(`^${room}/`);
  return (specifier) => {
    if (specifier.startsWith("node:")) return undefined;
    if (/^(\/|\w+:)/.test(specifier)) return `"${specifier}" is not the name of a package.`;
    if (!specifier.startsWith("."))
      return isAllowed(packageIn(specifier)) ? undefined : explainRefusal(room, specifier);
    const target = posix.join(posix.dirname(path), specifier);
    return inside.test(`${target}/`) ? undefined : `"${specifier}" leaves ${room}: import by name.`;
  };
}

function explainRefusal(room: string, specifier: string): string {
  return room.startsWith("packages/")
    ? `"${specifier}" is not in ${room}/package.json, which lists what it may import.`
    : `${room} may not import "${specifier}".`;
}

type IsAllowed = (name: string) => boolean;

function allowListed(room: string, workspaces: Workspaces): IsAllowed {
  const { dependencies, devDependencies, peerDependencies } = workspaces.get(room) ?? {};
  const listed = { ...dependencies, ...devDependencies, ...peerDependencies };
  return (name) => name === workspaces.get(room)?.name || Object.hasOwn(listed, name);
}

/** Generated code uses the hand-written halves and other generated packages; the spec uses nothing of the project. */
function allowHalves(room: string, workspaces: Workspaces): IsAllowed {
  const halves = ["client", "contract", "mock", "openapi", "server"].map(
    (name) => `packages/${name}`,
  );
  return (name) => {
    const target = folderOfPackage(name, workspaces);
    if (target === undefined || `${target}/`.startsWith(`${room}/`)) return true;
    return (
      room.startsWith("generated/") && (halves.includes(target) || !target.startsWith("packages/"))
    );
  };
}

/** The workspace that a file belongs to, or else its first folder. */
function findRoom(path: string, workspaces: Workspaces): string {
  const folders = [...workspaces.keys()].filter((folder) => path.startsWith(`${folder}/`));
  const [first = "", second = ""] = path.split("/");
  const isShared = first === "packages" || first === "generated";
  return folders[0] ?? (isShared ? `${first}/${second}` : first);
}

function folderOfPackage(name: string, workspaces: Workspaces): string | undefined {
  return [...workspaces].find(([, manifest]) => manifest.name === name)?.[0];
}

function packageIn(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}
