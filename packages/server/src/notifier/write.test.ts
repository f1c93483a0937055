import { expect, test } from "vitest";
import { makeNotifications } from "./write.ts";

const change = {
  callerId: "cmp",
  event: "done",
  objectId: "obj",
  url: "https://named.example:8443/x",
  body: (addressed: object) => ({ ...addressed, note: "ção" }),
};

const write = (_event: string, body: unknown): string => JSON.stringify(body);

/** Ids in turn. */
function counter(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `n${count}`;
  };
}

test("a change is sent to the URL that is named and to each receiver that asks for it, each with its own id", () => {
  const receivers = [
    { id: "all", url: "https://all.example/a", events: [] },
    { id: "other", url: "https://other.example/", events: ["begun", "ended"] },
    { id: "this", url: "https://all.example/b", events: ["begun", "done"] },
  ];
  const rows = makeNotifications(receivers, change, { now: 7, makeId: counter(), write });
  expect(
    rows.map(({ id, receiverId, url, lane, body }) => [
      id,
      receiverId,
      url,
      lane,
      JSON.parse(body),
    ]),
  ).toEqual([
    ["n1", null, change.url, "named.example:8443", { id: "n1", receiverId: null, note: "ção" }],
    ["n2", "all", "https://all.example/a", "all", { id: "n2", receiverId: "all", note: "ção" }],
    ["n3", "this", "https://all.example/b", "this", { id: "n3", receiverId: "this", note: "ção" }],
  ]);
  expect(rows[0]).toMatchObject({
    callerId: "cmp",
    event: "done",
    objectId: "obj",
    status: "pending",
    attempts: 0,
    step: 0,
    nextAt: 7,
    createdAt: 7,
    claimedUntil: null,
    deliveredAt: null,
  });
  for (const url of [null, ""]) {
    expect(makeNotifications([], { ...change, url }, { now: 7, makeId: counter(), write })).toEqual(
      [],
    );
  }
});
