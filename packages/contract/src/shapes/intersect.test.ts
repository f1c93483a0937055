import { expect, test } from "vitest";
import type { Schema } from "../openapi.ts";
import { shapesOf } from "./normalise.ts";
import { valuesOf } from "./shape.ts";

test.for<[Schema, (number | string)[]]>([
  [{ type: "number", minimum: 2 }, [2, 3]],
  [{ type: "number", maximum: 2 }, [1, 2]],
  [{ type: "number", exclusiveMinimum: 1 }, [2, 3]],
  [{ type: "number", exclusiveMaximum: 3 }, [1, 2]],
  [{ type: "number", multipleOf: 2 }, [2]],
  [{ type: "string", minLength: 2 }, ["bb", "ccc"]],
  [{ type: "string", maxLength: 2 }, ["a", "bb"]],
  [{ type: "string", pattern: "^b" }, ["bb"]],
])("of listed values, %j leaves %j", ([schema, left]) => {
  const { shapeOf } = shapesOf({ schemas: {} });
  const shape = shapeOf({ allOf: [{ enum: [1, 2, 3, "a", "bb", "ccc"] }, schema] });
  expect(valuesOf(shape)).toEqual(left);
});
