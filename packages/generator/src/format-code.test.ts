import { expect, test } from "vitest";
import { formatCode } from "./format-code.ts";

test("code is printed as the house formats its own, and other files are left alone", async () => {
  const files = {
    "a.ts": 'import {b} from "./b.ts"\nimport {a} from "./a.ts"\nexport const c = [ a,b ]',
    "b.json": "{ }",
  };
  const [made] = await formatCode([{ files, folder: "x" }]);
  expect(made).toEqual({
    folder: "x",
    files: {
      "a.ts":
        'import { a } from "./a.ts";\nimport { b } from "./b.ts";\nexport const c = [a, b];\n',
      "b.json": "{ }",
    },
  });
});

test("text that does not parse is refused", async () => {
  await expect(formatCode([{ files: { "a.ts": "export const = ;" } }])).rejects.toThrow();
});
