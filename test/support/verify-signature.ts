import { createHmac } from "node:crypto";

/** A notification as it arrived; `now` in Unix seconds. */
export interface SignedBody {
  header: string;
  body: string;
  secret: string;
  now: number;
}

/** Whether a `Pix-Signature` header (`t=<Unix seconds>,v1=<hex>`) is that of a body, and within five minutes of `now`. */
export function verifySignature({ header, body, secret, now }: SignedBody): boolean {
  const [, time = "", signatures = ""] = /^t=([0-9]+)((?:,v1=[0-9a-f]{64})+)$/.exec(header) ?? [];
  const expected = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  return signatures.split(",v1=").includes(expected) && Math.abs(now - Number(time)) <= 300;
}
