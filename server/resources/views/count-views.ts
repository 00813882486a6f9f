import { ApiError, endpoint, item, toTypeId, type Queryable, type Uuid } from '../../kit/index.ts'
import { countThreads, listFilters } from '../threads/index.ts'
import { ViewCounts } from './schema.ts'
import { view } from './view.ts'

type Count = { viewId: Uuid; total: number | null; unread: number | null; error: { code: string; message: string } | null }
type Filters = Parameters<typeof listFilters>[0]

export const countViews = endpoint({
  operationId: 'countViews',
  method: 'GET',
  path: '/views/counts',
  tag: view.tag,
  scope: 'threads:read',
  summary: 'Count the threads of your views',
  description:
    'For each view that you can see, how many threads it shows, and how many of them you have not read: the numbers that a dashboard shows next to the names. A view that cannot be counted says why in `error`.',
  responds: { 200: item(ViewCounts, 'The counts') },
  present: (counts: Count[]) => counts.map(({ viewId, ...count }) => ({ viewId: toTypeId('viw', viewId), ...count })),
  async handle({ db, principal: { tenantId, user } }) {
    const { records } = await view.statements.list.fetch(db, tenantId, { limit: 100, after: null }, { visibleTo: user.id })
    const counts: Count[] = []
    for (let i = 0; i < records.length; i += viewsAtOnce)
      counts.push(...(await Promise.all(records.slice(i, i + viewsAtOnce).map((each) => countOf(db, tenantId, user.id, each)))))
    return { status: 200, record: counts }
  },
})

/** All views of a user at once would fill the tenant's queue for connections with 200 statements. */
const viewsAtOnce = 2

/** A view that cannot be counted says so itself: the others are shown all the same. */
async function countOf(
  db: Queryable,
  tenantId: Uuid,
  userId: Uuid,
  { id: viewId, filters }: { id: Uuid; filters: Filters },
): Promise<Count> {
  const asked = listFilters(filters, userId)
  try {
    const [total, unread] = await Promise.all([countThreads(db, tenantId, asked), countThreads(db, tenantId, { ...asked, unread: userId })])
    return { viewId, total, unread, error: null }
  } catch (error) {
    if (!(error instanceof ApiError) || error.declaration.status >= 500) throw error
    const message = error.details?.map((detail) => `${detail.field} ${detail.message}`).join('; ') ?? error.message
    return { viewId, total: null, unread: null, error: { code: error.declaration.code, message } }
  }
}
