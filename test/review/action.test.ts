// The steps of the GitHub action, in this repository, where its dependencies are installed.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { makeFolder } from "../support/folder.ts";
import { bot, type Comment, readAction, runAction, token } from "./run-action.ts";
import { shelf } from "./shelf.ts";
import { copy, set } from "./tree.ts";

/** The author of a token of the job. */
const fallback = "github-actions[bot]";
const mark = "<!-- contract-review 0123456789ab -->";

/** Reviews a change of a limit. @param given the base, and whether a token may not ask who it belongs to */
async function review(
  comments: Comment[],
  limit: number,
  { base = "base.yaml", isAnonymous = false, command = "" } = {},
) {
  const folder = await makeFolder();
  const head = copy(shelf);
  set(head, "/paths/~1loans/post/x-rate-limit/limit", limit);
  await writeFile(join(folder, "base.yaml"), stringify(shelf));
  await writeFile(join(folder, "head.yaml"), stringify(head));
  const inputs = { base, arguments: "--head head.yaml", ...(command && { command }) };
  return runAction({ folder, comments, inputs, skip: ["Install the review"], isAnonymous });
}

test("the action edits its own comment, whoever else has quoted it since", async () => {
  const comments = [
    { id: 1, body: `Old.\n${mark}`, user: { login: bot } },
    { id: 2, body: `> Old.\n${mark}`, user: { login: "somebody" } },
  ];
  const { code, written, summary, output } = await review(comments, 500);
  expect(written).toEqual([
    {
      call: ["api", "--method", "PATCH", "repos/shop/api/issues/comments/1"],
      token,
      sent: summary,
    },
  ]);
  expect(summary).toContain("500 requests");
  expect(output).toContain("::notice");
  expect(code).toBe(0);
});

test("a token that may not ask who it belongs to is that of the job", async () => {
  const comments = [
    { id: 3, body: `Old.\n${mark}`, user: { login: bot } },
    { id: 4, body: `Old.\n${mark}`, user: { login: fallback } },
  ];
  const { written } = await review(comments, 500, { isAnonymous: true });
  expect(written.map(({ call }) => call.at(-1))).toEqual(["repos/shop/api/issues/comments/4"]);
});

test("a review that cannot compare ends with 2 and its reason, and comments on nothing", async () => {
  const { code, output, written, summary } = await review([], 500, { base: "nothing.yaml" });
  expect([code, written, summary]).toEqual([2, [], ""]);
  expect(output).toContain("nothing.yaml");
});

// Another command in the place of the review: it ends with a code, and writes its report or not.
test.for([
  [0, true, 0],
  [1, true, 1],
  [2, true, 2],
  [3, true, 2],
  [130, true, 2],
  [0, false, 2],
  [1, false, 2],
] as const)(
  "a review that ends with %d, with a report: %s, ends with %d",
  async ([ends, writes, expected]) => {
    const file = join(await makeFolder(), "review.sh");
    const report = writes ? "echo Report. > contract-review/review.md" : "true";
    await writeFile(file, `echo "$@" >&2; ${report}; exit ${ends}`);
    const { code, written, summary, output } = await review([], 5, { command: `bash ${file}` });
    expect(code, output).toBe(expected);
    expect(output).toContain("--base base.yaml --head head.yaml --md contract-review/review.md");
    const isShown = expected < 2;
    expect([written.length, summary]).toEqual(isShown ? [1, "Report.\n"] : [0, ""]);
  },
);

test("without a comment of its own it writes one, and a breaking change fails the last step", async () => {
  const stranger = { id: 2, body: mark, user: { login: "somebody" } };
  const { code, written, output, summary } = await review([stranger], 5);
  expect(written).toEqual([
    { call: ["api", "--method", "POST", "repos/shop/api/issues/7/comments"], token, sent: summary },
  ]);
  expect(output).toContain("::error");
  expect(code).toBe(1);
});

test("without an input `command`, the action asks no registry for the review, and its code gets no token", async () => {
  const { inputs, runs } = await readAction();
  expect(inputs.command?.default).toBe("");
  const texts = runs.steps.map(({ run = "" }) => run);
  expect(texts.join("\n")).not.toMatch(/\b(npx|npm (exec|install|i)|pnpm|yarn|bunx?)\b/);
  const tokens = runs.steps.filter(({ env }) => env && "GH_TOKEN" in env);
  expect(tokens.map(({ name }) => name)).toEqual(["Comment of an earlier run", "Comment"]);
});
