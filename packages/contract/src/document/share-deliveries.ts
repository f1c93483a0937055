import { type Document, type Example, operationsOf, type Parameter, type Reference, referenceTo } from "../openapi.ts";
import { freeName } from "./share-components.ts";

/** Moves the parameters and examples that notifications share, as webhooks and as callbacks, into `components`. */
export function shareDeliveries(document: Document): void {
  shareParameters(document);
  shareExamples(document);
}

function deliveriesOf(document: Document): ReturnType<typeof operationsOf>[] {
  const callbacks = [...operationsOf(document.paths)].flatMap(({ operation }) =>
    Object.values(operation.callbacks ?? {}),
  );
  return [document.webhooks, ...callbacks].map((items) => operationsOf(items));
}

function shareParameters(document: Document): void {
  const places = new Map<string, (Parameter | Reference)[][]>();
  for (const { operation } of deliveriesOf(document).flatMap((operations) => [...operations])) {
    const { parameters = [] } = operation;
    for (const parameter of parameters) {
      if ("$ref" in parameter) continue;
      const key = JSON.stringify(parameter);
      places.set(key, [...(places.get(key) ?? []), parameters]);
    }
  }
  const shared: Record<string, Parameter> = { ...document.components?.parameters };
  for (const [key, lists] of places) {
    if (lists.length < 2) continue;
    const parameter = JSON.parse(key) as Parameter;
    const name = freeName(parameter.name, shared);
    shared[name] = parameter;
    for (const list of lists) {
      const index = list.findIndex((entry) => JSON.stringify(entry) === key);
      list[index] = { $ref: referenceTo("components", "parameters", name) };
    }
  }
  if (Object.keys(shared).length > 0) document.components = { ...document.components, parameters: shared };
}

/** The examples of notifications that are callbacks too, named after the notification: `loanMade.made`. */
function shareExamples(document: Document): void {
  const [webhooks = [], ...callbacks] = deliveriesOf(document).map((operations) =>
    [...operations].flatMap(({ operation: { operationId = "", requestBody } }) =>
      Object.values(requestBody?.content ?? {}).map(({ examples = {} }) => ({ operationId, examples })),
    ),
  );
  const shared: Record<string, Example | Reference> = { ...document.components?.examples };
  for (const { operationId, examples } of webhooks) {
    for (const [name, example] of Object.entries(examples)) {
      const key = JSON.stringify(example);
      const others = callbacks.flat().flatMap(({ examples }) => placesOf(examples, key));
      if (others.length === 0) continue;
      const component = freeName(`${operationId}.${name}`.replaceAll(/[^\w.-]/g, "-"), shared);
      shared[component] = example;
      for (const [holder, place] of [...others, [examples, name] as const]) {
        holder[place] = { $ref: referenceTo("components", "examples", component) };
      }
    }
  }
  if (Object.keys(shared).length > 0) document.components = { ...document.components, examples: shared };
}

type Examples = Record<string, Example | Reference>;

function placesOf(examples: Examples, key: string): (readonly [Examples, string])[] {
  return Object.keys(examples).flatMap((name) => (JSON.stringify(examples[name]) === key ? [[examples, name]] : []));
}
