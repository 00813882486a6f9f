import { expect, it } from 'vitest'
import type { AuditLog } from '@skein/client'
import { describeTarget, formatAuditValue } from './audit-format.ts'

const nameOf = (id: string): string | undefined => ({ lbl_1: 'Billing', usr_1: 'Ada' })[id]

it('ids are shown as names if the name is known, also in lists', () => {
  expect(formatAuditValue('usr_1', nameOf)).toBe('Ada')
  expect(formatAuditValue(['lbl_1', 'lbl_gone'], nameOf)).toBe('Billing, lbl_gone')
  expect(formatAuditValue([{ id: 'lbl_1', name: 'Billing' }], nameOf)).toBe('Billing')
  expect(formatAuditValue(null, nameOf)).toBe('')
  expect(formatAuditValue({ plan: 'pro' }, nameOf)).toBe('{"plan":"pro"}')
  expect(formatAuditValue(false, nameOf)).toBe('false')
})

it('times are shown in the format of the browser', () => {
  expect(formatAuditValue('2026-03-01T09:30:00.000Z', nameOf)).not.toContain('T')
})

it('a target is shown with its name if the entry or a list has one', () => {
  // Safe because describeTarget reads only these fields.
  const entry = (target: AuditLog['target'], after: object | null): AuditLog => ({ target, before: null, after }) as AuditLog
  expect(describeTarget(entry({ type: 'api_key', id: 'key_1' }, { name: 'Nightly import' }), nameOf)).toBe('API key Nightly import')
  expect(describeTarget(entry({ type: 'user', id: 'usr_1' }, null), nameOf)).toBe('user Ada')
  expect(describeTarget(entry({ type: 'privacy_request', id: 'prv_1' }, null), nameOf)).toBe('privacy request')
})
