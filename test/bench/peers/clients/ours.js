import { createPixClient } from "@pix-contract/client";
import { body, expectTransfer } from "./calls.js";

export function makeCalls(baseUrl) {
  const pix = createPixClient({ baseUrl, apiKey: "key", apiSecret: "secret" });
  return {
    get: async () => expectTransfer(await pix.transfers.get("trf_1")),
    create: async () => expectTransfer(await pix.transfers.create(body)),
  };
}
