// The sandbox as somebody else gets it: packed, installed into an empty project, compiled and run there.
import { existsSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { installMatrix, missing, runtimes } from "../../packages/support/matrix.ts";
import { installProject } from "../../packages/support/project.ts";
import { run } from "../../packages/support/run.ts";
import { packed } from "../../support/shared.ts";
import { type RunOptions, runCommand, startSandboxProcess } from "../support/command-line.ts";
import { startReceiver } from "../support/receiver.ts";

const root = join(import.meta.dirname, "../../..");
const bin = (name: string): string => join(root, "node_modules/.bin", name);
const name = "@pix-contract/sandbox";
let consumer: string;

const source = `import { createSandbox } from "${name}";

await using sandbox = await createSandbox({ settings: { rateLimitMultiplier: 0 } });
const { baseUrl, apiKey, apiSecret } = sandbox.credentials;
const issued = await sandbox.fetch(\`\${baseUrl}/api/auth\`, {
  method: "POST",
  headers: { authorization: \`Basic \${btoa(\`\${apiKey}:\${apiSecret}\`)}\` },
});
const { token } = (await issued.json()) as { token: string };
const charge = await sandbox.control.charges.create({ amountInCents: 4990 });
const paid = await sandbox.control.charges.pay(charge.id);
const answer = await sandbox.fetch(\`\${baseUrl}/api/v1/transactions/\${charge.id}\`, {
  headers: { authorization: \`Bearer \${token}\` },
});
const { data } = (await answer.json()) as { data: { status: string } };
console.log(paid.status, data.status);
`;

const config = {
  compilerOptions: {
    target: "es2022",
    lib: ["es2023", "esnext.disposable"],
    types: ["node"],
    module: "nodenext",
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    outDir: "out",
  },
  files: ["program.ts"],
};

beforeAll(async () => {
  const matrix = installMatrix().catch(() => {});
  consumer = await installProject(
    [name, "@pix-contract/client", "@pix-contract/server"],
    ["@types/node"],
  );
  await writeFile(join(consumer, "program.ts"), source);
  await writeFile(join(consumer, "tsconfig.json"), JSON.stringify(config));
  await run(bin("tsc"), ["-p", "."], consumer);
  await matrix;
});
afterAll(() => rm(consumer, { recursive: true, force: true }));

test("the types resolve for every ES module", async () => {
  await run(bin("attw"), [await packed(name), "--profile", "esm-only"]);
});

test("what is packed is what is built, with the console, and nothing of where it was built", async () => {
  const installed = join(consumer, "node_modules", name);
  expect((await readdir(installed)).sort()).toEqual([
    "LICENSE",
    "README.md",
    "dist",
    "package.json",
  ]);
  expect((await readdir(join(installed, "dist/console"))).sort()).toEqual([
    "console.css",
    "console.js",
    "index.html",
    "licenses.txt",
  ]);
  for (const entry of await readdir(join(installed, "dist"), {
    recursive: true,
    withFileTypes: true,
  })) {
    if (!entry.isFile()) continue;
    const text = await readFile(join(entry.parentPath, entry.name), "utf8");
    expect.soft(text.includes(root) || text.includes(consumer), entry.name).toBe(false);
  }
});

describe.for(["Node 22", "Node 24"])("%s", (runtime) => {
  const [program = ""] = runtimes[runtime] ?? [];
  beforeEach(({ skip }) => {
    const reason = missing(program);
    if (reason !== undefined) skip(reason);
  });

  test("is a Node that the package promises to run on, one of them the oldest", async () => {
    const file = await readFile(join(root, "packages/sandbox/package.json"), "utf8");
    const { engines } = JSON.parse(file) as { engines: { node: string } };
    const version = await run(program, ["--version"]);
    if (runtime === "Node 22") expect(version).toBe(`${engines.node.replace(">=", "v")}.0\n`);
    else expect(version).toMatch(/^v24\./);
  });

  test("runs a sandbox within a program, with types", async () => {
    expect(await run(program, ["out/program.js"], consumer)).toBe("paid paid\n");
  });

  test("loads it from CommonJS", async () => {
    const code = `const { createSandbox } = require("${name}"); console.log(typeof createSandbox);`;
    await writeFile(join(consumer, "old.cjs"), code);
    expect(await run(program, ["old.cjs"], consumer)).toBe("function\n");
  });

  test("starts by the command, charges, pays, notifies, shows the console, and ends", async () => {
    const command = join(consumer, "node_modules", name, "dist/cli.js");
    const options: RunOptions = { cwd: consumer, program: [program, command] };
    const sandbox = await startSandboxProcess(
      ["--data", join(consumer, runtime.replaceAll(" ", "-"))],
      options,
    );
    const place = ["--url", sandbox.url, "--json"];
    const charge = JSON.parse((await runCommand(["charge", ...place], options)).stdout) as {
      id: string;
    };
    const paid = JSON.parse((await runCommand(["pay", charge.id, ...place], options)).stdout) as {
      status: string;
    };
    expect(paid.status).toBe("paid");
    for (const file of ["", "/console.js", "/console.css"]) {
      expect((await fetch(`${sandbox.url}/_sandbox${file}`)).status).toBe(200);
    }
    await using receiver = await startReceiver();
    await runCommand(["trigger", "transfer_completed", "--to", receiver.url, ...place], options);
    await receiver.waitFor(({ event }) => event === "transfer_completed");
    expect(await sandbox.stop()).toMatchObject({ code: 0, stderr: "" });
  });
});

test("the command is there under its name", async () => {
  expect(existsSync(join(consumer, "node_modules/.bin/pix-sandbox"))).toBe(true);
  expect(await run(join(consumer, "node_modules/.bin/pix-sandbox"), ["--version"], consumer)).toBe(
    "0.1.0\n",
  );
});
