import { contract } from "../../support/contract.ts";

const operation = contract.operations.find(({ id }) => id === "createCharge");
if (!operation?.body) throw new Error("The contract has no createCharge with a body.");

/** Token that every target takes. */
export const token = "header.payload.signature";

/** Path of the operation that is measured. */
export const path = operation.path;

/** Body that every target gets: the complete example of the contract. */
export const body = JSON.stringify(operation.body.examples[0]?.value);

/** What every target answers: the contract's example. */
export const answer = operation.responses.find(({ status }) => status === 200)?.examples[0]?.value as {
  success: true;
  message: string;
  data: { id: string; pix: { emv: string; qrCode: string }; status: "pending"; fees: number; amount?: number };
};

/** Headers of every answer beside its type and length, as the contract wants them. */
export const limitHeaders = {
  "x-ratelimit-limit": "100",
  "x-ratelimit-remaining": "99",
  "x-ratelimit-reset": String(Math.ceil(Date.now() / 1000) + 60),
  "x-ratelimit-window": "60",
};

/** Tells the runner where a target listens, and from then on, whenever asked, how much processor time it has used. */
export function announce(url: string): void {
  // Nobody measures it any more.
  process.once("disconnect", () => process.exit());
  process.on("message", () => process.send?.({ cpu: process.cpuUsage() }));
  process.send?.({ url });
}
