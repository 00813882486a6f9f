/** Reads from the URL whether the page shows the agent's scheduled replies or everyone's. */
export type ScheduledSearch = { whose?: 'all' }

export function readScheduledSearch({ whose }: Record<string, unknown>): ScheduledSearch {
  return whose === 'all' ? { whose } : {}
}
