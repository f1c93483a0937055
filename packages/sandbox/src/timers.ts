export * from "../../server/src/timers.ts";
