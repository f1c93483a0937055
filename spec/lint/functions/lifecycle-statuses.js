/** @typedef {import("./support/openapi.js").Schema} Schema */

/**
 * A lifecycle whose statuses are the described values of its enum.
 * @type {import("@stoplight/spectral-core").RulesetFunction<Schema>}
 */
export default function lifecycleStatuses(schema, _options, { path }) {
  const { "x-lifecycle": lifecycle, "x-values": described = {}, enum: values = [] } = schema;
  if (!lifecycle) return [];
  const { initial, final, waitEndsAt, transitions } = lifecycle;
  const named = [initial, ...final, ...waitEndsAt, ...transitions.flatMap(({ from, to }) => [from ?? to, to])];
  const reached = transitions.map(({ to }) => to);
  const place = [...path, "x-lifecycle"];
  return [
    ...[...new Set(named)]
      .filter((status) => !(status in described))
      .map((status) => ({ message: `The status "${status}" of the lifecycle is not a described value`, path: place })),
    ...values
      .map(String)
      .filter((value) => !reached.includes(value))
      .map((value) => ({ message: `No transition of the lifecycle leads to "${value}"`, path: place })),
  ];
}
