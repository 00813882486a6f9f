import { expect, it } from 'vitest'
import { readAuditSearch } from './audit-search.ts'

it('days of the address that do not exist are left out, so that a mistyped link opens the page', () => {
  expect(readAuditSearch({ from: '2026-02-28', to: '2026-02-31', action: 'thread.created', actor: '' })).toEqual({
    from: '2026-02-28',
    action: 'thread.created',
  })
  for (const from of ['banana', '2026-99-99', '20260-01-01', 7]) expect(readAuditSearch({ from })).toEqual({})
})
