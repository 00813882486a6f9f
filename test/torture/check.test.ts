/** The checks can fail: each gets facts that violate its guarantee, and must report the violation. */
import { expect, test } from 'vitest'
import { toTypeId } from '#platform/ids.ts'
import { checkFacts } from './check-facts.ts'
import { checkLedger } from './check-ledger.ts'
import { hangs } from './client.ts'
import type { TenantFacts } from './facts.ts'
import { Ledger, type Intent, type Operation, type OperationOutcome } from './ledger.ts'

type World = { facts: TenantFacts; operations: Operation[] }

const tenantId = 'tenant'
const id = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const [threadId, firstId, replyId, customerId] = [id(1), id(2), id(3), id(4)]

function answered(status: number, data: object | string): OperationOutcome {
  const text = typeof data === 'string' ? JSON.stringify({ data: null, error: { code: data } }) : JSON.stringify({ data, error: null })
  return { kind: 'answered', status, text, location: null, replayed: false, retryAfter: status === 503 ? '1' : null }
}

const lost: OperationOutcome = { kind: 'lost', why: 'ECONNRESET' }

function intend(ledger: Ledger, intent: Partial<Intent>, outcomes: (OperationOutcome | null)[]): Operation {
  const operation = ledger.intend((name) => ({
    kind: 'createThread',
    tenantId,
    method: 'POST',
    path: '/threads',
    body: {},
    idempotencyKey: `key-of-${name}`,
    reference: null,
    ...intent,
  }))
  for (const outcome of outcomes) ledger.attempt(operation).outcome = outcome
  return operation
}

/**
 * Returns a thread that was created with a key and a reference in the second attempt, a reply to it, its closing, and a refused second
 * reply.
 */
function goodWorld(): World {
  const ledger = new Ledger()
  const thread = {
    id: toTypeId('thr', threadId).slice(4),
    threadId: toTypeId('thr', threadId),
    publicNumber: 1,
    externalRef: 'reference of op1',
  }
  intend(ledger, { reference: 'reference of op1' }, [lost, answered(201, thread)])
  intend(ledger, { kind: 'replyToThread', path: '/threads/1/reply' }, [
    answered(201, { id: toTypeId('msg', replyId), threadId: toTypeId('thr', threadId) }),
  ])
  intend(ledger, { kind: 'updateThread', method: 'PATCH', idempotencyKey: null }, [answered(200, { id: toTypeId('thr', threadId) })])
  intend(ledger, { kind: 'replyToThread', idempotencyKey: null }, [answered(409, 'SVC-THREAD-CLOSED')])
  intend(ledger, { kind: 'replyToThread' }, [{ kind: 'unsent', why: 'ECONNREFUSED' }])
  const event = (sequence: number, type: string, objectId: string) => ({ sequence, type, objectId, status: null, previousStatus: null })
  const audit = (action: string, requestId: string) => ({
    action,
    targetId: threadId,
    requestId,
    statusBefore: null,
    statusAfter: null,
    splitFrom: null,
    labelsAdded: [],
  })
  return {
    operations: ledger.operations,
    facts: {
      tenantId,
      slug: 'acme',
      counters: { lastPublicNumber: 1, eventSequence: 5, auditLogs: 3, customers: 1, open: 0, pending: 0, resolved: 0, closed: 1 },
      threads: [
        {
          id: threadId,
          publicNumber: 1,
          ticketNumber: 'ACME-2026-000001',
          externalRef: 'reference of op1',
          subject: 'Torture [op1]',
          status: 'closed',
          messageCount: 2,
          lastMessageId: replyId,
          version: 3,
          mergedInto: null,
          snoozedUntil: null,
        },
      ],
      messages: [
        { id: firstId, threadId, bornIn: threadId, body: '[op1] text' },
        { id: replyId, threadId, bornIn: threadId, body: '[op2] text' },
      ],
      customers: [{ id: customerId, email: 'customer1@example.com', version: 1 }],
      events: [
        event(1, 'customer.created', customerId),
        event(2, 'thread.created', threadId),
        event(3, 'message.created', firstId),
        event(4, 'message.created', replyId),
        { sequence: 5, type: 'thread.status_changed', objectId: threadId, status: 'closed', previousStatus: 'open' },
      ],
      audits: [
        audit('thread.created', 'op1.2'),
        audit('thread.replied', 'op2.1'),
        { ...audit('thread.updated', 'op3.1'), statusBefore: 'open', statusAfter: 'closed' },
      ],
      scheduled: [],
      jobs: [],
      snoozes: [],
      wrong: [],
    },
  }
}

const check = ({ facts, operations }: World): string[] => [...checkFacts(facts), ...checkLedger(operations, [facts])]

test('facts in which every guarantee holds have no violations', () => {
  expect(check(goodWorld())).toEqual([])
})

/** Returns the item of the correct facts at an index. */
function at<Item>(items: Item[], index: number): Item {
  const item = items[index]
  if (item === undefined) throw new Error(`There is no item ${index}`)
  return item
}
const again = (world: World, operation: number, outcome: OperationOutcome): void => {
  const { id: name, attempts } = at(world.operations, operation)
  attempts.push({ requestId: `${name}.${attempts.length + 1}`, sentAt: 0, outcome, ms: 0, handedOverAt: null })
}

const forgeries: [string, (world: World) => void, RegExp][] = [
  [
    'an acknowledged thread is gone',
    ({ facts }) => facts.threads.splice(0),
    /acknowledged reference "reference of op1" exists 0 times: op1 /,
  ],
  [
    'a reference is there twice',
    ({ facts }) => facts.threads.push({ ...at(facts.threads, 0), id: id(9), publicNumber: 2 }),
    /exists 2 times: op1 /,
  ],
  ['an acknowledged reply left no trace', ({ facts }) => facts.audits.splice(1, 1), /0 effects instead of 1: op2 /],
  [
    'an acknowledged reply lost its message',
    ({ facts }) => facts.messages.splice(1, 1),
    /the answer to op2\.1 is not what the database holds/,
  ],
  [
    'a retry under the same key acted again',
    ({ facts }) => facts.audits.push({ ...at(facts.audits, 0), requestId: 'op1.1' }),
    /2 effects instead of 1: op1 /,
  ],
  ['one attempt acted twice', ({ facts }) => facts.audits.push({ ...at(facts.audits, 1) }), /op2\.1 had 2 effects/],
  [
    'a refused request acted',
    ({ facts }) => facts.audits.push({ ...at(facts.audits, 1), requestId: 'op4.1' }),
    /op4\.1 had an effect, but was answered 409/,
  ],
  [
    'a request that was never sent acted',
    ({ facts }) => facts.audits.push({ ...at(facts.audits, 1), requestId: 'op5.1' }),
    /op5\.1 had an effect, though it never reached/,
  ],
  [
    'nobody asked for a row',
    ({ facts }) => facts.messages.push({ id: id(9), threadId, bornIn: threadId, body: '[op99] text' }),
    /nobody asked for message .*op99/,
  ],
  [
    'two answers to one key differ',
    (world) => again(world, 1, answered(201, { id: toTypeId('msg', replyId), threadId: toTypeId('thr', threadId), late: true })),
    /answers to one Idempotency-Key differ: .*op2 /,
  ],
  ['an answer is a 500', (world) => again(world, 1, answered(500, 'SVC-INTERNAL-ERROR')), /op2\.2 was answered 500/],
  [
    'a 503 does not say when to come again',
    (world) => again(world, 1, { ...answered(503, 'SVC-SYSTEM-UNAVAILABLE'), retryAfter: null } as OperationOutcome),
    /op2\.2 was answered 503 without Retry-After/,
  ],
  ['a key is not valid after all', (world) => again(world, 1, answered(401, 'SVC-AUTH-INVALID_CREDENTIALS')), /op2\.2 was answered 401/],
  ['a request hung', (world) => again(world, 1, { kind: 'lost', why: hangs }), /op2\.2 hung/],
  ['a number was left out', ({ facts }) => Object.assign(at(facts.threads, 0), { publicNumber: 2 }), /publicNumber 1 is 2, after nothing/],
  [
    'the next number would be given twice',
    ({ facts }) => Object.assign(facts.counters, { lastPublicNumber: 0 }),
    /last_public_number is 0, should be 1/,
  ],
  ['an event was left out', ({ facts }) => facts.events.splice(1, 1), /event sequence 2 is 3, after 1/],
  [
    'a thread was announced twice',
    ({ facts }) => facts.events.push({ ...at(facts.events, 1), sequence: 6 }),
    /2 events thread\.created for/,
  ],
  ['a message was not announced', ({ facts }) => facts.events.splice(3, 1), /0 events message\.created for/],
  [
    'something was announced that is not there',
    ({ facts }) => facts.events.push({ ...at(facts.events, 0), sequence: 6, objectId: id(9) }),
    /an event customer\.created for .*, which does not exist/,
  ],
  [
    'a change of status was announced and not made',
    ({ facts }) => Object.assign(at(facts.threads, 0), { status: 'open' }),
    /status of Torture \[op1\] by its events is closed, should be open/,
  ],
  ['a change of status was not audited', ({ facts }) => facts.audits.splice(2, 1), /open → closed: 0 audit rows, 1 events/],
  ['a total is wrong', ({ facts }) => Object.assign(facts.counters, { closed: 2 }), /total of closed threads is 2, should be 1/],
  [
    'a customer changed without a word',
    ({ facts }) => Object.assign(at(facts.customers, 0), { version: 2 }),
    /events customer\.updated of customer1@example\.com is 0, should be 1/,
  ],
  [
    'a thread changed without a trace',
    ({ facts }) => Object.assign(at(facts.threads, 0), { version: 4 }),
    /version of Torture \[op1\] .* is 4, should be 3/,
  ],
  [
    'a message is not counted',
    ({ facts }) => Object.assign(at(facts.threads, 0), { messageCount: 1 }),
    /message_count of Torture \[op1\] .* is 1, should be 2/,
  ],
]

test.each(forgeries)('the check finds that %s', (_, forge, complaint) => {
  const world = goodWorld()
  forge(world)
  expect(check(world)).toEqual(expect.arrayContaining([expect.stringMatching(complaint)]))
})
