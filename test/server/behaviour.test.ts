import { describe, expect, test } from "vitest";
import {
  notifications,
  signatureHeader,
  signNotification,
  TransitionError,
  transactionStatus,
  transferStatus,
} from "../../generated/server/src/index.ts";
import { contract } from "../support/contract.ts";
import { verifySignature } from "../support/verify-signature.ts";

const lifecycles = { TransactionStatus: transactionStatus, TransferStatus: transferStatus };

describe.for(contract.lifecycles)(
  "$schema",
  ({ schema, statuses, transitions, final, initial }) => {
    const lifecycle = lifecycles[schema as keyof typeof lifecycles] as typeof transferStatus;
    type Status = Parameters<typeof lifecycle.assertTransition>[1];
    const names = Object.keys(statuses) as Status[];
    const moves = [null, ...names].flatMap((from) => names.map((to) => [from, to] as const));

    test.for(moves)("%s → %s", ([from, to]) => {
      const legal = transitions.find(
        (transition) => transition.from === from && transition.to === to,
      );
      expect(lifecycle.canTransition(from, to)).toBe(legal !== undefined);
      expect(lifecycle.notificationOf(from, to)).toBe(legal?.notification);
      const move = (): void => lifecycle.assertTransition(from, to);
      if (legal) expect(move).not.toThrow();
      else expect(move).toThrow(TransitionError);
    });

    test("knows where it begins and ends", () => {
      expect(lifecycle.initial).toBe(initial);
      expect(names.filter((name) => lifecycle.isFinal(name))).toEqual(
        names.filter((name) => final.includes(name)),
      );
    });
  },
);

describe("notifications", () => {
  test.for(contract.notifications)(
    "$event is built as the contract's example is",
    ({ id, body }) => {
      const example = body.examples[0]?.value as Record<string, unknown>;
      const { type: _type, event: _event, ...fields } = example;
      const build = notifications[id as keyof typeof notifications] as (fields: unknown) => unknown;
      expect(build(fields)).toEqual(example);
    },
  );

  test("are signed so that an independent receiver believes them", () => {
    const body = '{"id":"wh_1","text":"ação"}';
    const now = Date.parse("2026-11-20T15:00:00.900Z");
    const header = signNotification(body, { secret: ["old", "new"], now });
    expect(signatureHeader).toBe("Pix-Signature");
    expect(header).toMatch(/^t=1795186800(,v1=[0-9a-f]{64}){2}$/);
    for (const secret of ["old", "new"]) {
      expect(verifySignature({ header, body, secret, now: now / 1000 })).toBe(true);
      expect(verifySignature({ header, body: `${body} `, secret, now: now / 1000 })).toBe(false);
    }
    expect(verifySignature({ header, body, secret: "other", now: now / 1000 })).toBe(false);
  });
});
