import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts", "spec/**/*.test.ts", "scripts/**/*.test.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Many tests wait for servers and child processes: a worker for each core, where Vitest would leave one free.
    maxWorkers: "100%",
  },
});
