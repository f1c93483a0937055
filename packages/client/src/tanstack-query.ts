// Options for TanStack Query 5. Nothing of it is imported: the options are plain objects of its form.

/** Options of a query: `useQuery(…)`, `queryClient.fetchQuery(…)`. */
export interface QueryOptions<Key extends readonly unknown[], Data> {
  /** The operation, and the arguments of the call. A part of it selects several queries, as for `invalidateQueries`. */
  queryKey: Key;
  queryFn: (context: { signal: AbortSignal }) => Promise<Data>;
  /** The client itself repeats its calls. */
  retry: false;
}

/** Options of a mutation: `useMutation(…)`. */
export interface MutationOptions<Variables, Data> {
  mutationKey: readonly [string, string];
  mutationFn: (variables: Variables) => Promise<Data>;
  /** The client itself repeats its calls, with the same idempotency key. */
  retry: false;
}

export function query<const Key extends readonly unknown[], Data>(
  queryKey: Key,
  call: (signal: AbortSignal) => Promise<Data>,
): QueryOptions<Key, Data> {
  return { queryKey, queryFn: ({ signal }) => call(signal), retry: false };
}

export function mutation<Variables, Data>(
  mutationKey: readonly [string, string],
  mutationFn: (variables: Variables) => Promise<Data>,
): MutationOptions<Variables, Data> {
  return { mutationKey, mutationFn, retry: false };
}
