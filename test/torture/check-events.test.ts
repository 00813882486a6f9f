/** The checks of readers and receivers can fail: each gets facts that violate its guarantee, and must report the violation. */
import { expect, test } from 'vitest'
import { checkAnnounced, checkDeliveries, checkReader, checkReceipts, checkTexts } from './check-events.ts'
import { Ledger, type Operation, type OperationOutcome } from './ledger.ts'
import type { JournalEntry } from './receiver.ts'
import type { ObservedEvent } from './observed-events.ts'
import type { DeliveryFact, StoredEvent } from './webhook-facts.ts'

type World = {
  events: StoredEvent[]
  feed: ObservedEvent[]
  stream: ObservedEvent[]
  journal: JournalEntry[]
  deliveries: DeliveryFact[]
  operations: Operation[]
}

const created = ['thread.created']

/**
 * Returns two creations, the first with a retry, and a third one with an unknown outcome. The first event reached the webhook three times.
 */
function goodWorld(): World {
  const ledger = new Ledger()
  const create = (outcomes: OperationOutcome[]): void => {
    const operation = ledger.intend((id) => ({
      kind: 'createThread',
      tenantId: 'tenant',
      method: 'POST',
      path: '/threads',
      body: {},
      idempotencyKey: `key-of-${id}`,
      reference: null,
    }))
    for (const outcome of outcomes) ledger.attempt(operation).outcome = outcome
  }
  const lost: OperationOutcome = { kind: 'lost', why: 'ECONNRESET' }
  const answered: OperationOutcome = { kind: 'answered', status: 201, text: '{}', location: null, replayed: false, retryAfter: null }
  create([lost, answered])
  create([answered])
  create([lost])
  const seen = (sequence: number, type: string, subject: string | null): ObservedEvent => ({
    id: `evt_${sequence}`,
    sequence,
    type,
    subject,
    digest: `text ${sequence}`,
  })
  const all = [
    seen(1, 'customer.created', null),
    seen(2, 'thread.created', 'Torture [op1]'),
    seen(3, 'message.created', null),
    seen(4, 'thread.created', 'Torture [op2]'),
  ]
  const threads = all.filter(({ type }) => created.includes(type))
  const came = (index: number, verdict: JournalEntry['verdict'] = 'accepted'): JournalEntry => ({
    ...at(threads, index),
    hook: 'created',
    at: 0,
    verdict,
  })
  return {
    events: all.map(({ id, sequence, type }) => ({ id, sequence, type, at: 0 })),
    feed: all,
    stream: threads,
    journal: [came(0, 'busy'), came(0), came(0), came(1)],
    deliveries: threads.map(({ id, type }, i) => ({
      webhookId: 'whk_1',
      eventId: id,
      eventType: type,
      state: 'SUCCEEDED',
      attempt: 2 - i,
    })),
    operations: ledger.operations,
  }
}

function check({ events, feed, stream, journal, deliveries, operations }: World): string[] {
  return [
    ...checkReader({ name: 'the feed', types: null, seen: feed }, events),
    ...checkReader({ name: 'the stream', types: created, seen: stream }, events),
    ...checkReceipts('the hook', created, journal, events),
    ...checkDeliveries('the hook', created, deliveries, journal, events),
    ...checkAnnounced(
      'the hook',
      journal.filter(({ verdict }) => verdict === 'accepted'),
      operations,
    ),
    ...checkTexts([...journal, ...feed, ...stream]),
  ]
}

/** Returns the item of the correct facts at an index. */
function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index]
  if (item === undefined) throw new Error(`There is no item ${index}`)
  return item
}

test('facts in which every guarantee holds have no violations', () => {
  expect(check(goodWorld())).toEqual([])
})

const forgeries: [string, (world: World) => void, RegExp][] = [
  [
    'the feed leaves an event out',
    ({ feed }) => feed.splice(1, 1),
    /the feed shows 3 message\.created evt_3 where 2 thread\.created evt_2 is, number 2 of 4/,
  ],
  ['the feed ends early', ({ feed }) => feed.pop(), /the feed shows nothing where 4 /],
  ['the feed shows an event twice', ({ feed }) => feed.splice(1, 0, at(feed, 1)), /the feed shows 2 .* where 3 /],
  [
    'the feed shows the last event again',
    ({ feed }) => feed.push(at(feed, 3)),
    /the feed shows 4 thread\.created evt_4 after the last of 4 events/,
  ],
  ['the stream shows events in another order', ({ stream }) => stream.push(...stream.splice(0, 1)), /the stream shows 4 .* where 2 /],
  [
    'the stream shows what was not asked for',
    ({ stream, feed }) => stream.splice(1, 0, at(feed, 2)),
    /the stream shows 3 message\.created/,
  ],
  ['an event never arrives', ({ journal }) => journal.splice(3, 1), /the hook never got 4 thread\.created evt_4/],
  ['an event was put off and never taken', ({ journal }) => journal.splice(1, 2), /the hook never got 2 thread\.created evt_2/],
  [
    'an event comes under the id of another',
    ({ journal }) => Object.assign(at(journal, 3), { id: 'evt_2' }),
    /was sent 4 thread\.created evt_2, which is none of its events/,
  ],
  [
    'an event comes that the webhook does not want',
    ({ journal, feed }) => journal.push({ ...at(feed, 0), hook: 'created', at: 0, verdict: 'accepted' }),
    /was sent 1 customer\.created evt_1, which is none of its events/,
  ],
  [
    'a signature is wrong',
    ({ journal }) => Object.assign(at(journal, 2), { verdict: 'wrong_signature' }),
    /had to refuse 2 .*: wrong_signature/,
  ],
  [
    'an event has two texts',
    ({ journal }) => Object.assign(at(journal, 2), { digest: 'another text' }),
    /the event evt_2 was shown in 2 versions/,
  ],
  [
    'an acknowledged creation is not announced',
    ({ journal }) => journal.splice(3, 1),
    /the hook shows 0 thread\.created of op2, which was acknowledged 1 times/,
  ],
  [
    'a creation is announced twice',
    ({ journal }) => journal.push({ ...at(journal, 3), id: 'evt_5' }),
    /the hook shows 2 thread\.created of op2/,
  ],
  [
    'a thread is announced that nobody asked for',
    ({ journal }) => Object.assign(at(journal, 3), { subject: 'Torture [op9]' }),
    /shows a thread\.created of "op9", which nobody asked for/,
  ],
  ['an event has two deliveries', ({ deliveries }) => deliveries.push(at(deliveries, 1)), /the hook has 2 deliveries of the event evt_4/],
  ['an event has no delivery', ({ deliveries }) => deliveries.pop(), /the hook has 0 deliveries of the event evt_4/],
  [
    'an event has a delivery that the webhook does not want',
    ({ deliveries }) => Object.assign(at(deliveries, 1), { eventId: 'evt_1' }),
    /the hook has 1 deliveries of the event evt_1/,
  ],
  [
    'a delivery was left behind',
    ({ deliveries }) => Object.assign(at(deliveries, 1), { state: 'FAILED' }),
    /the hook has the event evt_4 as FAILED after 1 attempts/,
  ],
  [
    'a delivery was sent more often than it says',
    ({ journal }) => journal.push(at(journal, 3), at(journal, 3)),
    /was sent the event evt_4 3 times in 1 attempts/,
  ],
]

test.each(forgeries)('the check finds that %s', (_, forge, complaint) => {
  const world = goodWorld()
  forge(world)
  expect(check(world)).toEqual(expect.arrayContaining([expect.stringMatching(complaint)]))
})

test('a creation with an unknown outcome may have an event or not', () => {
  const world = goodWorld()
  expect(check(world)).toEqual([])
  const third = (id: string): ObservedEvent => ({ ...at(world.feed, 3), id, subject: 'Torture [op3]' })
  expect(checkAnnounced('the feed', [...world.feed, third('evt_5')], world.operations)).toEqual([])
  expect(checkAnnounced('the feed', [...world.feed, third('evt_5'), third('evt_6')], world.operations)).toEqual([
    expect.stringContaining('2 thread.created of op3'),
  ])
})
