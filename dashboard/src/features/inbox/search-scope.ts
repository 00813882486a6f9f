/** Scopes of the search page, as in its URL. */
export const searchScopes = ['threads', 'customers', 'articles'] as const
export type SearchScope = (typeof searchScopes)[number]

/** Reads the scope from the URL. Threads, the default, are not in the URL. */
export function readScope(search: Record<string, unknown>): SearchScope {
  return searchScopes.find((scope) => scope === search['scope']) ?? 'threads'
}
