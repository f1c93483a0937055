import { Listing } from "../parts/listing.tsx";
import type { OfferedOperation } from "../parts/operation.tsx";
import { OperationButton } from "../parts/operation.tsx";
import { Time } from "../parts/show.tsx";
import type { Schemas } from "../state/control.ts";
import { fieldName, words } from "../state/language.ts";

/** Operations on a transfer, by its status. */
const transferOperations: Readonly<Record<string, readonly OfferedOperation[]>> = {
  queued: ["completeTransfer", "processTransfer", "refuseTransfer", "cancelTransfer"],
  processing: ["completeTransfer", "refuseTransfer", "cancelTransfer"],
};

/** PIX OUT: the transfers, the newest first. */
export function Transfers() {
  return (
    <Listing<Schemas["Transfer"]>
      view="transfers"
      actions={
        <OperationButton
          id="createTransfer"
          class="main"
          initial={{ amount: 1_000, pixKey: "destino@example.com" }}
        />
      }
      columns={["amount", "status", "pixKey description", "createdAt"]}
      operations={({ status }) => transferOperations[status] ?? []}
      facts={({ status, nextAt }) => [
        "id",
        "pixKey",
        "description",
        "reason",
        "fees",
        "netAmount",
        "pix.endToEndId",
        status in transferOperations && [
          fieldName("nextStep"),
          nextAt ? <Time key="next" at={nextAt} /> : words.value.byHand,
        ],
        nextAt && "outcome",
        "createdAt",
        "updatedAt",
        "completedAt",
        "postbackUrl",
      ]}
    />
  );
}
