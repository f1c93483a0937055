import type { Contract } from "../contract/model.ts";
import type { Files } from "../output.ts";
import { basisPage } from "./pages/basis.ts";
import { errorsPage } from "./pages/errors.ts";
import { indexPage } from "./pages/index.ts";
import { limitsPage } from "./pages/limits.ts";
import { notificationsPage } from "./pages/notifications.ts";
import { operationsPage } from "./pages/operations.ts";
import { statusesPage } from "./pages/statuses.ts";

/** The reference of a contract: one Markdown page for each subject, by path within docs/reference. */
export function referenceDocs(contract: Contract): Files {
  return {
    "README.md": indexPage(contract),
    "operations.md": operationsPage(contract),
    "errors.md": errorsPage(contract),
    "statuses.md": statusesPage(contract),
    "notifications.md": notificationsPage(contract),
    "limits.md": limitsPage(contract),
    "basis.md": basisPage(contract),
  };
}
