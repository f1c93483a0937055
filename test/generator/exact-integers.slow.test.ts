// The types of integers that are `bigint`.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run } from "../packages/support/run.ts";
import { spec } from "./support/exact-integers.ts";
import { home } from "./support/project.ts";
import { buildPackages } from "./support/server-package.ts";

test("both sides compile, and take no number for a bigint", async () => {
  const { folder } = await buildPackages("ledger", spec, undefined, { int64: "bigint" });
  await writeFile(
    join(folder, "generated/use.mts"),
    `import type { LedgerClient } from "./client/src/client.ts";
import type { Handlers } from "./server/src/handlers.ts";
export const call = async (ledger: LedgerClient) => {
  const { id, small, parts } = await ledger.add(1n, { id: 1n }, { after: [2n] });
  // @ts-expect-error not a bigint
  await ledger.add(1n, { id: 1 });
  return [id * 2n, small?.toFixed(), parts?.map((one) => one.id + 1n)];
};
export const handlers: Partial<Handlers<unknown>> = {
  add: ({ params, query, body, reply }) => reply.ok({ ...body, id: params.id + query.limit }),
  // @ts-expect-error not a bigint
  addLines: ({ body, reply }) => reply.ok(body.length),
};
`,
  );
  const settings = {
    extends: join(home, "generated/server/tsconfig.json"),
    compilerOptions: { noEmit: true },
    include: ["generated/use.mts", "generated/client/src/*.ts", "generated/server/src/*.ts"],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(settings));
  const tsc = join(home, "node_modules/typescript/bin/tsc");
  expect(await run(process.execPath, [tsc, "-p", folder])).toBe("");
});
