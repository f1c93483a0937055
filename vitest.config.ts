import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { sources } from "./scripts/from-source.ts";

export default defineConfig({
  resolve: {
    alias: sources.map(({ name, file }) => ({ find: new RegExp(`^${name}$`), replacement: fileURLToPath(file) })),
  },
  test: {
    include: ["test/**/*.test.ts", "spec/**/*.test.ts", "scripts/**/*.test.ts", "sandbox/**/*.test.ts"],
    globalSetup: ["test/support/share-postgres.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Many tests wait for servers and child processes: a worker for each core, where Vitest would leave one free.
    maxWorkers: "100%",
    // Files of one worker share what they have imported: compilers and validators take longer to load than to use.
    isolate: false,
  },
});
