// The types of a choice among several media types.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run } from "../packages/support/run.ts";
import { spec } from "./support/media-types.ts";
import { home } from "./support/project.ts";
import { buildPackages } from "./support/server-package.ts";

test("the types of both sides tell the media types apart", async () => {
  const { folder } = await buildPackages("notes", spec);
  await writeFile(
    join(folder, "generated/use.mts"),
    `import type { NotesClient } from "./client/src/client.ts";
import type { Handlers } from "./server/src/handlers.ts";
export const call = async (notes: NotesClient) => {
  await notes.add({ text: "x" });
  await notes.add({ text: "x" }, { page: 1 }, { contentType: "application/json" });
  await notes.add("x", undefined, { contentType: "text/plain", timeout: 1 });
  await notes.add({ file: new Blob([]) }, {}, { contentType: "multipart/form-data" });
  // @ts-expect-error another body
  await notes.add({ text: "x" }, {}, { contentType: "text/plain" });
  // @ts-expect-error no such media type
  await notes.add({ text: "x" }, {}, { contentType: "application/xml" });
  const rows: { text: string }[] = await notes.list();
  const text: string = await notes.list({ accept: "text/csv" });
  for await (const { size } of await notes.list({ accept: "application/x-ndjson" })) size?.toFixed();
  await notes.put(new Blob([]));
  return [rows, text];
};
export const handlers: Partial<Handlers<unknown>> = {
  add: (context) => {
    if (context.contentType === "text/plain") context.body.trim();
    else if (context.contentType === "multipart/form-data") context.body.file?.size.toFixed();
    else context.body.size?.toFixed();
    return context.reply.send(204);
  },
  list: ({ accepts, reply }) => {
    if (accepts === "text/csv") return reply.send(200, "x", { "content-type": "text/csv" });
    // @ts-expect-error not the body of this media type
    if (accepts === "application/x-ndjson") return reply.send(200, "x", { "content-type": "application/json" });
    return reply.send(200, [{ text: "x" }]);
  },
};
`,
  );
  const settings = {
    extends: join(home, "generated/server/tsconfig.json"),
    compilerOptions: { noEmit: true },
    include: ["generated/use.mts"],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(settings));
  const tsc = join(home, "node_modules/typescript/bin/tsc");
  expect(await run(process.execPath, [tsc, "-p", folder])).toBe("");
});
