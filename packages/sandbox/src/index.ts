export { type InvalidField, InvalidInputError } from "./control/invalid-input-error.ts";
export type { Control } from "./control/make-control.ts";
export type { Snapshot } from "./control/snapshot.ts";
export { type Credentials, createSandbox, type RunningSandbox } from "./create-sandbox.ts";
export type { SandboxOptions } from "./options.ts";
export { NotAllowedError, NotFoundError } from "./service/errors.ts";
export type { ControlSettings as Settings } from "./settings.ts";
export { StorageError } from "./storage/storage.ts";
