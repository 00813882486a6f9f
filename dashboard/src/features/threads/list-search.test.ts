/** Filters in a list's URL: how they are parsed and merged with the view's filters. */
import { describe, expect, it } from 'vitest'
import { fieldName, countFilters, mergeFilters, readListSearch, withFilter } from './list-search.ts'
import type { ThreadFilters } from './thread-filters.ts'

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
