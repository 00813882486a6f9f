/** What counts as an answer: only a public message of a person ends a wait, stops clocks and assigns an unassigned thread. */
import { beforeAll, expect, it } from 'vitest'
import { setUpTenant } from '../../../../test/support/service.ts'
import { makeThread } from '../../../../test/support/threads.ts'

let robotKey: string
const { service, tenant } = await setUpTenant()
beforeAll(async () => {
  const body = { name: 'Robot', email: 'robot@example.com', kind: 'SERVICE', role: 'AGENT' } as const
  const { id } = (await tenant.skein.createUser({ body })).data
  robotKey = (await tenant.keyFor(['threads:write'], { userId: id })).key
})

const startThread = (): Promise<string> => makeThread(tenant)

type Case = { name: string; send: (id: string) => Promise<unknown>; automatic: boolean; waits: boolean }
const say = (id: string, body: object, key?: string) => tenant.api('POST', `/threads/${id}/messages`, { body, ...(key ? { key } : {}) })
const cases: Case[] = [
  {
    name: 'a person’s reply',
    send: (id) => tenant.api('POST', `/threads/${id}/reply`, { body: { body: 'Hello' } }),
    automatic: false,
    waits: false,
  },
  { name: 'a person’s note', send: (id) => say(id, { body: 'Look', internal: true }), automatic: false, waits: true },
  { name: 'a bot’s message', send: (id) => say(id, { body: 'Hello', authorType: 'BOT' }), automatic: true, waits: true },
  { name: 'a message of the system', send: (id) => say(id, { body: 'Hello', authorType: 'SYSTEM' }), automatic: true, waits: true },
  {
    name: 'a SERVICE user’s reply',
    send: (id) => service.api('POST', `/threads/${id}/reply`, { key: robotKey, body: { body: 'Hello' } }),
    automatic: true,
    waits: true,
  },
  { name: 'another message of the customer', send: (id) => say(id, { body: 'Well?' }), automatic: false, waits: true },
]

it.each(cases)('$name', async ({ send, automatic, waits }) => {
  const [id, other] = [await startThread(), await startThread()]
  expect(await send(id)).toMatchObject({ status: 201, body: { data: { automatic } } })
  const thread = (await tenant.api('GET', `/threads/${id}`)).body.data
  expect(thread['waitingSince'] !== null).toBe(waits)
  // The merge recomputes the fields from the stored messages.
  await tenant.api('POST', `/threads/${id}/merge`, { body: { sourceIds: [other], allowCrossCustomer: true } })
  const merged = (await tenant.api('GET', `/threads/${id}`)).body.data
  expect(merged).toMatchObject({ messageCount: 3 })
  expect(merged['waitingSince'] !== null).toBe(waits)
  const { data } = (await tenant.api('GET', `/events?limit=200`)).body as unknown as {
    data: { type: string; data: { object: { threadId?: string; automatic?: boolean } } }[]
  }
  const said = data.filter(({ type, data: { object } }) => type === 'message.created' && object.threadId === id)
  expect(said.at(-1)?.data.object.automatic).toBe(automatic)
})

it('a SERVICE user gets no invitation, no link, and no thread by a strategy', async () => {
  const team = (await tenant.skein.createTeam({ body: { name: 'Robots', assignment: 'ROUND_ROBIN' } })).data
  const body = {
    name: 'R2',
    email: 'r2@example.com',
    kind: 'SERVICE' as const,
    role: 'AGENT' as const,
    teamIds: [team.id],
  } satisfies object
  const robot = (await tenant.skein.createUser({ body })).data
  expect(robot).toMatchObject({ kind: 'SERVICE', status: 'ACTIVE' })
  expect(await tenant.api('POST', '/users', { body: { ...body, email: 'r3@example.com', invite: true } })).toMatchObject({ status: 400 })
  const id = await startThread()
  expect((await tenant.api('PATCH', `/threads/${id}`, { body: { teamId: team.id } })).body.data).toMatchObject({ assignee: null })
})
