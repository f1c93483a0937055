import type { ChargeRequest } from "@pix-contract/server";
import { makeQrPng } from "@pix-contract/server/qr-png";
import { timestamp } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import type { FirstCompany } from "../first-company.ts";
import {
  cancelCharge,
  createCharge,
  expireCharge,
  getCharge,
  payCharge,
  paymentOf,
  refundCharge,
} from "../service/charges.ts";
import type { ChargeRow, Database } from "../storage/tables.ts";
import { checkInput } from "./check-input.ts";
import { checkRequest } from "./check-request.ts";
import { resolveCompany } from "./companies.ts";
import { type Listed, readPage } from "./page.ts";
import type { ChargeEntry, ChargeView, NewCharge, Page, Pay, QueryOf, Reason } from "./types.ts";

/** Charges, and what payers do. What a charge's status does not allow throws `NotAllowedError`. */
export interface ChargesControl {
  list(query?: QueryOf<"listCharges">): Promise<Page<ChargeEntry>>;
  /** @throws {NotFoundError} */
  read(id: string): Promise<ChargeView>;
  /** Creates a charge without token, rate limit or trigger. @throws {InvalidInputError | NotFoundError} */
  create(charge: NewCharge): Promise<ChargeView>;
  pay(id: string, body?: Pay): Promise<ChargeView>;
  cancel(id: string): Promise<ChargeView>;
  /** Lets a charge expire before its time. */
  expire(id: string): Promise<ChargeView>;
  refund(id: string, body?: Reason): Promise<ChargeView>;
}

/** Who is to pay where nobody is named. The document is nobody's. */
export const sampleCustomer = {
  name: "Maria Aparecida de Souza",
  email: "maria.souza@example.com",
  documentType: "cpf",
  document: "52998224725",
} as const;

export function makeChargesControl(sandbox: Sandbox, first: FirstCompany): ChargesControl {
  const { storage } = sandbox;
  const change = async (work: (tx: Database) => Promise<ChargeRow>): Promise<ChargeView> =>
    viewCharge(await storage.transaction(work));

  return {
    list: async (query = {}) => {
      await checkInput("listCharges", { query });
      const { status, search, companyId } = query;
      const within = ["id", "description", "customerJson", "endToEndId"];
      const listed: Listed = {
        table: "charges",
        filters: { companyId, status },
        search: { text: search, within, identifiers: ["id", "endToEndId"] },
      };
      return readPage(storage.db, query, listed, viewEntry);
    },
    read: async (id) => viewCharge(await getCharge(storage.db, id)),
    create: async (given) => {
      await checkInput("createCharge", { body: given });
      const { companyId, ...fields } = given;
      const body = { customer: sampleCustomer, ...fields };
      checkRequest(sandbox, "createCharge", body);
      return change(async (tx) => {
        const company = await resolveCompany(tx, first, companyId);
        return createCharge(tx, sandbox, company, body as ChargeRequest);
      });
    },
    pay: async (id, body) => {
      await checkInput("payCharge", { body });
      return change((tx) => payCharge(tx, sandbox, id, body?.payer));
    },
    cancel: (id) => change((tx) => cancelCharge(tx, sandbox, id)),
    expire: (id) => change((tx) => expireCharge(tx, sandbox, id)),
    refund: async (id, body) => {
      await checkInput("refundCharge", { body });
      return change((tx) => refundCharge(tx, sandbox, id, body?.reason));
    },
  };
}

function viewEntry(row: ChargeRow): ChargeEntry {
  const { id, companyId, status, amount, fees, description, emv, itemsJson, postbackUrl, paidAt, refundJson } = row;
  return {
    ...{ id, companyId, status, amount, fees, description },
    customer: JSON.parse(row.customerJson) as ChargeEntry["customer"],
    ...(itemsJson !== null && { items: JSON.parse(itemsJson) as NonNullable<ChargeEntry["items"]> }),
    ...(postbackUrl !== null && { postbackUrl }),
    pix: { emv, ...paymentOf(row) },
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
    ...(paidAt !== null && { paidAt: timestamp(paidAt) }),
    expiresAt: timestamp(row.expiresAt),
    ...(refundJson !== null && { refund: JSON.parse(refundJson) as NonNullable<ChargeEntry["refund"]> }),
  };
}

function viewCharge(row: ChargeRow): ChargeView {
  const entry = viewEntry(row);
  return { ...entry, pix: { ...entry.pix, qrCode: makeQrPng(row.emv) } };
}
