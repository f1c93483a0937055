// A newcomer's first hour, walked by a robot: README, sandbox, client, webhook. It begins in an empty folder and copies only
// what pages and screens print.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { installMatrix, missing, runtimes } from "../packages/support/matrix.ts";
import { run } from "../packages/support/run.ts";
import { cloneProject } from "../support/clone.ts";
import { findPort } from "../support/find-port.ts";
import { makeFolder } from "../support/folder.ts";
import { type Running, readBlocks, start } from "./support/programs.ts";

const root = join(import.meta.dirname, "../..");
const folder = await makeFolder(afterAll);
const clone = join(folder, "clone");
let packing: Promise<string> | undefined;
const running = new Set<Running>();

/** Makes the clone, once; resolves with what `npm run pack` prints there. */
async function pack(): Promise<string> {
  await mkdir(clone);
  await cloneProject(clone);
  await installMatrix();
  return run("npm", ["run", "-s", "pack"], clone);
}

afterEach(async () => {
  for (const one of running) await one.stop();
  running.clear();
});

/** The client's README installs the tarball that `npm run pack` makes. */
const installLine = /^npm install \/path\/to\/packed\/pix-contract-client-\S+\.tgz$/m;

/** The line of a screen that matches. */
function lineOf(screen: string, pattern: RegExp): string {
  const [, line] = pattern.exec(screen) ?? [];
  if (line === undefined) throw new Error(`No line is ${pattern}: ${screen}`);
  return line;
}

test("the client's README has the programs that are pasted", async () => {
  const [setUp = "", , first = "", begin = ""] = await readBlocks(
    "generated/client/README.md",
    "From an empty folder",
  );
  expect(setUp).toMatch(installLine);
  expect(first).toContain("createPixClient()");
  expect(begin).toMatch(
    /^npx tsc\nexport PIX_BASE_URL=\S+ PIX_API_KEY=sandbox-key PIX_API_SECRET=sandbox-secret\nnode first\.js\n$/,
  );
});

test.for(["Node 20", "Node 22", "Node 24"])(
  "%s: a charge is paid, and its notification arrives",
  async (name, { skip }) => {
    const [node = ""] = runtimes[name] ?? [];
    const reason = missing(node);
    if (reason) skip(reason);
    packing ??= pack();
    const packed = await packing;
    const npm = {
      npm_config_prefer_offline: "true",
      npm_config_audit: "false",
      npm_config_fund: "false",
    };
    const env = { ...process.env, ...npm, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
    const project = join(folder, name);
    await mkdir(project);
    const paste = (cwd: string, lines: string): Running => {
      const one = start({ command: ["sh", "-ec"], cwd, env }, lines);
      running.add(one);
      return one;
    };
    const done = async (cwd: string, lines: string): Promise<string> => {
      const one = paste(cwd, lines);
      expect(await one.ended, one.output()).toBe(0);
      return one.output();
    };

    // The sandbox, on a port of its own.
    expect(await readFile(join(root, "README.md"), "utf8")).toContain("`npm run sandbox`");
    const sandbox = paste(clone, `npm run sandbox -- --port ${await findPort()}`);
    await sandbox.until(/Ctrl-C stops the sandbox/);
    const screen = sandbox.output();
    const pay = lineOf(screen, /^ {2}(.*npm run .* pay)$/m);
    const credentials = lineOf(screen, /^(export PIX_BASE_URL=.*)$/m);

    // The client, by the line that `npm run pack` prints.
    const [setUp = "", , first = "", begin = ""] = await readBlocks(
      "generated/client/README.md",
      "From an empty folder",
    );
    const install = lineOf(packed, /^# @pix-contract\/client\n(npm install .*)$/m);
    await done(project, setUp.replace(installLine, install));
    await writeFile(join(project, "first.ts"), first);
    const program = paste(project, begin.replace(/^export .*$/m, credentials));
    await program.until(/txn_\w+/);
    await done(clone, pay);
    expect(await program.ended, program.output()).toBe(0);
    expect(program.output()).toMatch(/\npaid\n$/);

    // The webhook, on a port of its own.
    const [receiver = ""] = await readBlocks(
      "generated/client/README.md",
      "Receiving notifications",
    );
    await writeFile(join(project, "receiver.ts"), receiver);
    const port = await findPort();
    const listen = lineOf(screen, /^ {2}(.*npm run .* listen .*)$/m).replace(":3000/", `:${port}/`);
    const forwarding = paste(clone, listen);
    const [secret] = await forwarding.until(/^PIX_WEBHOOK_SECRET=\S+$/m);
    const listening = paste(project, `npx tsc\nexport ${secret} PORT=${port}\nnode receiver.js`);
    const isThere = (): Promise<boolean> =>
      fetch(`http://127.0.0.1:${port}/`).then(Boolean, () => false);
    await expect.poll(isThere).toBe(true);
    await done(clone, lineOf(screen, /^ {2}(.*npm run .* charge)$/m));
    await done(clone, pay);
    await listening.until(/event: 'transaction_paid'/);
  },
);
