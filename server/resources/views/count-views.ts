import { list } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { getPage } from '#kit/list.ts'
import { ApiError } from '#platform/errors.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { createSerialRunner } from '#platform/in-turn.ts'
import { createThreadCounter, toListFilters, type ThreadCount } from '../threads/index.ts'
import { ViewCount, ViewCounts } from './schema.ts'
import { view } from './view.ts'

type Count = { viewId: Uuid; total: number | null; unread: number | null; error: { code: string; message: string } | null }

export const countViews = endpoint.read({
  operationId: 'countViews',
  path: '/views/counts',
  tag: view.tag,
  scope: 'threads:read',
  summary: 'Count the threads of your views',
  description:
    'Returns, for each view that you can see, the number of its threads and the number of unread ones. If a view cannot be ' +
    'counted, `error` has the reason. Without `limit` all are on one page.',
  responds: { 200: list(ViewCount, 'The counts', { whole: ViewCounts }) },
  present: ({ viewId, ...count }: Count) => ({ viewId: toTypeId('viw', viewId), ...count }),
  async handle({ db, principal: { tenantId, user }, page }) {
    const all = await inTurn(tenantId, user.id, async () => {
      const { records } = await view.statements.list.fetch(db, tenantId, { limit: 100, after: null }, { visibleTo: user.id })
      const countThreads = createThreadCounter(db, tenantId, user.id)
      const counts: Count[] = []
      for (const { id: viewId, filters } of records)
        counts.push({ viewId, ...(await countView(() => countThreads(toListFilters(filters, user.id)))) })
      return counts
    })
    return getPage(all, page)
  },
})

/** Runs one count request at a time per tenant, one view after another, because counting is the most expensive request for the database. */
const inTurn = createSerialRunner<Count[]>()

/** Counts one view. If counting fails, its entry has the error, and the other views are still counted. */
async function countView(count: () => Promise<ThreadCount>): Promise<Omit<Count, 'viewId'>> {
  try {
    return { ...(await count()), error: null }
  } catch (error) {
    if (!(error instanceof ApiError) || error.declaration.status >= 500) throw error
    const message = error.details?.map((detail) => `${detail.field} ${detail.message}`).join('; ') ?? error.message
    return { total: null, unread: null, error: { code: error.declaration.code, message } }
  }
}
