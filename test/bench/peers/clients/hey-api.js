// Of a client that hey-api generates from our document. It is generated when this is measured.
import { createTransfer, getTransfer } from "hey-api-client";
import { client } from "hey-api-client-settings";
import { body, expectTransfer, headers, keyHeaders } from "./calls.js";

export function makeCalls(baseUrl) {
  client.setConfig({ baseUrl, throwOnError: true });
  const path = { transferId: "trf_1" };
  return {
    get: async () => expectTransfer((await getTransfer({ path, headers })).data.data),
    create: async () =>
      expectTransfer((await createTransfer({ body, headers: keyHeaders() })).data.data),
  };
}
