/** Whose scheduled replies the page shows, from the URL. */
export type ScheduledSearch = { whose?: 'all' }

export function readScheduledSearch({ whose }: Record<string, unknown>): ScheduledSearch {
  return whose === 'all' ? { whose } : {}
}
