import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Row } from "./support/row.ts";

const root = join(import.meta.dirname, "../..");

const throughClient = `import { createPixClient } from "../../generated/client/dist/index.mjs";
const pix = createPixClient({ baseUrl: "https://pix.example", apiKey: "k", apiSecret: "s" });
const customer = { name: "n", email: "e@x.example", documentType: "cpf" as const, document: "52998224725" };
export const charge = (await pix.transactions.create({ amountInCents: 1, customer })).pix.emv;
export const transaction = (await pix.transactions.get("t")).status;
export const sent = (await pix.transfers.create({ pixKey: "k", amount: 1 }, { idempotencyKey: "i" })).id;
export const transfer = (await pix.transfers.get("t")).reason;
export const names = (await pix.webhooks.list()).map(({ name }) => name);
export const secret = (await pix.webhooks.create({ url: "https://x.example" })).secret;
export const deleted = (await pix.webhooks.delete("w")).deleted;
`;

const bare = `import createClient from "openapi-fetch";
import type { paths } from "../../generated/openapi/types.js";
const pix = createClient<paths>({ baseUrl: "https://pix.example" });
const customer = { name: "n", email: "e@x.example", documentType: "cpf" as const, document: "52998224725" };
export const charge = (await pix.POST("/api/v1/pix/in/qrcode", { body: { amountInCents: 1, customer } })).data?.data.pix.emv;
export const transaction = (await pix.GET("/api/v1/transactions/{transactionId}", { params: { path: { transactionId: "t" } } })).data?.data.status;
export const sent = (await pix.POST("/api/v1/pix/out/pixkey", { params: { header: { "x-idempotency-key": "i" } }, body: { pixKey: "k", amount: 1 } })).data?.data.id;
export const transfer = (await pix.GET("/api/v1/transfers/{transferId}", { params: { path: { transferId: "t" } } })).data?.data.reason;
export const names = (await pix.GET("/api/v1/webhook")).data?.data.map(({ name }) => name);
export const secret = (await pix.POST("/api/v1/webhook", { body: { url: "https://x.example" } })).data?.data.secret;
export const deleted = (await pix.DELETE("/api/v1/webhook/{id}", { params: { path: { id: "w" } } })).data?.data.deleted;
`;

/** Rows of what type-checking costs. */
export async function clientTypes(): Promise<Row[]> {
  const [client, reference] = [await instantiations(throughClient), await instantiations(bare)];
  return [
    {
      name: "tsc instantiations, every client operation ÷ the same on openapi-fetch",
      value: client / reference,
      unit: "ratio",
      bound: { atMost: 1 },
    },
  ];
}

async function instantiations(source: string): Promise<number> {
  const folder = await mkdtemp(join(root, "node_modules/.types-"));
  try {
    await writeFile(join(folder, "calls.mts"), source);
    const compilerOptions = {
      target: "es2022",
      lib: ["es2022", "dom", "dom.iterable"],
      module: "nodenext",
      types: [],
      strict: true,
      noEmit: true,
      skipLibCheck: true,
    };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["calls.mts"] }));
    const tsc = join(root, "node_modules/.bin/tsc");
    const { stdout } = await promisify(execFile)(tsc, ["-p", folder, "--extendedDiagnostics"]);
    return Number(/Instantiations:\s+(\d+)/.exec(stdout)?.[1]);
  } finally {
    await rm(folder, { recursive: true });
  }
}
