import { type Document, type MediaType, operationsOf } from "../openapi.ts";

/**
 * TypeSpec gives an example its title twice, as key and as summary, lists several in the reverse of their order, and
 * sets one without a title apart: the description becomes the summary, the order that of the source, and every example
 * has a name.
 */
export function nameExamples(document: Document): void {
  for (const items of [document.paths, document.webhooks]) {
    for (const { operation } of operationsOf(items)) {
      const contents = [operation.requestBody?.content, ...Object.values(operation.responses).map((r) => r.content)];
      for (const content of contents) for (const media of Object.values(content ?? {})) tidy(media);
    }
  }
}

function tidy(media: MediaType): void {
  if (media.example !== undefined) {
    media.examples = { example: { summary: "example", value: media.example } };
    delete media.example;
  }
  if (!media.examples) return;
  media.examples = Object.fromEntries(
    Object.entries(media.examples)
      .reverse()
      .map(([name, example]) => {
        if ("$ref" in example) return [name, example];
        const { summary, description, value } = example;
        return [name, { summary: description ?? summary ?? name, value }];
      }),
  );
}
