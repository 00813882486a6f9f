/** The checks of background work can fail: each gets facts that violate its guarantee, and must report the violation. */
import { expect, test } from 'vitest'
import { checkFacts } from './check-facts.ts'
import { checkLater } from './check-later.ts'
import type { AuditFact, TenantFacts } from './facts.ts'

const thread = (id: string) => ({
  id,
  publicNumber: 1,
  ticketNumber: '',
  externalRef: null,
  subject: id,
  status: 'open' as const,
  messageCount: 0,
  lastMessageId: '',
  version: 1,
  mergedInto: null,
  snoozedUntil: null,
})
const audit = (action: string, targetId: string, requestId: string, labelsAdded: string[] = []): AuditFact => ({
  action,
  targetId,
  requestId,
  statusBefore: null,
  statusAfter: null,
  splitFrom: null,
  labelsAdded,
})

/** Returns a scheduled reply that was sent, a batch of two threads, and a snooze that ended. */
const goodFacts = (): TenantFacts => ({
  tenantId: 't',
  slug: 'acme',
  counters: { lastPublicNumber: 0, eventSequence: 0, auditLogs: 0, customers: 0, open: 0, pending: 0, resolved: 0, closed: 0 },
  threads: [thread('a')],
  messages: [{ id: 'sent', threadId: 'a', bornIn: 'a', body: '[op1] later' }],
  customers: [],
  events: [],
  audits: [
    audit('thread.reply_scheduled', 'a', 'op1.1'),
    audit('thread.replied', 'a', 'job'),
    audit('thread.updated', 'a', 'job', ['Batch 1']),
    audit('thread.updated', 'b', 'job', ['Batch 1']),
  ],
  scheduled: [{ id: 'sent', body: '', state: 'SENT' }],
  jobs: [{ id: 'job', state: 'DONE', total: 3, done: 3, failed: 1, label: 'Batch 1' }],
  snoozes: [
    { sequence: 1, threadId: 'a', from: null, to: 'soon' },
    { sequence: 2, threadId: 'a', from: 'soon', to: null },
  ],
  wrong: [],
})
const check = (facts: TenantFacts): string[] => [...checkLater(facts), ...checkFacts(facts).filter((text) => /snooze|pointer/.test(text))]

test('facts in which every guarantee holds have no violations', () => {
  expect(check(goodFacts())).toEqual([])
})

test('a batch has nothing to change in a thread that got its label by a merge', () => {
  const facts = goodFacts()
  facts.audits.pop()
  facts.audits.push(audit('thread.merged', 'b', 'op2.1', ['Batch 1']))
  expect(check(facts)).toEqual([])
})

const forgeries: [string, (facts: TenantFacts) => void, RegExp][] = [
  ['a scheduled reply was not sent', ({ scheduled }) => void Object.assign(scheduled[0] ?? {}, { state: 'QUEUED' }), /was not sent/],
  ['what was sent is gone', ({ messages }) => void messages.splice(0), /0 messages of the scheduled reply sent/],
  ['it was sent twice', ({ messages }) => void messages.push({ id: 'x', threadId: 'a', bornIn: 'a', body: '[op1] later' }), /2 messages/],
  ['it has two audit rows', ({ audits }) => void audits.push(audit('thread.replied', 'a', 'job')), /2 audit rows of scheduled replies, 1/],
  ['a batch did not end', ({ jobs }) => void Object.assign(jobs[0] ?? {}, { done: 2 }), /a batch did not end/],
  ['a batch left one out', ({ audits }) => void audits.pop(), /Batch 1 changed 1 threads instead of 2/],
  [
    'a batch left one out, and changed one that a merge labels later',
    ({ audits }) => {
      audits.pop()
      audits.push(audit('thread.merged', 'a', 'op2.1', ['Batch 1']))
    },
    /Batch 1 changed 1 threads instead of 2/,
  ],
  ['a batch changed one twice', ({ audits }) => void audits.push(audit('thread.updated', 'a', 'job', ['Batch 1'])), /changed a 2 times/],
  [
    'a thread changed by itself',
    ({ audits }) => void audits.push(audit('thread.updated', 'c', 'job')),
    /changed by no batch and no request/,
  ],
  [
    'a snooze ended twice',
    ({ snoozes }) => void snoozes.push({ sequence: 3, threadId: 'a', from: 'soon', to: null }),
    /event 3 changes the snooze of a from soon, but it was null/,
  ],
  ['a snooze did not end', ({ snoozes }) => void snoozes.pop(), /snooze of a by its events is soon/],
  ['a pointer is wrong', ({ wrong }) => void wrong.push('pointer 1'), /pointer 1/],
]

test.each(forgeries)('the check finds that %s', (_, forge, complaint) => {
  const facts = goodFacts()
  forge(facts)
  expect(check(facts)).toEqual(expect.arrayContaining([expect.stringMatching(complaint)]))
})
