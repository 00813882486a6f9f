/** The tenant's own addresses, and the inbox that a mail to several of them belongs to. */
import { describe, expect, it } from 'vitest'
import { chooseInbox } from './choose-inbox.ts'
import { createOwnAddresses } from './own-addresses.ts'

const own = createOwnAddresses(
  [
    { inboxId: 'old', address: 'sales@example.com', active: false },
    { inboxId: 'support', address: 'support@example.com', active: true },
    { inboxId: 'support', address: 'help+vip@example.com', active: true },
    { inboxId: 'sales', address: 'sales@example.com', active: true },
    { inboxId: 'inactive', address: 'old@example.com', active: false },
    { inboxId: 'local', address: 'support@acme.localhost', active: true },
  ],
  'no-reply@localhost',
)

it.each([
  ['support@example.com', 'support'],
  ['Support@EXAMPLE.com', 'support'],
  ['support+r0123456789abcdef@example.com', 'support'],
  ['support+a+b@example.com', 'support'],
  ['help+vip@example.com', 'support'],
  ['help+vip+r0123456789abcdef@example.com', 'support'],
  ['sales@example.com', 'sales'],
  ['old@example.com', 'inactive'],
  ['support@acme.localhost', 'local'],
  ['help@example.com', null],
  ['support@example.net', null],
  ['+support@example.com', null],
  ['s\u0443pport@example.com', null],
  ['no-reply@localhost', null],
  ['', null],
  ['@', null],
  ['a'.repeat(1_000_000), null],
])('%.60s leads to the inbox %s', (address, inboxId) => expect(own.findInbox(address)?.inboxId ?? null).toBe(inboxId))

it('the sender of system mail is own, but leads to no inbox', () => {
  expect(['no-reply@localhost', 'no-reply+x@localhost', 'support@example.com', 'ada@example.com'].map(own.has)).toEqual([
    true,
    true,
    true,
    false,
  ])
})

describe('the inbox of a mail', () => {
  const route = { to: ['ada@example.com'], cc: [], envelope: [], inboxId: 'received' }
  it.each([
    ['the first own address in To', { to: ['ada@example.com', 'sales@example.com', 'support@example.com'], cc: [] }, 'sales'],
    ['Cc, if To has none', { cc: ['x@y.example', 'support+r0123456789abcdef@example.com'], envelope: ['sales@example.com'] }, 'support'],
    ['the envelope, if neither has one', { envelope: ['sales@example.com'] }, 'sales'],
    ['the inbox that received it, if nothing names one', {}, 'received'],
    ['an active one before an inactive one', { to: ['old@example.com', 'support@example.com'] }, 'support'],
    ['an inactive one, if no other is named', { to: ['old@example.com'] }, 'inactive'],
  ])('is %s', (_, changes, expected) => expect(chooseInbox({ ...route, ...changes }, own)).toBe(expected))

  it('is the same for both copies of a mail to two inboxes', () => {
    const headers = { to: ['support@example.com', 'sales@example.com'], cc: [] }
    const copies = ['support', 'sales'].map((name) => chooseInbox({ ...headers, envelope: [`${name}@example.com`], inboxId: name }, own))
    expect(copies).toEqual(['support', 'support'])
  })
})
