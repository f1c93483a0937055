import { describe, expect, test } from "vitest";
import { camelCase, pascalCase, projectWord } from "./names.ts";
import { comment, key, literal, nameOf } from "./print-code.ts";

describe("a literal", () => {
  test.for([
    [{ a: [1, "b", null], "c-d": {} }],
    ["\u2028\u2029</script>`$`\\\"'"],
    [{ "\u2028</script>": [{ a: { b: "*/" } }] }],
    [JSON.parse('{ "__proto__": { "polluted": true } }')],
    [[{}, [], [[]], ""]],
  ])("is the same value when it is read again: %j", async ([value]) => {
    const module = await import(
      `data:text/javascript,${encodeURIComponent(`export default ${literal(value)}`)}`
    );
    expect(module.default).toEqual(value);
    expect(JSON.stringify(module.default)).toBe(JSON.stringify(value));
  });

  test("is written as people would write it, without undefined fields", () => {
    expect(literal({ a: [1, "b"], c: undefined, d: {} })).toBe('{\n  a: [1, "b"],\n  d: {},\n}');
    expect(literal({ a: [{ b: 1 }] }, "  ")).toBe("{\n    a: [{\n      b: 1,\n    }],\n  }");
    expect(literal(undefined)).toBe("undefined");
  });

  test("holds no end of a line to old readers, and none of a script", () => {
    expect(literal("\u2028")).toBe('"\\u2028"');
    expect(literal("</script>")).toBe('"<\\/script>"');
  });
});

test("names are names, and keys never set a prototype", () => {
  expect(() => nameOf("a; b")).toThrow('"a; b" cannot be a name in code.');
  expect(["a", "a_1", "a-b", "__proto__"].map(key)).toEqual(["a", "a_1", '"a-b"', '["__proto__"]']);
});

describe("a comment", () => {
  test("has paragraphs", () => {
    expect(comment(["one"])).toBe("/** one */\n");
    expect(comment(["a */ b", undefined, "c\nd"], "  ")).toBe(
      "  /**\n   * a *\\/ b\n   *\n   * c\n   * d\n   */\n",
    );
    expect(comment(["", undefined])).toBe("");
  });

  test("has no long lines but in code; what is broken off begins the next line of prose", () => {
    const words = (count: number): string => "word ".repeat(count).trim();
    const printed = comment(
      [`${words(30)}\n${words(2)}\n- ${words(30)}\n@param x ${words(30)}\n@example\n${words(30)}`],
      "  ",
    );
    expect(printed.split("\n").map((line) => [line.slice(0, 11), line.length])).toEqual([
      ["  /**", 5],
      ["   * word w", 119],
      ["   * word w", 49],
      ["   * - word", 116],
      ["   *   word", 46],
      ["   * @param", 118],
      ["   *   word", 51],
      ["   * @examp", 13],
      ["   * word w", 154],
      ["   */", 5],
      ["", 0],
    ]);
    expect(comment([words(30)])).toMatch(/^\/\*\*\n/);
  });

  test("is ended by no text", () => {
    expect(comment(["a */ b\r\n*/ c\u2028d"]).trimEnd().slice(0, -2)).not.toContain("*/");
  });
});

test("names in code from names of a contract", () => {
  expect([camelCase("x-idempotency-key"), pascalCase("rare books"), camelCase("1")]).toEqual([
    "xIdempotencyKey",
    "RareBooks",
    "_1",
  ]);
});

test("a project's first word names its things", () => {
  const project = { version: "1.0.0", license: "MIT", dependencies: {} };
  expect(projectWord({ ...project, name: "acme-api" })).toBe("acme");
});

test("a word that is too long for its line stays with what it belongs to", () => {
  const long = "x".repeat(200);
  for (const start of ["", "- ", "@a ", "@param "]) {
    const printed = comment([`${start}${long}`, "more"]).split("\n");
    expect(printed[1]).toBe(start === "@param " ? " * @param" : ` * ${start}${long}`);
  }
});
