import { checkBody } from "@pix-contract/server";
import type { Sandbox } from "../context.ts";
import { makeTolerance } from "../notifications/destinations.ts";
import { InvalidInputError } from "./invalid-input-error.ts";

/** Checks a body against the service's contract, as a request's would be. @throws {InvalidInputError} */
export function checkRequest(
  sandbox: Sandbox,
  operation: "createCharge" | "createTransfer" | "createWebhook",
  body: unknown,
): void {
  const wrong = checkBody(operation, body, makeTolerance(sandbox));
  if (wrong.length > 0) throw new InvalidInputError(wrong.map(({ path, message }) => ({ path, message })));
}
