import { endpoint, item, toTypeId, type Uuid } from '../../kit/index.ts'
import { countThreads, listFilters } from '../threads/index.ts'
import { ViewCounts } from './schema.ts'
import { view } from './view.ts'

type Count = { viewId: Uuid; total: number; unread: number }

export const countViews = endpoint({
  operationId: 'countViews',
  method: 'GET',
  path: '/views/counts',
  tag: view.tag,
  scope: 'threads:read',
  summary: 'Count the threads of your views',
  description:
    'For each view that you can see, how many threads it shows, and how many of them you have not read: the numbers that a dashboard shows next to the names.',
  responds: { 200: item(ViewCounts, 'The counts') },
  present: (counts: Count[]) => counts.map(({ viewId, ...count }) => ({ viewId: toTypeId('viw', viewId), ...count })),
  async handle({ db, principal: { tenantId, user } }) {
    const { records } = await view.statements.list.fetch(db, tenantId, { limit: 100, after: null }, { visibleTo: user.id })
    const counts = records.map(async ({ id, filters }): Promise<Count> => {
      const asked = listFilters(filters, user.id)
      const [total, unread] = await Promise.all([
        countThreads(db, tenantId, asked),
        countThreads(db, tenantId, { ...asked, unread: user.id }),
      ])
      return { viewId: id, total, unread }
    })
    return { status: 200, record: await Promise.all(counts) }
  },
})
