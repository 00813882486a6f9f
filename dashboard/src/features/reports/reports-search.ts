/** Search parameters of reports: range, comparison and filters, so that every state of a report can be linked. */
import type { RequestOf } from '@skein/client'
import { isRangeId, type RangeId } from './range-ids.ts'

export type ReportQuery = NonNullable<RequestOf<'getReport'>['query']>
export type Grain = Exclude<NonNullable<ReportQuery['grain']>, 'none'>

/** Filters of reports, with their API names. */
export const filterNames = ['channel', 'teamId', 'inboxId', 'labelId', 'assigneeId'] as const
export type FilterName = (typeof filterNames)[number]

export type ReportsSearch = Partial<Record<FilterName, string>> & {
  range?: RangeId
  /** Custom range as API parameters. `to` is exclusive. */
  from?: string
  to?: string
  grain?: Grain
  compare?: 'NONE' | 'YEAR'
  time?: 'WORKING'
  /** Parameters of the facts in the open sheet. */
  facts?: string
}

export const grains: readonly Grain[] = ['hour', 'day', 'week', 'month', 'quarter', 'year']

/** Parses the search parameters of reports and drops unknown ones. The service validates ids and dates. */
export function readReportsSearch(search: Record<string, unknown>): ReportsSearch {
  const text = (name: string): string | undefined => {
    const value = search[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const [from, to, range, facts] = [text('from'), text('to'), text('range'), text('facts')]
  const grain = grains.find((each) => each === search['grain'])
  const compare = (['NONE', 'YEAR'] as const).find((each) => each === search['compare'])
  return {
    ...Object.fromEntries(filterNames.flatMap((name) => (text(name) === undefined ? [] : [[name, text(name)]]))),
    ...(from !== undefined && to !== undefined ? { from, to } : range !== undefined && isRangeId(range) ? { range } : {}),
    ...(grain ? { grain } : {}),
    ...(compare ? { compare } : {}),
    ...(search['time'] === 'WORKING' ? { time: 'WORKING' as const } : {}),
    ...(facts !== undefined ? { facts } : {}),
  }
}
