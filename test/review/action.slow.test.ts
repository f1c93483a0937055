// The action as a repository without anything else has it: two commits of a document, and a checkout of the action's own
// repository, in which nothing is installed.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { stringify } from "yaml";
import { run } from "../packages/support/run.ts";
import { copyFiles } from "../support/clone.ts";
import { makeFolder } from "../support/folder.ts";
import { listen } from "../support/listen.ts";
import { runAction, token } from "./run-action.ts";
import { shelf } from "./shelf.ts";
import { copy, set } from "./tree.ts";

/** A repository whose pull request lowers a limit, checked out as a workflow does it. */
async function checkOut(): Promise<string> {
  const folder = await makeFolder();
  const origin = join(folder, "origin");
  const checkout = join(folder, "checkout");
  await mkdir(origin);
  const git = (...args: string[]): Promise<string> =>
    run("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...args], origin);
  await git("init", "--quiet", "--initial-branch=main");
  const commit = async (document: object): Promise<void> => {
    await writeFile(join(origin, "openapi.yaml"), stringify(document));
    await git("add", ".");
    await git("commit", "--quiet", "-m", "The contract");
  };
  await commit(shelf);
  await git("switch", "--quiet", "--create", "limit");
  const head = copy(shelf);
  set(head, "/paths/~1loans/post/x-rate-limit/limit", 5);
  await commit(head);
  await run("git", ["clone", "--quiet", "--branch", "limit", origin, checkout]);
  return checkout;
}

test("in an empty repository the action installs itself, asks for no package of ours, and compares two refs", async () => {
  const asked: string[] = [];
  const registry = await listen((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(404).end();
  });
  onTestFinished(() => registry.close());
  const actions = await makeFolder();
  await copyFiles(actions);
  // What is ours is asked for here, and is not here. Other packages come from where they come otherwise.
  const scopes = ["@packages", "@pix-contract"].map((scope) => `${scope}:registry=${registry.url}`);
  const npmrc = join(actions, ".npmrc");
  const own = await readFile(npmrc, "utf8").catch(() => "");
  await writeFile(npmrc, `${own}\n${scopes.join("\n")}\n`);
  const folder = await checkOut();
  const { code, output, written, summary } = await runAction({
    folder,
    comments: [],
    inputs: { arguments: "--head HEAD --document openapi.yaml" },
    action: join(actions, "packages/review"),
    // `npm run -s` hides the line that is looked for below.
    env: { npm_config_prefer_offline: "true", npm_config_loglevel: "notice" },
  });
  expect(asked).toEqual([]);
  expect(code, output).toBe(1);
  expect(output).toMatch(/added \d+ packages/);
  expect(output).toContain("::error");
  expect(summary).toContain("5 requests");
  expect(written).toEqual([
    { call: ["api", "--method", "POST", "repos/shop/api/issues/7/comments"], token, sent: summary },
  ]);
  // No token is left where code of the pull request could read it.
  const status = await run("git", ["status", "--porcelain"], folder);
  expect(status).toBe("?? contract-review/\n");
});
