/** Threads match filters as the service does, and there is no result when the thread alone does not contain enough. */
import { expect, it } from 'vitest'
import { matchesThread, type RequestOf, type Thread } from './browser.ts'

type Filters = NonNullable<RequestOf<'listThreads'>['query']>

const me = 'usr_01k2w3t5q7e0r9vbx4m6n8h2dz'
// Safe because the filters read no other fields.
const thread = {
  status: 'open',
  priority: 'high',
  channel: 'email',
  assignee: { id: me, name: 'Me' },
  customer: { id: 'cst_1', email: 'ada@example.com', name: null },
  labels: [{ id: 'lbl_1', name: 'billing' }],
  inboxId: 'inb_1',
  teamId: null,
  externalRef: 'order-1',
  snoozed: false,
  customFields: { plan: 'pro', seats: 5, vip: false, areas: ['billing', 'export'] },
  sla: [],
  waitingSince: '2026-03-04T09:30:00.000Z',
  createdAt: '2026-03-04T09:00:00.000Z',
} as Partial<Thread> as Thread

const cases: readonly [Filters, boolean | null][] = [
  [{}, true],
  [{ status: 'OPEN' }, true],
  [{ status: 'pending' }, false],
  // Safe because the service takes several values, which the description does not list.
  [{ status: 'pending,open' as 'open' }, true],
  [{ assigneeId: 'me' }, true],
  [{ assigneeId: me.slice(4) }, true],
  [{ assigneeId: 'none' }, false],
  [{ teamId: 'tea_1' }, false],
  [{ inboxId: 'inb_1', labelId: 'lbl_1', priority: 'HIGH', channel: 'email', customerId: 'cst_1', externalRef: 'order-1' }, true],
  [{ labelId: 'lbl_2' }, false],
  [{ customFields: { plan: 'pro', seats: '5.0', vip: 'false', areas: 'export' } }, true],
  [{ customFields: { plan: 'pro', areas: 'refunds' } }, false],
  [{ customFields: { seats: 6 } }, false],
  [{ customFields: { stage: 'undefined' } }, false],
  [{ customFields: { stage: ' ' } }, true],
  [{ customFields: { plan: '' } }, false],
  [{ waiting: true }, true],
  [{ waiting: false }, false],
  [{ snoozed: true }, false],
  [{ createdAfter: '2026-03-04T10:00:00+01:00' }, false],
  [{ createdAfter: '2026-03-04T09:59:00+01:00' }, true],
  [{ waitingSinceBefore: '2026-03-04T09:30:00.000Z' }, false],
  [{ q: 'refund' }, null],
  [{ q: 'refund', status: 'closed' }, false],
  [{ unread: true }, null],
  [{ unread: false }, true],
  [{ slaState: 'breached' }, false],
]

it.each(cases)('%o: %s', (filters, verdict) => {
  expect(matchesThread(thread, filters, { me })).toBe(verdict)
})

it('filters by SLA clocks give no verdict', () => {
  const timed = { ...thread, sla: [{ metric: 'RESOLUTION', dueAt: null, pausedAt: null, remainingMs: 1, state: 'PENDING' }] } as Thread
  expect(matchesThread(timed, { slaState: 'breached' }, { me })).toBe(null)
  expect(matchesThread(timed, { slaDueBefore: '2026-03-04T09:30:00.000Z', status: 'closed' }, { me })).toBe(false)
})
