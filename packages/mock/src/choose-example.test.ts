import { expect, test } from "vitest";
import { contract } from "../../../test/support/contract.ts";
import { chooseExample, maxDelay } from "./choose-example.ts";

const operation =
  contract.operations.find(({ id }) => id === "getTransaction") ?? contract.operations[0];

test.for([
  ["0", 0],
  ["1", 1],
  [String(maxDelay), maxDelay],
])("a delay of %s is %d milliseconds", ([delay, expected]) => {
  const choice = operation && chooseExample(contract, operation, { delay: String(delay) });
  expect(choice).toMatchObject({ delay: expected, selection: { status: 200 } });
});

test.for(["-1", String(maxDelay + 1), "1.5", "", " 1", "1e3"])(
  "a delay of %j is refused at once",
  (delay) => {
    const choice = operation && chooseExample(contract, operation, { delay });
    expect(choice).toMatchObject({ delay: 0, response: { status: 400 } });
  },
);

test.for([
  [{}, {}],
  [{ code: "404" }, { status: 404 }],
  [{ example: "paid" }, { status: 200, example: "paid" }],
  [
    { code: "200", example: "paid" },
    { status: 200, example: "paid" },
  ],
  [{ code: "404", example: "paid" }, undefined],
  [
    { code: "200", dynamic: "true" },
    { status: 200, dynamic: true, example: undefined },
  ],
  [
    { code: "200", dynamic: "true", example: "paid" },
    { status: 200, dynamic: true, example: "paid" },
  ],
  [{ dynamic: "false" }, { status: 200, dynamic: false }],
] as const)("the preferences %j, with each delay, select %j", ([preference, selection]) => {
  for (const delay of [undefined, "0", "5"]) {
    const choice =
      operation && chooseExample(contract, operation, { ...preference, ...(delay && { delay }) });
    expect(choice).toMatchObject(
      selection === undefined
        ? { response: { status: 400 } }
        : {
            selection,
            ...(delay && { delay: Number(delay) }),
            isAskedFor: "code" in preference || "example" in preference,
          },
    );
  }
});
