import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { RuleFilter } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { plural, t } from '../../texts/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { Layers } from '../../ui/icons.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { fieldName, type ListSearch } from '../threads/list-search.ts'
import { planCount, type CountQuery } from './count-plan.ts'

const quietMs = 400

/** Shows how many threads the filter matches now, with a link to the list if a single list can show them. */
export function MatchingCount({ filter }: { filter: RuleFilter }) {
  const total = useMatchingTotal(filter)
  const settled = useDebounced(JSON.stringify(filter), quietMs)
  const plan = planCount(JSON.parse(settled) as RuleFilter)
  const only = plan?.length === 1 ? plan[0]?.query : undefined
  return (
    <p role="status" className="flex min-h-6 flex-wrap items-center gap-x-2 border-t border-line-soft pt-3 text-text-2">
      <Icon of={Layers} className="text-muted" />
      {total === null && (
        <span>{t('We can only count threads while no condition is about a customer’s field, or about two labels at once.')}</span>
      )}
      {total === undefined && <span>{t('Counting threads…')}</span>}
      {typeof total === 'number' && (
        <span className="tabular-nums">{plural(total, '{count} thread is like this now.', '{count} threads are like this now.')}</span>
      )}
      {typeof total === 'number' && total > 0 && only && (
        <Link to="/inbox/$view" params={{ view: 'all' }} search={toListSearch(only)} className="font-medium text-accent hover:underline">
          {t('Show them')}
        </Link>
      )}
    </p>
  )
}

/** Counts the threads that match the filter: undefined while loading, null when the filter cannot be counted. */
export function useMatchingTotal(filter: RuleFilter): number | null | undefined {
  const { skein } = useApi()
  const settled = useDebounced(JSON.stringify(filter), quietMs)
  // Safe because the value was parsed from a filter.
  const plan = planCount(JSON.parse(settled) as RuleFilter)
  const totals = useQueries({
    queries: (plan ?? []).map(({ query }) => ({
      queryKey: ['rule-count', query],
      staleTime: 10_000,
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await skein.listThreads({ query: { ...query, limit: 1 }, signal })).meta.total,
    })),
  })
  if (plan === null) return null
  if (settled !== JSON.stringify(filter)) return undefined
  let sum = 0
  for (const [at, { sign }] of plan.entries()) {
    const total = totals[at]?.data
    if (total === undefined) return undefined
    sum += sign * total
  }
  // The totals come from separate requests, and threads may have changed in between.
  return Math.max(0, sum)
}

/** Converts a filter to the inbox's URL. The list of all threads omits resolved threads unless the filter sets a status. */
export function toListSearch({ customFields = {}, ...filters }: CountQuery): ListSearch {
  const fields = Object.entries(customFields).map(([key, value]) => [fieldName(key), String(value)] as const)
  // Safe because the list's API parameters and URL parameters have the same names.
  return { status: 'any', ...filters, ...Object.fromEntries(fields) } as ListSearch
}
