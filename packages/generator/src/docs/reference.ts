import type { Contract } from "@packages/contract/src/model.ts";
import type { OperationSentences } from "@packages/contract/src/sentences.ts";
import type { Files } from "../output.ts";
import { basisPage } from "./pages/basis.ts";
import { errorsPage } from "./pages/errors.ts";
import { groupPages } from "./pages/groups.ts";
import { indexPage } from "./pages/index.ts";
import { limitsPage } from "./pages/limits.ts";
import { notificationPages, notificationsPage } from "./pages/notifications.ts";
import { operationPages } from "./pages/operations.ts";

/** The reference of a contract: Markdown pages by path within docs/reference. */
export function referenceDocs(contract: Contract, sentences: OperationSentences): Files {
  return {
    "README.md": indexPage(contract),
    ...groupPages(contract),
    ...operationPages(contract, sentences),
    "errors.md": errorsPage(contract),
    "notifications.md": notificationsPage(contract),
    ...notificationPages(contract),
    "limits.md": limitsPage(contract),
    "basis.md": basisPage(contract),
  };
}
