import { expect, it } from 'vitest'
import type { AuditLog } from '@skein/client'
import { auditTarget, auditText } from './audit-words.ts'

const nameOf = (id: string): string | undefined => ({ lbl_1: 'Billing', usr_1: 'Ada' })[id]

it('ids of what is known are shown by name, alone and in lists; others stay as they are', () => {
  expect(auditText('usr_1', nameOf)).toBe('Ada')
  expect(auditText(['lbl_1', 'lbl_gone'], nameOf)).toBe('Billing, lbl_gone')
  expect(auditText([{ id: 'lbl_1', name: 'Billing' }], nameOf)).toBe('Billing')
  expect(auditText(null, nameOf)).toBe('')
  expect(auditText({ plan: 'pro' }, nameOf)).toBe('{"plan":"pro"}')
  expect(auditText(false, nameOf)).toBe('false')
})

it('times are shown as people write them', () => {
  expect(auditText('2026-03-01T09:30:00.000Z', nameOf)).not.toContain('T')
})

it('a target is shown with its name where the entry or a list has one', () => {
  // Safe because these are the fields that are looked at.
  const entry = (target: AuditLog['target'], after: object | null): AuditLog => ({ target, before: null, after }) as AuditLog
  expect(auditTarget(entry({ type: 'api_key', id: 'key_1' }, { name: 'Nightly import' }), nameOf)).toBe('API key Nightly import')
  expect(auditTarget(entry({ type: 'user', id: 'usr_1' }, null), nameOf)).toBe('user Ada')
  expect(auditTarget(entry({ type: 'privacy_request', id: 'prv_1' }, null), nameOf)).toBe('privacy request')
})
