/**
 * Changes cached data although a fetch of it is running. The response of that fetch may be older than the change and would undo it. So a
 * patch is applied at once and again when the fetch has ended, and must have no effect the second time.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query'

type Patch = { key: QueryKey; apply: () => void }

const waiting = new WeakMap<QueryClient, Map<string, Patch[]>>()

export function patchQueryData<Data>(queries: QueryClient, key: QueryKey, patch: (data: Data) => Data): void {
  const apply = (): void => void queries.setQueryData<Data>(key, (data) => data && patch(data))
  apply()
  const query = queries.getQueryCache().find({ queryKey: key, exact: true })
  if (query?.state.fetchStatus !== 'fetching') return
  const late = patchesOf(queries)
  late.set(query.queryHash, [...(late.get(query.queryHash) ?? []), { key, apply }])
}

function patchesOf(queries: QueryClient): Map<string, Patch[]> {
  const known = waiting.get(queries)
  if (known) return known
  const late = new Map<string, Patch[]>()
  waiting.set(queries, late)
  queries.getQueryCache().subscribe(({ type, query }) => {
    const patches = late.get(query.queryHash)
    if (!patches) return
    if (type === 'removed') late.delete(query.queryHash)
    if (type !== 'updated' || query.state.fetchStatus !== 'idle') return
    late.delete(query.queryHash)
    for (const { apply } of patches) apply()
  })
  return late
}
