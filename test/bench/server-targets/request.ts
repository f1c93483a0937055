import { contract } from "../../support/contract.ts";

const operation = contract.operations.find(({ id }) => id === "createCharge");
if (!operation?.body) throw new Error("The contract has no createCharge with a body.");

/** Token that every target takes. */
export const token = "header.payload.signature";

/** Path of the operation that is measured. */
export const path = operation.path;

/** Body that every target gets: the complete example of the contract. */
export const body = operation.body.examples[0]?.value;

/** What every target answers: the contract's example. */
export const answer = operation.responses.find(({ status }) => status === 200)?.examples[0]
  ?.value as {
  success: true;
  message: string;
  data: {
    id: string;
    pix: { emv: string; qrCode: string };
    status: "pending";
    fees: number;
    amount?: number;
  };
};

let calls = 0;

/**
 * Who calls, or undefined: every target looks it up the same way. A company comes as often as the contract lets it in a
 * window, then the next one does.
 */
export function companyOf(given: string | undefined): string | undefined {
  if (given !== token) return undefined;
  calls += 1;
  return `bench-${Math.floor(calls / 90)}`;
}

/** Sends the runner a target's address and, on request, the processor time that it has used. */
export function announce(url: string): void {
  // It is not measured any more.
  process.once("disconnect", () => process.exit());
  process.on("message", () => process.send?.({ cpu: process.cpuUsage() }));
  process.send?.({ url });
}
