/** Numbers of resources that keep the process alive, by their kind, and of listeners of its events. */
export type Held = ReadonlyMap<string, number>;

/** Kinds that only the code that opened them closes. Others, such as reads of files, end by themselves. */
const kinds = ["PipeWrap", "ProcessWrap", "TCPServerWrap", "TCPSocketWrap", "Timeout", "UDPWrap"];

/** Events that a test might listen to; libraries keep one listener of `exit` for all that they do. */
const events = [
  "SIGHUP",
  "SIGINT",
  "SIGTERM",
  "uncaughtException",
  "unhandledRejection",
  "warning",
];

export function readHeld(): Held {
  const resources = process.getActiveResourcesInfo().filter((kind) => kinds.includes(kind));
  const listeners = events.flatMap((name) =>
    Array<string>(process.listenerCount(name)).fill(`listener of ${name}`),
  );
  return new Map(
    [...Map.groupBy([...resources, ...listeners], (kind) => kind)].map(([kind, all]) => [
      kind,
      all.length,
    ]),
  );
}

/** Kinds of which more are held than before: `TCPServerWrap: 2`. */
export function listLeft(before: Held): string[] {
  return [...readHeld()].flatMap(([kind, count]) => {
    const left = count - (before.get(kind) ?? 0);
    return left > 0 ? [`${kind}: ${left}`] : [];
  });
}
