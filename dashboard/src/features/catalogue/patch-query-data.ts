/**
 * Patches cached data while a fetch may be running. The response of that fetch may be older than the patch and would undo it, so the patch
 * is applied immediately and again after the fetch. It must therefore be idempotent.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query'

type Patch = { key: QueryKey; apply: () => void }

const pendingPatches = new WeakMap<QueryClient, Map<string, Patch[]>>()

export function patchQueryData<Data>(queries: QueryClient, key: QueryKey, patch: (data: Data) => Data): void {
  const apply = (): void => void queries.setQueryData<Data>(key, (data) => data && patch(data))
  apply()
  const query = queries.getQueryCache().find({ queryKey: key, exact: true })
  if (query?.state.fetchStatus !== 'fetching') return
  const pending = getPatches(queries)
  pending.set(query.queryHash, [...(pending.get(query.queryHash) ?? []), { key, apply }])
}

function getPatches(queries: QueryClient): Map<string, Patch[]> {
  const known = pendingPatches.get(queries)
  if (known) return known
  const pending = new Map<string, Patch[]>()
  pendingPatches.set(queries, pending)
  queries.getQueryCache().subscribe(({ type, query }) => {
    const patches = pending.get(query.queryHash)
    if (!patches) return
    if (type === 'removed') pending.delete(query.queryHash)
    if (type !== 'updated' || query.state.fetchStatus !== 'idle') return
    pending.delete(query.queryHash)
    for (const { apply } of patches) apply()
  })
  return pending
}
