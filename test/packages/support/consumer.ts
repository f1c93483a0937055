import { cp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { packed } from "../../support/shared.ts";
import { installProject } from "./project.ts";
import { run } from "./run.ts";

const root = join(import.meta.dirname, "../../..");
const bin = (name: string): string => join(root, "node_modules/.bin", name);

/** A project of somebody else's that installed the packed client, with the names of its programs. */
export type Consumer = Awaited<ReturnType<typeof createConsumer>>;

/** Installs the packed client into an empty project and puts the consumers of every release there. */
export async function createConsumer() {
  const name = "@pix-contract/client";
  const folder = await installProject([name], ["msw"]);
  const programs: string[] = [];
  const entries = await readdir(join(root, "test/consumers"), { withFileTypes: true });
  for (const { name: release } of entries.filter((entry) => entry.isDirectory())) {
    await cp(join(root, "test/consumers", release), join(folder, "src", release), {
      recursive: true,
    });
    for (const file of await readdir(join(folder, "src", release)))
      programs.push(`${release}/${file.replace(/\.ts$/, "")}`);
  }
  await writeFile(
    join(folder, "src/old.cts"),
    'import pix = require("@pix-contract/client");\nimport notifications = require("@pix-contract/client/notifications");\nexport const names = [typeof pix.createPixClient, typeof notifications.verifyNotification];\nexport const list = async (baseUrl: string) => (await pix.createPixClient({ baseUrl, apiKey: "key", apiSecret: "secret" }).webhooks.list()).length;\n',
  );
  for (const [name, settings] of Object.entries(resolutions)) {
    const config = {
      compilerOptions: { ...strict, ...settings },
      include: ["src"],
      ...(name === "bundler" && { exclude: ["**/*.cts"] }),
    };
    await writeFile(join(folder, `tsconfig.${name}.json`), JSON.stringify(config));
  }
  await run(
    bin("tsc"),
    ["-p", "tsconfig.nodenext.json", "--noEmit", "false", "--outDir", "out"],
    folder,
  );
  await mkdir(join(folder, "out"), { recursive: true });
  await writeFile(join(folder, "out/run.mjs"), runner(programs));
  await writeFile(
    join(folder, "out/run.cjs"),
    'const { names, list } = require("./old.cjs");\nlist(process.argv[2]).then((length) => console.log([...names, length].join()));\n',
  );
  return {
    folder,
    tarball: await packed(name),
    programs,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Settings of a project that wants to know everything. */
const strict = {
  target: "es2022",
  lib: ["es2022", "dom", "dom.iterable"],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  skipLibCheck: false,
  noEmit: true,
  rootDir: "src",
};

export const resolutions: Record<string, object> = {
  nodenext: { module: "nodenext", moduleResolution: "nodenext" },
  bundler: { module: "esnext", moduleResolution: "bundler" },
};

function runner(programs: string[]): string {
  return `const [, , baseUrl] = process.argv;
const said = {};
for (const name of ${JSON.stringify(programs)}) said[name] = await (await import(\`./\${name}.js\`)).main(baseUrl);
console.log(JSON.stringify(said));
`;
}
