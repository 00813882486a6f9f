import { expect, it } from 'vitest'
import { readAuditSearch } from './audit-search.ts'

it('a link with dates that do not exist opens the page without them', () => {
  expect(readAuditSearch({ from: '2026-02-28', to: '2026-02-31', action: 'thread.created', actor: '' })).toEqual({
    from: '2026-02-28',
    action: 'thread.created',
  })
  for (const from of ['banana', '2026-99-99', '20260-01-01', 7]) expect(readAuditSearch({ from })).toEqual({})
})
