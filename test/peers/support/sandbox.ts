import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Document, operationsOf, type Parameter } from "@packages/contract/src/openapi.ts";
import { onTestFinished } from "vitest";
import { createSandbox } from "../../../packages/sandbox/src/create-sandbox.ts";
import type { SandboxOptions } from "../../../packages/sandbox/src/options.ts";

/** The document as it is published. */
export const documentFile = join(import.meta.dirname, "../../../generated/openapi/openapi.json");

/** A sandbox on a free port whose rate limits nobody reaches, with a token; it closes with the test. */
export async function startSandbox(options: SandboxOptions = {}) {
  const sandbox = await createSandbox({
    ...options,
    settings: { rateLimitMultiplier: 1_000_000, ...options.settings },
  });
  onTestFinished(() => sandbox.close());
  const url = await sandbox.listen({ port: 0 });
  const { apiKey, apiSecret } = sandbox.credentials;
  const response = await fetch(`${url}/api/auth`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${apiKey}:${apiSecret}`)}` },
  });
  const { token } = (await response.json()) as { token: string };
  return { sandbox, url, apiKey, apiSecret, token };
}

/** Gives the newest charge, transfer and registration the identifiers that the document's examples have. */
export async function useExampleIds({
  sandbox,
  url,
  token,
}: Awaited<ReturnType<typeof startSandbox>>): Promise<void> {
  const document = JSON.parse(await readFile(documentFile, "utf8")) as Document;
  const exampleOf = (id: string): string => {
    const { parameters = [] } =
      [...operationsOf(document.paths)].find(({ operation }) => operation.operationId === id)
        ?.operation ?? {};
    const [parameter] = parameters as Parameter[];
    const [example] = Object.values(parameter?.examples ?? {});
    return String(example?.value);
  };
  const { control } = sandbox;
  const charge = await control.charges.create({ amountInCents: 4_990 });
  const transfer = await control.transfers.create({ pixKey: "destino@example.com", amount: 1_000 });
  const response = await fetch(`${url}/api/v1/webhook`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ url: "https://shop.example.com/pix" }),
  });
  const { data: webhook } = (await response.json()) as { data: { id: string } };
  const ids = {
    [charge.id]: exampleOf("getTransaction"),
    [transfer.id]: exampleOf("getTransfer"),
    [webhook.id]: exampleOf("deleteWebhook"),
  };
  const { state, ...snapshot } = await sandbox.snapshot();
  const changed = Object.entries(ids).reduce(
    (text, [id, wanted]) => text.replaceAll(id, wanted),
    state,
  );
  const checksum = createHash("sha256").update(changed).digest("hex");
  await sandbox.restore({ ...snapshot, state: changed, checksum });
}
