import { globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/**
 * A workspace that `npm start` starts: one with a script `start`, which takes `--port N`, `--json` and `--log info`, and
 * prints one line of JSON when it listens: its `url`, and where it has them `apiKey`, `apiSecret` and `console`.
 */
export interface Workspace {
  /** Last part of its package's name. */
  name: string;
  folder: string;
  /** Its script `start`. */
  script: string;
  /** Default port. */
  port: number;
  /** Commands to try, by what they do; `{at}` stands for the flag that names another address than the usual one. */
  commands: Record<string, string>;
}

interface Manifest {
  name: string;
  workspaces?: string[];
  scripts?: Record<string, string>;
  /** `try` and `port` say what `npm start` tells of the workspace. */
  config?: { port?: number; try?: Record<string, string> };
}

/** The workspaces of a project that have something to start. */
export function findWorkspaces(root: string): Workspace[] {
  const { workspaces = [] } = readManifest(join(root, "package.json"));
  const manifests = globSync(
    workspaces.map((folder) => `${folder}/package.json`),
    { cwd: root },
  );
  return manifests.sort().flatMap((path) => {
    const { name, scripts, config = {} } = readManifest(join(root, path));
    if (scripts?.start === undefined) return [];
    const folder = resolve(root, dirname(path));
    const last = name.slice(name.lastIndexOf("/") + 1);
    return [{ name: last, folder, script: scripts.start, port: config.port ?? 0, commands: config.try ?? {} }];
  });
}

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(path, "utf8")) as Manifest;
}
