// The machine's own timers, taken before a test can put others in their place: a server that runs inside a test closes and
// keeps its deadlines while the test's fake timers stand still.
export const { setTimeout, clearTimeout, setInterval, setImmediate } = globalThis;
