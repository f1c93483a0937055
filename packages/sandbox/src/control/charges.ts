import type { ChargeRequest } from "@pix-contract/server";
import type { Sandbox } from "../context.ts";
import type { ControlSchemas as Schemas } from "../control-client.ts";
import type { FirstCompany } from "../first-company.ts";
import { viewCharge, withQrCode } from "../service/changes.ts";
import {
  cancelCharge,
  createCharge,
  expireCharge,
  payCharge,
  refundCharge,
} from "../service/charges.ts";
import { getRow } from "../service/rows.ts";
import type { ChargeRow, Database } from "../storage/tables.ts";
import { checkRequest } from "./check-input.ts";
import { resolveCompany } from "./companies.ts";
import { makeOperation } from "./operation.ts";
import { type Listed, readPage } from "./page.ts";

type Charge = Schemas["Charge"];

/** The payer if none is named. The document belongs to no person. */
export const sampleCustomer = {
  name: "Maria Aparecida de Souza",
  email: "maria.souza@example.com",
  documentType: "cpf",
  document: "52998224725",
} as const;

/** Charges, and the steps of payers. A step that the charge's status does not allow throws `NotAllowedError`. */
export function makeChargesControl(sandbox: Sandbox, first: FirstCompany) {
  const { storage } = sandbox;
  const change = async (work: (tx: Database) => Promise<ChargeRow>): Promise<Charge> =>
    withQrCode(viewEntry(await storage.transaction(work)));

  return {
    list: makeOperation("listCharges", async (query = {}) => {
      const { status, companyId } = query;
      const listed: Listed = {
        table: "charges",
        filters: { companyId, status },
        within: ["id", "description", "customerJson", "endToEndId"],
        identifiers: ["id", "endToEndId"],
      };
      return readPage(storage, query, listed, viewEntry);
    }),
    /** @throws {NotFoundError} */
    read: makeOperation("readCharge", async (id) =>
      withQrCode(viewEntry(await getRow(storage.db, "charges", id))),
    ),
    /** Creates a charge without token, rate limit or trigger. @throws {InvalidInputError | NotFoundError} */
    create: makeOperation("createCharge", async ({ companyId, ...fields }) => {
      const body = { customer: sampleCustomer, ...fields };
      await checkRequest(sandbox, "createCharge", body);
      return change(async (tx) => {
        const company = await resolveCompany(tx, first, companyId);
        return createCharge(tx, sandbox, company, body as ChargeRequest);
      });
    }),
    pay: makeOperation("payCharge", (id, body) =>
      change((tx) => payCharge(tx, sandbox, id, body?.payer)),
    ),
    cancel: makeOperation("cancelCharge", (id) => change((tx) => cancelCharge(tx, sandbox, id))),
    /** Lets a charge expire before its time. */
    expire: makeOperation("expireCharge", (id) => change((tx) => expireCharge(tx, sandbox, id))),
    refund: makeOperation("refundCharge", (id, body) =>
      change((tx) => refundCharge(tx, sandbox, id, body?.reason)),
    ),
  };
}

function viewEntry(row: ChargeRow): Charge {
  const { companyId, itemsJson, postbackUrl } = row;
  return {
    ...viewCharge(row),
    companyId,
    customer: JSON.parse(row.customerJson) as Charge["customer"],
    ...(itemsJson !== null && { items: JSON.parse(itemsJson) as NonNullable<Charge["items"]> }),
    ...(postbackUrl !== null && { postbackUrl }),
  };
}
