import type { CataloguedError } from "@packages/contract/src/model.ts";
import type { ErrorEntry } from "@packages/server/src/contract-table.ts";

/**
 * The message of an error's example, in which the name of a detail, `{limit}`, stands in place of each figure that the
 * example's details have as well, and those figures as the example writes them. 262,144 bytes may be written as 256 KiB.
 */
export function findFigures({
  message,
  details,
}: CataloguedError): Pick<ErrorEntry, "message" | "figures"> {
  const figures: Record<string, string> = {};
  let template = message;
  for (const [name, value] of Object.entries((details?.example ?? {}) as object)) {
    if (typeof value !== "number") continue;
    for (const figure of [String(value), `${value / 1024} KiB`, `${value / 1024 ** 2} MiB`]) {
      const place = new RegExp(`(?<![\\w.,{])${figure.replaceAll(".", "\\.")}(?![\\w}]|[.,]\\d)`);
      if (!place.test(template)) continue;
      template = template.replace(place, `{${name}}`);
      figures[name] = figure;
      break;
    }
  }
  return Object.keys(figures).length > 0 ? { message: template, figures } : { message };
}
