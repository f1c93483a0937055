export { createSandbox, type Credentials, type RunningSandbox, type SandboxOptions } from "./create-sandbox.ts";
export type { Settings } from "./settings.ts";
export { StorageError } from "./storage/storage.ts";
