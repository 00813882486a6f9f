/** What stands in the address of a catalogue screen: what is searched for, and which one is open (`new`, or an id). */
export type CatalogueSearch = { q?: string; open?: string }

export function readCatalogueSearch({ q, open }: Record<string, unknown>): CatalogueSearch {
  return { ...(typeof q === 'string' && q !== '' ? { q } : {}), ...(typeof open === 'string' && open !== '' ? { open } : {}) }
}
