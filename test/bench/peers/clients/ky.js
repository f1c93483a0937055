import ky from "ky";
import { body, expectTransfer, headers, keyHeaders } from "./calls.js";

export function makeCalls(url) {
  const client = ky.create({ headers });
  return {
    get: async () =>
      expectTransfer((await client.get(`${url}/api/v1/transfers/trf_1`).json()).data),
    create: async () => {
      const options = { json: body, headers: keyHeaders() };
      const result = client.post(`${url}/api/v1/pix/out/pixkey`, options);
      expectTransfer((await result.json()).data);
    },
  };
}
