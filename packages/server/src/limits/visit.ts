/**
 * Visits the entries of a map round and round, a few at each call, so that no call takes longer the more there are.
 *
 * @param count how many at most
 */
export function makeVisit<Key, Value>(entries: Map<Key, Value>, count: number): () => (readonly [Key, Value])[] {
  let place = entries.entries();
  return () => {
    const visited: [Key, Value][] = [];
    for (let left = Math.min(count, entries.size); left > 0; left--) {
      let next = place.next();
      if (next.done) {
        place = entries.entries();
        next = place.next();
      }
      if (!next.done) visited.push(next.value);
    }
    return visited;
  };
}
