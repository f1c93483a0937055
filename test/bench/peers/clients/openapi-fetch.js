import createClient from "openapi-fetch";
import { body, expectTransfer, headers, keyHeaders } from "./calls.js";

export function makeCalls(baseUrl) {
  const client = createClient({ baseUrl });
  const params = { path: { transferId: "trf_1" } };
  return {
    async get() {
      const { data } = await client.GET("/api/v1/transfers/{transferId}", { params, headers });
      expectTransfer(data?.data);
    },
    async create() {
      const { "x-idempotency-key": key = "" } = keyHeaders();
      const { data } = await client.POST("/api/v1/pix/out/pixkey", {
        params: { header: { "x-idempotency-key": key } },
        headers,
        body,
      });
      expectTransfer(data?.data);
    },
  };
}
