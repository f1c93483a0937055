import OpenAI from "openai";
import { body, expectTransfer, keyHeaders } from "./calls.js";

export function makeCalls(url) {
  const openai = new OpenAI({ apiKey: "key", baseURL: `${url}/v1` });
  return {
    get: async () => expectTransfer(await openai.files.retrieve("trf_1")),
    create: async () => {
      const { "x-idempotency-key": idempotencyKey = "" } = keyHeaders();
      expectTransfer(await openai.post("/files", { body, idempotencyKey }));
    },
  };
}
