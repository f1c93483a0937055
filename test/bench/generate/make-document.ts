// A document as large as the largest public ones: some 12 MB of JSON, with the mix of GitHub's REST API: many operations,
// shared schemas that refer to each other, and examples, which are most of the bytes.

/** Numbers that look random and are the same in each run. */
function makeRandom(): (below: number) => number {
  let state = 42;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
}

const words =
  "account branch check deploy event file group hook issue job key label member note order page query run status team user view".split(
    " ",
  );
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Makes the document.
 *
 * @param resources each with four operations and three schemas
 */
export function makeDocument(resources = 250): object {
  const random = makeRandom();
  const word = (): string => words[random(words.length)] ?? "";
  const nameOf = (index: number): string =>
    `${capital(words[index % words.length] ?? "")}${capital(words[Math.floor(index / words.length) % words.length] ?? "")}${index}`;
  const text = (length: number): string => Array.from({ length }, word).join(" ");

  const field = (): object => {
    const kinds = [
      () => ({ type: "string", description: text(8), maxLength: 200 }),
      () => ({ type: "integer", minimum: 0, description: text(6) }),
      () => ({ type: ["string", "null"], format: "date-time" }),
      () => ({ type: "boolean", default: false }),
      () => ({ type: "string", enum: [...new Set([word(), word(), word()])] }),
      () => ({ type: "array", items: { type: "string" }, maxItems: 50 }),
      () => ({ $ref: `#/components/schemas/${nameOf(random(resources))}` }),
      () => ({
        type: "array",
        items: { $ref: `#/components/schemas/${nameOf(random(resources))}Summary` },
      }),
    ];
    return (kinds[random(kinds.length)] ?? (() => ({})))();
  };
  const fields = (count: number): Record<string, object> =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`${word()}_${word()}_${index}`, field()]),
    );
  const example = (count: number): object =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`${word()}_${index}`, text(12)]),
    );

  const schemas: Record<string, object> = {
    Problem: {
      type: "object",
      required: ["message"],
      properties: { message: { type: "string" }, documentation_url: { type: "string" } },
    },
  };
  const paths: Record<string, object> = {};
  const answer = (schema: object, size: number) => ({
    description: text(6),
    content: { "application/json": { schema, examples: { default: { value: example(size) } } } },
  });
  const problem = {
    description: text(5),
    content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } },
  };

  for (let index = 0; index < resources; index += 1) {
    const name = nameOf(index);
    const path = `/${words[index % words.length]}s/${index}`;
    const own = { $ref: `#/components/schemas/${name}` };
    const summary = fields(12);
    schemas[`${name}Summary`] = {
      type: "object",
      description: text(10),
      required: Object.keys(summary).slice(0, 6),
      properties: { id: { type: "integer" }, ...summary },
    };
    schemas[name] = {
      allOf: [
        { $ref: `#/components/schemas/${name}Summary` },
        { type: "object", properties: fields(18) },
      ],
    };
    const body = fields(10);
    schemas[`${name}Request`] = {
      type: "object",
      required: Object.keys(body).slice(0, 3),
      properties: body,
    };
    const about = (operationId: string) => ({
      operationId,
      tags: [name],
      summary: text(4),
      description: text(30),
    });
    const id = {
      name: "id",
      in: "path",
      required: true,
      schema: { type: "integer" },
      description: text(5),
    };
    const query = ["page", "per_page", "sort", "filter"].map((one) => ({
      name: one,
      in: "query",
      schema: { type: "string" },
      description: text(7),
    }));
    const requestBody = {
      required: true,
      content: { "application/json": { schema: { $ref: `#/components/schemas/${name}Request` } } },
    };
    paths[path] = {
      get: {
        ...about(`list${name}`),
        parameters: query,
        responses: { "200": answer({ type: "array", items: own }, 150), "404": problem },
      },
      post: {
        ...about(`create${name}`),
        requestBody,
        responses: { "201": answer(own, 110), "422": problem },
      },
    };
    paths[`${path}/{id}`] = {
      get: {
        ...about(`get${name}`),
        parameters: [id],
        responses: { "200": answer(own, 110), "404": problem },
      },
      patch: {
        ...about(`update${name}`),
        parameters: [id],
        requestBody,
        responses: { "200": answer(own, 110), "404": problem, "422": problem },
      },
    };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Large", version: "1" },
    servers: [{ url: "https://api.example.com" }],
    paths,
    components: { schemas },
  };
}
