import { type Components, type Document, type Header, operationsOf } from "../openapi.ts";
import { referenceTo } from "../pointer.ts";
import { exampleName } from "../sample-error.ts";

type ComponentMap = Record<string, object>;

/** A place of a part that may stand in other places, too. */
interface ComponentUse {
  holder: ComponentMap;
  key: string;
  /** Name of the component, unless another part has it. */
  name: string;
  /** Equal parts of different groups are kept apart: they may differ tomorrow. */
  group: string;
}

/**
 * Moves headers, examples and the parameters of notifications that stand in several places into `components`, so that a
 * reader of the document meets each of them once.
 */
export function shareComponents(document: Document): void {
  const operations = [...operationsOf(document.paths)].map(({ operation }) => operation);
  const deliveries = [
    document.webhooks,
    ...operations.flatMap(({ callbacks = {} }) => Object.values(callbacks)),
  ]
    .flatMap((items) => [...operationsOf(items)])
    .map(({ operation }) => operation);
  const answers = operations.flatMap(({ operationId = "", responses }) =>
    Object.values(responses).map((response) => ({ ...response, operationId })),
  );
  const limits = (document["x-error-catalogue"] ?? []).filter(({ causes }) =>
    causes?.includes("rate-limit"),
  );
  const limitExamples = limits.map(({ code }) => exampleName(code));

  const headers = answers.flatMap(({ operationId, headers }) =>
    placesIn(headers, (name, part) =>
      makeGroupName(name, showsOwnFigure(part as Header) && operationId),
    ),
  );
  const parameters = deliveries.flatMap(({ parameters }) =>
    placesIn(parameters, (_, part) => ({
      name: (part as { name?: string }).name ?? "",
      group: "",
    })),
  );
  const sent = deliveries.flatMap(({ operationId, requestBody }) =>
    examplesIn(requestBody?.content, (name) => ({ name: `${operationId}.${name}`, group: "" })),
  );
  const answered = answers.flatMap(({ operationId, content }) =>
    examplesIn(content, (name) => makeGroupName(name, limitExamples.includes(name) && operationId)),
  );
  shareKind(document, "headers", headers);
  shareKind(document, "parameters", parameters);
  shareKind(document, "examples", [...sent, ...answered]);
}

/** Whether a header shows a figure of its operation's limit; one that is used up looks the same everywhere. */
function showsOwnFigure({ "x-rate-limit-part": part, example }: Header): boolean {
  return part === "limit" || (part === "remaining" && example !== 0);
}

/** @param operationId of the operation that the part is about, unless it may be any */
function makeGroupName(
  name: string,
  operationId: string | false,
): Pick<ComponentUse, "name" | "group"> {
  const own = operationId ? `${name}.${operationId}` : name;
  return { name: own, group: own };
}

type Namer = (key: string, part: object) => Pick<ComponentUse, "name" | "group">;

function placesIn(holder: object = {}, nameOf: Namer): ComponentUse[] {
  return Object.entries(holder as ComponentMap).map(([key, part]) => ({
    holder: holder as ComponentMap,
    key,
    ...nameOf(key, part),
  }));
}

function examplesIn(
  content: Record<string, { examples?: object }> = {},
  nameOf: Namer,
): ComponentUse[] {
  return Object.values(content).flatMap(({ examples }) => placesIn(examples, nameOf));
}

function shareKind(document: Document, kind: keyof Components, places: ComponentUse[]): void {
  const inline = places.filter(({ holder, key }) => !("$ref" in (holder[key] ?? {})));
  const groups = Map.groupBy(inline, ({ holder, key, group }) =>
    JSON.stringify([group, holder[key]]),
  );
  const shared: ComponentMap = { ...document.components?.[kind] };
  for (const [first, ...others] of groups.values()) {
    if (!first || others.length === 0) continue;
    const plain = first.name.replaceAll(/[^\w.-]/g, "-");
    let name = plain;
    // A number keeps apart parts that have the same name in the spec.
    for (let count = 2; Object.hasOwn(shared, name); count += 1) name = `${plain}.${count}`;
    shared[name] = first.holder[first.key] ?? {};
    for (const { holder, key } of [first, ...others])
      holder[key] = { $ref: referenceTo("components", kind, name) };
  }
  if (Object.keys(shared).length > 0)
    document.components = { ...document.components, [kind]: shared };
}
