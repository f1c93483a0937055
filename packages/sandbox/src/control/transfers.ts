import type { TransferRequest } from "@pix-contract/server";
import { timestamp } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import type { ControlSchemas as Schemas } from "../control-client.ts";
import type { FirstCompany } from "../first-company.ts";
import { viewTransfer } from "../service/changes.ts";
import { createTransfer } from "../service/create-transfers.ts";
import { NotAllowedError, NotFoundError } from "../service/errors.ts";
import { getRow } from "../service/rows.ts";
import { endTransfer, processTransfer } from "../service/transfers.ts";
import type { Database, TransferRow } from "../storage/tables.ts";
import { checkRequest } from "./check-input.ts";
import { resolveCompany } from "./companies.ts";
import { makeOperation } from "./operation.ts";
import { type Listed, readPage } from "./page.ts";

type TransferView = Schemas["Transfer"];

/** Transfers, and the steps of banks. A step that the transfer's status does not allow throws `NotAllowedError`. */
export function makeTransfersControl(sandbox: Sandbox, first: FirstCompany) {
  const { storage } = sandbox;
  const change = async (work: (tx: Database) => Promise<TransferRow>): Promise<TransferView> =>
    viewEntry(await storage.transaction(work));

  return {
    list: makeOperation("listTransfers", async (query = {}) => {
      const { status, companyId } = query;
      const listed: Listed = {
        table: "transfers",
        filters: { companyId, status },
        within: ["id", "pixKey", "description", "endToEndId"],
        identifiers: ["id", "endToEndId"],
      };
      return readPage(storage, query, listed, viewEntry);
    }),
    /** @throws {NotFoundError} */
    read: makeOperation("readTransfer", async (id) =>
      viewEntry(await getRow(storage.db, "transfers", id)),
    ),
    /**
     * Creates a transfer without token, rate limit or trigger.
     *
     * @throws {InvalidInputError | NotFoundError}
     * @throws {NotAllowedError} if the balance or the day's limit does not allow it
     */
    create: makeOperation("createTransfer", async ({ companyId, ...body }) => {
      await checkRequest(sandbox, "createTransfer", body);
      return change(async (tx) => {
        const company = await resolveCompany(tx, first, companyId);
        return assertAllowed(await createTransfer(tx, sandbox, company, body as TransferRequest));
      });
    }),
    process: makeOperation("processTransfer", (id) =>
      change((tx) => processTransfer(tx, sandbox, id)),
    ),
    /** Through processing if it is queued. */
    complete: makeOperation("completeTransfer", (id) =>
      change((tx) => endTransfer(tx, sandbox, id, "completed")),
    ),
    /** Through processing if it is queued. */
    refuse: makeOperation("refuseTransfer", (id, body) =>
      change((tx) => endTransfer(tx, sandbox, id, "refused", body?.reason)),
    ),
    cancel: makeOperation("cancelTransfer", (id, body) =>
      change((tx) => endTransfer(tx, sandbox, id, "canceled", body?.reason)),
    ),
  };
}

/** The transfer that was created. @throws {NotAllowedError} if there is none, so that nothing of it is kept */
export function assertAllowed(created: Awaited<ReturnType<typeof createTransfer>>): TransferRow {
  if (created === "INSUFFICIENT_BALANCE")
    throw new NotAllowedError("The balance is lower than the transfer's amount.");
  if (created === "DAILY_LIMIT_EXCEEDED")
    throw new NotAllowedError("The transfer would exceed the day's limit.");
  if (created === "COMPANY_REMOVED") throw new NotFoundError("The company no longer exists.");
  return created;
}

function viewEntry(row: TransferRow): TransferView {
  const { companyId, outcome, postbackUrl, endToEndId, nextAt } = row;
  const { pix: _, ...shown } = viewTransfer(row);
  return {
    ...shown,
    companyId,
    ...(postbackUrl !== null && { postbackUrl }),
    ...(endToEndId !== null && { pix: { endToEndId } }),
    outcome,
    ...(nextAt !== null && { nextAt: timestamp(nextAt) }),
  };
}
