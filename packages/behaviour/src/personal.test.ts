import { describe, expect, test } from "vitest";
import { documentOf } from "../../../test/support/behaviour/tester.ts";

describe("@personal", () => {
  test("becomes x-personal on the field, be its type written there or elsewhere", async () => {
    const document = await documentOf(`
      model Address { city: string; }
      model Reader { @personal name: string; @personal home: Address; shelf: string; }
      op read(): Reader;
    `);
    const place = "components.schemas.Reader.properties";
    expect(document).toHaveProperty(`${place}.name.x-personal`, true);
    expect(document).toHaveProperty(`${place}.home.x-personal`, true);
    expect(document).not.toHaveProperty(`${place}.shelf.x-personal`);
    expect(document).not.toHaveProperty("components.schemas.Address.x-personal");
  });
});
