/** The query parameters of a catalogue screen: the search text, and the open panel (`new` or an id). */
export type CatalogueSearch = { q?: string; open?: string }

export function readCatalogueSearch({ q, open }: Record<string, unknown>): CatalogueSearch {
  return { ...(typeof q === 'string' && q !== '' ? { q } : {}), ...(typeof open === 'string' && open !== '' ? { open } : {}) }
}
