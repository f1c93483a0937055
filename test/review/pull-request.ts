// A pull request as many are: a field of a notification goes, an event comes, a limit falls and a description is mended.
import { compareContracts } from "../../packages/review/src/compare-contracts.ts";
import { printMarkdown } from "../../packages/review/src/report/markdown.ts";
import type { EditedSpec } from "./judge.ts";

const models = "spec/models/notifications.tsp";
const notifications = "spec/notifications.tsp";
const edits: [file: string, from: string | RegExp, to: string][] = [
  [models, / {2}\/\*\* Amount after fees, in centavos\. \*\/[^;]*\bnetAmount\?: Centavos;\n/, ""],
  [
    notifications,
    "  /** A transfer was canceled. */\n",
    '  /** A completed transfer was sent back. */\n  @summary("Transfer returned")\n  transfer_returned,\n\n$&',
  ],
  [
    notifications,
    "/** Any notification, named",
    "model TransferReturnedNotification\n  is TransferNotification<NotificationEvent.transfer_returned>;\n\n$&",
  ],
  [
    notifications,
    "  transfer_canceled: TransferCanceledNotification,\n",
    "$&  transfer_returned: TransferReturnedNotification,\n",
  ],
  ["spec/transfers.tsp", "    limit: 50,\n", "    limit: 5,\n"],
  [
    models,
    "A transfer in the notification of its completion.",
    "A transfer in the notice of its completion.",
  ],
];

/** The review's comment on it. */
export async function commentOn(spec: EditedSpec): Promise<string> {
  const texts: Record<string, string> = {};
  for (const [file, from, to] of edits) {
    const text = texts[file] ?? spec.textOf(file);
    texts[file] = text.replace(from, to);
    if (texts[file] === text) throw new Error(`There is no ${from} in ${file}.`);
  }
  const head = await spec.edited(texts);
  if (typeof head === "string") throw new Error(head);
  return printMarkdown(await compareContracts({ ...(await spec.base()), name: "main" }, head));
}

export const commentPage = "docs/guides/review-comment.md";

/** The page of the guide that shows a comment. */
export function printCommentPage(comment: string): string {
  return `# The review on a pull request

A pull request removes a field of a notification (\`CompletedTransfer.netAmount\`), adds an event
(\`transfer_returned\`), lowers a limit from 50 to 5 and mends the wording of a description. \`action.yml\` posts the
comment below, and replaces it when the pull request changes. [Reading and changing the spec](spec.md) explains how to get the
same on your machine, [what the review reports](review-rules.md) lists its rules.

---

${comment}`;
}
