/** The range, the comparison and the filters of reports in their URL, so that every state of a report is a link. */
import type { RequestOf } from '@skein/client'
import { isRangeId, type RangeId } from './range-ids.ts'

export type ReportQuery = NonNullable<RequestOf<'getReport'>['query']>
export type Grain = Exclude<NonNullable<ReportQuery['grain']>, 'none'>

/** The filters of reports, by their names in the API. */
export const filterNames = ['channel', 'teamId', 'inboxId', 'labelId', 'assigneeId'] as const
export type FilterName = (typeof filterNames)[number]

export type ReportsSearch = Partial<Record<FilterName, string>> & {
  range?: RangeId
  /** The range in the words of the API, for dates that no name stands for. `to` is not included. */
  from?: string
  to?: string
  grain?: Grain
  compare?: 'NONE' | 'YEAR'
  time?: 'WORKING'
  /** The parameters of the facts that are open beside the report. */
  facts?: string
}

export const grains: readonly Grain[] = ['hour', 'day', 'week', 'month', 'quarter', 'year']

/** Reads the parameters of reports from the URL and ignores other parameters. The service validates ids and dates. */
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
