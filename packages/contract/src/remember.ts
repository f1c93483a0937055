/** Results that are kept; a large document has tens of thousands, few of which are needed again. */
const maxKept = 500;

/** Keeps a result that can be made again: the map is emptied when it is full. */
export function remember<Key, Value>(known: Map<Key, Value>, key: Key, value: Value): Value {
  if (known.size >= maxKept) known.clear();
  known.set(key, value);
  return value;
}
