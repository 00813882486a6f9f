/** Filters of a list. Each is a query parameter of both the screen and the API. */
const filterNames = ['status', 'collectionId'] as const
export type FilterName = (typeof filterNames)[number]
export type ChosenFilters = Partial<Record<FilterName, string>>

/** The query parameters of a catalogue screen: the search text, the filters, and the open panel (`new` or an id). */
export type CatalogueSearch = { q?: string; open?: string } & ChosenFilters

export function readCatalogueSearch(search: Record<string, unknown>): CatalogueSearch {
  const { q, open } = search
  return { ...readFilters(search), ...(isText(q) ? { q } : {}), ...(isText(open) ? { open } : {}) }
}

export function readFilters(search: Record<string, unknown>): ChosenFilters {
  const chosen: ChosenFilters = {}
  for (const name of filterNames) {
    const value = search[name]
    if (isText(value)) chosen[name] = value
  }
  return chosen
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
