/** Filters on enums take several values, and others `none`: every combination lists each matching thread once, with an exact total. */
import { beforeAll, expect, it } from 'vitest'
import type { Thread } from '../../../../client/index.ts'
import { setUpTenant } from '../../../../test/support/service.ts'
import { makeThread } from '../../../../test/support/threads.ts'

let all: Thread[]
const statuses = ['open', 'pending', 'resolved', 'closed']
const priorities = ['low', 'normal', 'high', 'urgent']
const { tenant } = await setUpTenant()
beforeAll(async () => {
  const { id: assigneeId } = (await tenant.skein.getMe()).data.user
  const { id: teamId } = (await tenant.skein.createTeam({ body: { name: 'Support' } })).data
  const { id: labelId } = (await tenant.skein.createLabel({ body: { name: 'Billing' } })).data
  for (let n = 0; n < 24; n++) {
    const channel = ['api', 'widget', 'sms'][n % 3]
    const id = await makeThread(tenant, { priority: priorities[n % 4], channel })
    if (n % 3 === 0) await tenant.api('POST', `/threads/${id}/labels`, { body: { add: [labelId] } })
    if (n % 4 === 1) await tenant.api('POST', `/threads/${id}/assign`, { body: { teamId } })
    if (n % 2 === 0) await tenant.api('POST', `/threads/${id}/assign`, { body: { assigneeId } })
    await tenant.api('PATCH', `/threads/${id}`, { body: { status: statuses[Math.floor(n / 4) % 4] } })
  }
  all = (await tenant.api<Thread[]>('GET', '/threads?limit=100')).body.data
})

async function readAll(query: string): Promise<{ ids: string[]; total: number }> {
  const ids: string[] = []
  for (let cursor = ''; ; ) {
    const { status, body, text } = await tenant.api<Thread[]>('GET', `/threads?limit=5&${query}${cursor}`)
    expect(status, text).toBe(200)
    ids.push(...body.data.map(({ id }) => id))
    if (!body.meta.hasMore) return { ids, total: body.meta.total }
    cursor = `&cursor=${body.meta.cursor}`
  }
}

const cases: [string, (thread: Thread) => boolean][] = [
  ['status=open,pending', ({ status }) => ['open', 'pending'].includes(status)],
  ['status=closed,RESOLVED,closed', ({ status }) => ['closed', 'resolved'].includes(status)],
  ['status=open,pending,resolved,closed', () => true],
  ['priority=low,urgent', ({ priority }) => ['low', 'urgent'].includes(priority)],
  ['channel=api,sms', ({ channel }) => ['api', 'sms'].includes(channel)],
  [
    'priority=low,urgent&channel=api,sms',
    ({ priority, channel }) => ['low', 'urgent'].includes(priority) && ['api', 'sms'].includes(channel),
  ],
  [
    'status=open,closed&priority=high,normal',
    ({ status, priority }) => ['open', 'closed'].includes(status) && ['high', 'normal'].includes(priority),
  ],
  ['status=open,closed&assigneeId=none', ({ status, assignee }) => ['open', 'closed'].includes(status) && assignee === null],
  ['teamId=none', ({ teamId }) => teamId === null],
  ['teamId=none&status=open,pending', ({ teamId, status }) => teamId === null && ['open', 'pending'].includes(status)],
  ['labelId=none', ({ labels }) => labels.length === 0],
  ['labelId=none&teamId=none&status=open', ({ labels, teamId, status }) => labels.length === 0 && teamId === null && status === 'open'],
  ['status=pending,closed&priority=low', ({ status, priority }) => ['pending', 'closed'].includes(status) && priority === 'low'],
  ['status=open,resolved&updatedAfter=2026-01-01T00:00:00Z', ({ status }) => ['open', 'resolved'].includes(status)],
]
const sorts = ['createdAt', '-createdAt', 'updatedAt', '-updatedAt', 'lastMessageAt', 'waitingSince', 'slaDueAt', 'priority']

it.each(cases)('%s lists each matching thread once in every order, with an exact total', async (query, matches) => {
  const expected = all.filter(matches).map(({ id }) => id)
  expect(expected.length).toBeGreaterThan(0)
  for (const sort of sorts) {
    const { ids, total } = await readAll(`${query}&sort=${sort}`)
    expect([ids.toSorted(), total], sort).toEqual([expected.toSorted(), expected.length])
  }
  const newest = await readAll(query)
  expect(newest.ids).toEqual(expected)
})

it('the total of a set of statuses is the sum of the counters, after changes too', async () => {
  const count = async (query: string) => (await tenant.api('GET', `/threads?limit=1&status=${query}`)).body.meta.total
  const before = await count('open,pending')
  const id = await makeThread(tenant)
  expect(await count('open,pending')).toBe(before + 1)
  await tenant.api('PATCH', `/threads/${id}`, { body: { status: 'closed' } })
  expect(await count('open,pending')).toBe(before)
  expect(await count('open,pending,resolved,closed')).toBe((await tenant.api('GET', '/threads?limit=1')).body.meta.total)
})

it.each(['open,', ',', 'open,nothing', 'open;pending', 'open,,pending'])('status=%s is refused', async (value) => {
  const { body } = await tenant.api('GET', `/threads?status=${encodeURIComponent(value)}`)
  expect(body.error).toMatchObject({
    code: 'SVC-VALIDATION-FAILED',
    details: [{ field: 'status', code: 'NOT_ALLOWED', message: 'must be one of open, pending, resolved, closed' }],
  })
})
