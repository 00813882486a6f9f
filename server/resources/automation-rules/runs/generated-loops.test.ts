/** No combination of rules causes an endless chain of changes. */
import { expect, it } from 'vitest'
import { casesInTurn } from '../../../../test/extent.ts'
import { getRules } from '../../../../test/support/rules.ts'
import { setUpService } from '../../../../test/support/service.ts'
import { makeThread } from '../../../../test/support/threads.ts'

const service = await setUpService()

const on = (...events: string[]) => ({ trigger: { type: 'EVENT', events } })
const any = ['thread.created', 'thread.status_changed', 'thread.priority_changed', 'thread.assigned', 'thread.updated', 'thread.snoozed']
const status = (to: string) => [{ type: 'SET_STATUS', status: to }]
const priority = (to: string) => [{ type: 'SET_PRIORITY', priority: to }]

/** Rules that undo each other, write messages, or run on any event. */
const kinds: readonly object[] = [
  { ...on(...any), actions: priority('high') },
  { ...on(...any), filter: { all: [{ priority: 'high' }] }, actions: priority('low') },
  { ...on('thread.priority_changed'), changed: [{ field: 'priority', to: ['low'] }], actions: priority('high') },
  { ...on('thread.status_changed'), filter: { all: [{ status: 'open' }] }, actions: status('pending') },
  { ...on('thread.status_changed'), filter: { all: [{ status: 'pending' }] }, actions: status('open') },
  { ...on(...any), actions: status('resolved') },
  { ...on(...any), filter: { any: [{ status: 'resolved' }, { status: 'pending' }] }, actions: status('open') },
  { ...on('message.created'), message: { automatic: true }, actions: [{ type: 'ADD_NOTE', body: 'Seen' }] },
  { ...on(...any, 'message.created'), actions: [{ type: 'REPLY', body: 'We are on it.' }] },
  { ...on('thread.snoozed', 'thread.created'), actions: status('open') },
  { ...on(...any), filter: { none: [{ snoozed: true }] }, actions: [{ type: 'SNOOZE', durationSeconds: 3600 }] },
  { ...on('message.created'), message: { automatic: true, internal: true }, actions: status('open') },
]

const pairs = kinds.flatMap((_, a) => kinds.flatMap((__, b) => (a === b ? [] : [[a, b]])))
const triples = kinds.flatMap((_, a) => kinds.flatMap((__, b) => kinds.flatMap((___, c) => (a < b && b < c ? [[a, b, c]] : []))))

it.each([
  ['pair', casesInTurn(pairs, 12)(0)],
  ['triple', casesInTurn(triples, 12)(0)],
] as const)(
  'what happens once ends within 50 runs, for every %s of rules',
  async (_, sets) => {
    for (const set of sets) {
      const tenant = await service.createTenant()
      const rules = getRules(service, tenant)
      for (const kind of set) await rules.make(kinds[kind])
      let [id, counted] = ['', 0]
      const happenings = [
        async () => void (id = await makeThread(tenant)),
        () => tenant.api('PATCH', `/threads/${id}`, { body: { priority: 'low' } }),
        () => tenant.api('PATCH', `/threads/${id}`, { body: { status: 'pending' } }),
      ]
      for (const happen of happenings) {
        await happen()
        await rules.run()
        const { total } = (await tenant.api('GET', '/automation-runs?limit=1')).body.meta
        expect(total - counted, `rules ${set.join(', ')}: ${(await rules.outcomes()).join()}`).toBeLessThanOrEqual(50)
        counted = total
      }
    }
  },
  280_000,
)
