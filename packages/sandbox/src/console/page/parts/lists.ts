import type { OperationId } from "../state/control.ts";

/** The pages whose entries are listed: by which operation, and the field that names the subject of an entry. */
export const lists = {
  charges: { list: "listCharges", read: "readCharge", about: "description" },
  transfers: { list: "listTransfers", read: "readTransfer", about: "pixKey" },
  notifications: { list: "listNotifications", read: "readNotification", about: "event" },
  webhooks: { list: "listWebhooks", read: "readWebhook", about: "url" },
  requests: { list: "listRequests", read: "readRequest", about: "path" },
  companies: { list: "listCompanies", read: "readCompany", about: "name" },
} as const satisfies Record<string, { list: OperationId; read: OperationId; about: string }>;
