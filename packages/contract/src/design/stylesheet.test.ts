// What every page promises whatever it shows, read from the styles as a browser would.
import { expect, test } from "vitest";
import * as stylesheet from "./stylesheet.ts";

const styles = Object.values(stylesheet)
  .filter((one) => typeof one === "string")
  .join("\n");

/** Declarations of a selector, by property. */
function declarationsOf(selector: string): Map<string, string> {
  const at = styles.indexOf(`\n${selector} {`);
  const block = /\{([^}]*)\}/.exec(styles.slice(at))?.[1] ?? "";
  return new Map(
    (at < 0 ? [] : block.split(";")).flatMap((line): [string, string][] => {
      const [property = "", ...value] = line.split(":");
      return value.length > 0 ? [[property.trim(), value.join(":").trim()]] : [];
    }),
  );
}

test("what has the focus of the keyboard is seen, and nothing takes that away", () => {
  expect(declarationsOf(":focus-visible").get("outline")).toMatch(/^[2-9]px solid var\(--focus\)$/);
  expect(styles).not.toMatch(/outline(?:-style|-width)?: *(?:none|0)\b/);
});

test("what is hidden is not shown, and what only a screen reader reads stays in the page", () => {
  expect(declarationsOf("[hidden]").get("display")).toBe("none !important");
  const unseen = declarationsOf(".unseen");
  expect([unseen.get("position"), unseen.has("display")]).toEqual(["absolute", false]);
  expect(unseen.get("clip-path")).toBe("inset(50%)");
});
