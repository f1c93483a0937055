export * from "../../runtime/server/timers.ts";
