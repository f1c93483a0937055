// What the sandbox reads of the contract itself, so that it cannot differ from it.
import contract from "@pix-contract/openapi/contract.json" with { type: "json" };

export const { errors, lifecycles, operations, delivery, schemas } = contract;
