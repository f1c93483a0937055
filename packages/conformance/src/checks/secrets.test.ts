import { expect, test } from "vitest";
import type { Session } from "../session.ts";
import { personalIn } from "./secrets.ts";

const session = {
  persons: new Map([
    ["Maria Silva", "customer.name"],
    ["52998224725", "customer.document"],
  ]),
} as Partial<Session> as Session;

test.for([
  ["in the case that was sent", "Maria Silva is unknown", ["customer.name"]],
  ["in capitals", "MARIA SILVA is unknown", ["customer.name"]],
  ["in small letters", "maria silva is unknown", ["customer.name"]],
  ["with signs between digits", "529.982.247-25 is unknown", ["customer.document"]],
  ["not at all", "Mario Silva, 529.982.247-26", []],
] as const)("a personal value is found %s", ([, shown, fields]) => {
  expect(personalIn(session, [shown])).toEqual(fields);
});
