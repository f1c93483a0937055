import type { Contract } from "../../../contract/src/model.ts";
import type { Files } from "../output.ts";
import { mockUrl } from "./curl.ts";
import { basisPage } from "./pages/basis.ts";
import { errorsPage } from "./pages/errors.ts";
import { indexPage } from "./pages/index.ts";
import { limitsPage } from "./pages/limits.ts";
import { notificationPages, notificationsPage } from "./pages/notifications.ts";
import { operationPages, operationsPage } from "./pages/operations.ts";
import { statusesPage } from "./pages/statuses.ts";

/**
 * The reference of a contract: a Markdown page for each subject, each operation and each notification, by path within
 * docs/reference.
 *
 * @param baseUrl where commands on the pages send their requests
 */
export function referenceDocs(contract: Contract, baseUrl = mockUrl): Files {
  return {
    "README.md": indexPage(contract),
    "operations.md": operationsPage(contract),
    ...operationPages(contract, baseUrl),
    "errors.md": errorsPage(contract),
    "statuses.md": statusesPage(contract),
    "notifications.md": notificationsPage(contract),
    ...notificationPages(contract),
    "limits.md": limitsPage(contract),
    "basis.md": basisPage(contract),
  };
}
