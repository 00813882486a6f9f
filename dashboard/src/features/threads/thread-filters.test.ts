/** The filters match threads as the service does, and give no verdict when the thread alone does not contain enough. */
import type { Thread } from '@skein/client'
import { describe, expect, it } from 'vitest'
import { fieldName, countFilters, mergeFilters, readListSearch, withFilter } from './list-search.ts'
import { matches, type ThreadFilters } from './thread-filters.ts'

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

const cases: readonly [ThreadFilters, boolean | null][] = [
  [{}, true],
  [{ status: 'OPEN' }, true],
  [{ status: 'pending' }, false],
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
  expect(matches(thread, filters, me)).toBe(verdict)
})

it('filters by SLA clocks give no verdict', () => {
  const timed = { ...thread, sla: [{ metric: 'RESOLUTION', dueAt: null, pausedAt: null, remainingMs: 1, state: 'PENDING' }] } as Thread
  expect(matches(timed, { slaState: 'breached' }, me)).toBe(null)
  expect(matches(timed, { slaDueBefore: '2026-03-04T09:30:00.000Z', status: 'closed' }, me)).toBe(false)
})

describe('the URL of a list', () => {
  const view: ThreadFilters = { status: 'open', sort: '-lastMessageAt' }
  it('removes and replaces filters of the view', () => {
    const without = withFilter(view, {}, 'status', null)
    expect([without, mergeFilters(view, without)]).toEqual([{ status: 'any' }, { sort: '-lastMessageAt' }])
    const other = withFilter(view, without, 'status', 'closed')
    expect([other, mergeFilters(view, other).status, countFilters(other)]).toEqual([{ status: 'closed' }, 'closed', 1])
    expect(withFilter(view, other, 'status', 'open')).toEqual({})
    expect(withFilter(view, { priority: 'high' }, 'priority', null)).toEqual({})
  })
  it('replaces the view’s filters by custom fields', () => {
    const fieldView: ThreadFilters = { status: 'open', customFields: { plan: 'pro', seats: 5 } }
    const changed = withFilter(fieldView, withFilter(fieldView, {}, fieldName('plan'), 'any'), fieldName('seats'), null)
    expect([changed, mergeFilters(fieldView, changed)]).toEqual([
      { 'customFields.plan': 'any', 'customFields.seats': '' },
      { status: 'open', customFields: { plan: 'any' } },
    ])
    expect(mergeFilters(fieldView, { 'customFields.plan': '', 'customFields.seats': '' })).toEqual({ status: 'open' })
    expect(withFilter(fieldView, { 'customFields.plan': 'free' }, fieldName('plan'), 'pro')).toEqual({})
    expect(countFilters(changed)).toBe(2)
    expect(readListSearch({ 'customFields.seats': 5, 'customFields.vip': false, 'customFields.plan': '', 'customFields.x': {} })).toEqual({
      'customFields.seats': '5',
      'customFields.vip': 'false',
      'customFields.plan': '',
    })
  })
  it('is read as filters only, with numbers as text and flags as booleans', () => {
    expect(readListSearch({ q: 42, waiting: true, unread: 'yes', status: true, priority: {}, to: '/x', sort: 'createdAt' })).toEqual({
      q: '42',
      waiting: true,
      unread: 'yes',
      sort: 'createdAt',
    })
  })
})
