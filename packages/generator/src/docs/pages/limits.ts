import type { Contract, ResponseHeader } from "@packages/contract/src/model.ts";
import { duration, size } from "@packages/contract/src/words.ts";
import { code, inline, page, table } from "../markdown.ts";
import { badge, codes, operationLink } from "../words.ts";

/** Limits that belong to no field: how often, how much, how long. */
export function limitsPage(contract: Contract): string {
  const windows = contract.operations.find(({ rateLimit }) => rateLimit)?.rateLimit;
  const rates = contract.operations.map(({ id, rateLimit, basis }) => [
    operationLink(id),
    rateLimit ? String(rateLimit.limit) : "not documented",
    rateLimit ? duration(rateLimit.window) : "",
    codes(rateLimit?.scope ?? []),
    badge(basis, "rateLimit"),
  ]);
  return page("Limits", [
    ...section(
      "Rate limits",
      `A window has a fixed length and starts with its first request (${badge(windows?.["x-basis"])}).`,
      [["Operation", "Requests", "Window", "Counted by", "Basis"], ...rates],
    ),
    ...section("Headers", "What answers carry besides their body.", [
      ["Header", "Meaning", "Example", "Statuses", "Basis"],
      ...headerRows(contract),
    ]),
    ...section("Other limits", "", [["What", "How much", "Basis"], ...otherRows(contract)]),
  ]);
}

/** A heading and a table; nothing if the table has no rows. */
function section(title: string, about: string, [header = [], ...rows]: string[][]): string[] {
  return rows.length > 0 ? [`## ${title}`, about, table(header, rows)] : [];
}

function headerRows(contract: Contract): string[][] {
  const found = new Map<string, { header: ResponseHeader; statuses: Set<number> }>();
  for (const { status, headers } of contract.operations.flatMap(({ responses }) => responses)) {
    for (const header of headers) {
      const key = `${header.name}\n${header.description}`;
      const entry = found.get(key) ?? { header, statuses: new Set() };
      entry.statuses.add(status);
      found.set(key, entry);
    }
  }
  return [...found.values()].map(({ header, statuses }) => [
    code(header.name),
    inline(header.description),
    header.example === undefined ? "" : code(String(header.example)),
    [...statuses].sort((a, b) => a - b).join(", "),
    badge(header.basis),
  ]);
}

function otherRows({ operations, errors, delivery, signature, bodyLimit }: Contract): string[][] {
  const tooLarge = errors.find(({ causes }) => causes?.includes("body-too-large"));
  return [
    ...(bodyLimit === undefined
      ? []
      : [["The body of a request", size(bodyLimit), badge(tooLarge?.basis)]]),
    ...operations.flatMap(({ id, token }) => {
      if (!token) return [];
      const lifetime = token.unit === "milliseconds" ? token.lifetime / 1000 : token.lifetime;
      const renewed = `${duration(lifetime)}; renewed ${duration(token.renewEarly)} before its end`;
      const name = `Token of ${operationLink(id)} (${code(token.expiresIn)} in ${token.unit})`;
      return [[name, renewed, badge(token["x-basis"], "lifetime")]];
    }),
    ...operations.flatMap(({ id, idempotency: keys }) =>
      keys
        ? [
            [
              `Idempotency keys of ${operationLink(id)}`,
              duration(keys.retention),
              badge(keys["x-basis"], "retention"),
            ],
          ]
        : [],
    ),
    ...(delivery
      ? [
          [
            "A receiver's answer to a notification",
            duration(delivery.timeout),
            badge(delivery["x-basis"]),
          ],
        ]
      : []),
    ...(signature
      ? [
          [
            "Age of a notification's signature",
            duration(signature.tolerance),
            badge(signature["x-basis"]),
          ],
        ]
      : []),
  ];
}
