/** Filters of the audit log as search parameters. */
export type AuditSearch = { action?: string; actor?: string; target?: string; from?: string; to?: string }

const names = ['action', 'actor', 'target', 'from', 'to'] as const

export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = search[name]
      if (typeof value !== 'string' || value === '') return []
      return (name === 'from' || name === 'to') && !isDay(value) ? [] : [[name, value]]
    }),
  )
}

/** Returns true for a date that exists. The service would refuse 2026-02-31. */
function isDay(value: string): boolean {
  const at = Date.parse(`${value}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(value)
}
