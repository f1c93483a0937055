// An administrator: registers a URL, lists what is registered, deletes it; and looks beneath the client.

import { type CallOptions, createPixClient } from "@pix-contract/client";
import { createPacing } from "@pix-contract/client/pacing";
import { createRaw } from "@pix-contract/client/raw";

export async function main(baseUrl: string): Promise<string> {
  const pacing = createPacing();
  const pix = createPixClient({ baseUrl, apiKey: "admin-key", apiSecret: "admin-secret", pacing });
  const events = ["transaction_paid"] as const;
  const options: CallOptions = {
    signal: new AbortController().signal,
    timeout: 5_000,
    retry: false,
  };
  const { id, secret } = await pix.webhooks.create(
    { url: "https://shop.example/pix", events },
    options,
  );
  const { data, status, headers } = await pix.webhooks.list().withResponse();
  const { deleted } = await pix.webhooks.delete(id);
  const limit = pacing.rateLimit("listWebhooks");
  const raw = await createRaw(pix).GET("/api/v1/webhook", {});
  return [
    secret?.slice(0, 6),
    data.map(({ name }) => name).join(),
    status,
    headers.get("content-type"),
    deleted,
    limit?.remaining,
    raw.data?.data.length,
  ].join(" ");
}
