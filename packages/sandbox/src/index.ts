/**
 * Map of the package. Open first `src/create-sandbox.ts` (puts the parts together), `src/http/handlers.ts` (the contract's
 * operations) and `src/service/charges.ts` (the steps of a charge).
 *
 * request → `src/http/` → `src/service/` → rows and their notifications in one transaction of `src/storage/` → `src/notifications/`
 *
 * - `spec/`, `src/control/`: the control plane: its contract, and a function for each operation
 * - `src/cli/`, `src/console/`: command line and web console, both on the control plane
 * - `src/contract.ts`, `src/settings.ts`: figures of the contract, and those that a user may change
 * - `src/worker.ts`: moves objects when they are due, in one process of those that share a database
 *
 * Words:
 * - company: a customer of the service, with a key, a secret and a balance
 * - control plane: does the part of payers, banks and time
 * - trigger: a value in a request that makes the sandbox answer with an error or a status
 * - fault: a failure set by the control plane
 * - step: a move of a charge or transfer to its next status
 * - due: to be moved by now, by the sandbox's own clock
 */
export { type InvalidField, InvalidInputError } from "./control/invalid-input-error.ts";
export type { Control } from "./control/make-control.ts";
export type { Snapshot } from "./control/snapshot.ts";
export { type Credentials, createSandbox, type RunningSandbox } from "./create-sandbox.ts";
export type { SandboxOptions } from "./options.ts";
export { NotAllowedError, NotFoundError } from "./service/errors.ts";
export type { ControlSettings as Settings } from "./settings.ts";
export { StorageError } from "./storage/storage.ts";
