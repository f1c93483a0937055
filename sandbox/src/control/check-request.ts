import { checkBody } from "@pix-contract/server";
import type { Sandbox } from "../context.ts";
import { makeTolerance } from "../http/tolerance.ts";
import { InvalidInputError } from "./invalid-input-error.ts";

/** Operation of the service's contract that an operation here stands for. */
type Operation = "createCharge" | "createTransfer" | "createWebhook";

/** Checks a body against the service's contract, as a request's would be. @throws {InvalidInputError} */
export function checkRequest(sandbox: Sandbox, operation: Operation, body: unknown): void {
  const wrong = checkBody(operation, body, makeTolerance(sandbox));
  if (wrong.length > 0) throw new InvalidInputError(wrong.map(({ path, message }) => ({ path, message })));
}
