/** When a rule cannot run for a reason outside of the rule, the failure is recorded, and other rules, events and threads continue. */
import { beforeEach, expect, it } from 'vitest'
import { parseTypeId } from '#platform/ids.ts'
import { maxFailures } from '#platform/outbox/read-outbox.ts'
import { plantFailure } from '../../../../test/support/interrupt.ts'
import { type RuleKit, getRules } from '../../../../test/support/rules.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'
import { makeThread } from '../../../../test/support/threads.ts'
import { findPast } from './run-queries.ts'

let tenant: TestTenant
let rules: RuleKit
const service = await setUpService()
beforeEach(async () => {
  tenant = await service.createTenant()
  rules = getRules(service, tenant)
})

const note = { actions: [{ type: 'ADD_NOTE', body: 'Seen' }] }
const onPriority = { trigger: { type: 'EVENT', events: ['thread.priority_changed'] } }
/** Returns a database in which a rule fails on a thread. Without a rule, every statement that reads the thread by its id alone fails. */
function breakThread(threadId: string, ruleId?: string) {
  const [thread, rule] = [parseTypeId('thr', threadId), parseTypeId('rul', ruleId ?? '')]
  return plantFailure(service.db, (query, params: { id?: unknown; threadId?: unknown; ruleId?: unknown }) =>
    ruleId === undefined ? params.id === thread : query === findPast && params.threadId === thread && params.ruleId === rule,
  )
}
const ran = async () =>
  (await rules.list()).map(({ ruleId, threadId, outcome, error }) => [ruleId, threadId, error ? `${outcome} ${error}` : outcome])

it('a rule that always fails is recorded, and the next rules and events go on', async () => {
  const [failing, other] = [await rules.make(note), await rules.make(note)]
  const [broken, next] = [await makeThread(tenant), await makeThread(tenant)]
  const database = breakThread(broken, failing.id)
  for (let attempt = 1; attempt < maxFailures; attempt++) await rules.run({ database })
  expect(await ran()).toEqual([])
  await rules.run({ database })
  expect(await ran()).toEqual([
    [failing.id, broken, 'FAILED planted'],
    [other.id, broken, 'APPLIED'],
    [failing.id, next, 'APPLIED'],
    [other.id, next, 'APPLIED'],
  ])
  await rules.run()
  expect(await rules.list()).toHaveLength(4)
})

it('an event whose thread cannot be read is recorded for the rules that it fits', async () => {
  const fitting = await rules.make({ ...onPriority, ...note })
  await rules.make({ ...onPriority, ...note, changed: [{ field: 'priority', to: ['urgent'] }] })
  const [broken, next] = [await makeThread(tenant), await makeThread(tenant)]
  for (const id of [broken, next]) await tenant.api('PATCH', `/threads/${id}`, { body: { priority: 'low' } })
  // The first attempt handles all events together; the event then fails ten times on its own before the reader moves on.
  for (let attempt = 0; attempt <= maxFailures + 1; attempt++) await rules.run({ database: breakThread(broken) })
  expect(await ran()).toEqual([
    [fitting.id, broken, 'FAILED planted'],
    [fitting.id, next, 'APPLIED'],
  ])
})

it('a rule with a time that always fails on an event is recorded', async () => {
  const [due, other] = [await makeThread(tenant), await makeThread(tenant)]
  await rules.pass(120)
  const timed = { trigger: { type: 'TIME', since: 'CREATED', afterMinutes: 60 }, filter: { all: [{ priority: 'low' }] } }
  const [failing, working] = [await rules.make({ ...timed, ...note }), await rules.make({ ...timed, ...note })]
  for (const id of [due, other]) await tenant.api('PATCH', `/threads/${id}`, { body: { priority: 'low' } })
  for (let attempt = 0; attempt < maxFailures; attempt++) await rules.run({ database: breakThread(due, failing.id) })
  expect(await ran()).toEqual([
    [failing.id, due, 'FAILED planted'],
    [working.id, due, 'APPLIED'],
    [failing.id, other, 'APPLIED'],
    [working.id, other, 'APPLIED'],
  ])
  expect((await rules.list())[0]).toMatchObject({ eventId: null, beganAt: expect.any(String) })
})

it.each([
  ['fails', true],
  ['cannot read the thread', false],
])('a rule with a time that always %s is recorded, and other threads do not wait', async (_, isRead) => {
  const rule = await rules.make({ trigger: { type: 'TIME', since: 'CREATED', afterMinutes: 60 }, ...note })
  const [broken, other] = [await makeThread(tenant), await makeThread(tenant)]
  await rules.pass(70)
  const database = breakThread(broken, isRead ? rule.id : undefined)
  const look = () => rules.scan({ database })
  await expect(look()).rejects.toThrow('planted')
  expect(await ran()).toEqual([[rule.id, other, 'APPLIED']])
  for (let failures = 1; failures < maxFailures; failures++) await expect(look()).rejects.toThrow('planted')
  await look()
  expect(await ran()).toEqual([
    [rule.id, other, 'APPLIED'],
    [rule.id, broken, 'FAILED planted'],
  ])
  await rules.scan()
  expect(await rules.list()).toHaveLength(2)
})
