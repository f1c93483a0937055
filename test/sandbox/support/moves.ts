import {
  cancelCharge,
  payCharge,
  refundCharge,
} from "../../../packages/sandbox/src/service/charges.ts";
import { endTransfer, processTransfer } from "../../../packages/sandbox/src/service/transfers.ts";
import { charge, dataOf, type Service, transfer } from "./service.ts";

/** Moves of an object, by the status that they lead to. */
export type Moves = Record<string, (service: Service, id: string) => Promise<unknown>>;

export interface Created {
  id: string;
  fees: number;
  status: string;
  pix: { emv: string; qrCode: string };
}

export async function createCharge(service: Service, fields: object = {}): Promise<Created> {
  return dataOf<Created>(await service.call("createCharge", { body: { ...charge, ...fields } }));
}

export async function createTransfer(service: Service, fields: object = {}): Promise<Created> {
  return dataOf<Created>(
    await service.call("createTransfer", { body: { ...transfer, ...fields } }),
  );
}

export const chargeMoves: Moves = {
  paid: ({ transact, sandbox }, id) => transact((tx) => payCharge(tx, sandbox, id)),
  canceled: ({ transact, sandbox }, id) => transact((tx) => cancelCharge(tx, sandbox, id)),
  refunded: ({ transact, sandbox }, id) =>
    transact((tx) => refundCharge(tx, sandbox, id, "Pedido cancelado")),
};

const end =
  (to: "completed" | "refused" | "canceled") =>
  ({ transact, sandbox }: Service, id: string): Promise<unknown> =>
    transact((tx) =>
      endTransfer(tx, sandbox, id, to, to === "completed" ? undefined : "Conta encerrada"),
    );

export const transferMoves: Moves = {
  processing: ({ transact, sandbox }, id) => transact((tx) => processTransfer(tx, sandbox, id)),
  completed: end("completed"),
  refused: end("refused"),
  canceled: end("canceled"),
};
