import type { Message } from '@skein/client'
import { expect, it } from 'vitest'
import { restoreExtras } from './sent-messages.ts'

const supplier = { name: null, address: 'supplier@example.com' }
// Safe because only the recipients are read.
const email = { to: [supplier], cc: [], bcc: [supplier] } as unknown as Message['email']
const none = { actions: [], recipients: null }

it('a cancelled reply keeps its recipients in the draft, whoever sent it', () => {
  const mailed = { to: [supplier], cc: [], bcc: [supplier] }
  expect(restoreExtras({ email }, none, undefined).recipients).toEqual(mailed)
  expect(restoreExtras({ email: null }, none, undefined).recipients).toBeNull()
  // This page knows that the agent kept the default recipients.
  expect(restoreExtras({ email }, none, none).recipients).toBeNull()
  const typed = { to: [{ name: 'Grace', address: 'grace@example.com' }], cc: [], bcc: [] }
  expect(restoreExtras({ email }, { ...none, recipients: typed }, undefined).recipients).toEqual(typed)
})

it('a cancelled reply keeps the actions that this page sent with it', () => {
  const open = { type: 'SET_STATUS', status: 'open' } as const
  const resolved = { type: 'SET_STATUS', status: 'resolved' } as const
  expect(restoreExtras({ email }, { ...none, actions: [resolved] }, { ...none, actions: [open] }).actions).toEqual([open, resolved])
})
