/** The author is who sent the mail, and another person only if the mail comes from a form mailer. */
import { expect, it } from 'vitest'
import type { MailAddress } from '../parse/parsed-mail.ts'
import { findSender } from './find-sender.ts'
import { createOwnAddresses } from './own-addresses.ts'

const own = createOwnAddresses(
  [
    { inboxId: 'support', address: 'support@example.com', active: true },
    { inboxId: 'local', address: 'support@localhost', active: true },
  ],
  'no-reply@example.com',
)
const at = (address: string, name: string | null = null): MailAddress => ({ address, name })
const none = { headers: [], from: [], sender: null, replyTo: [] }
const original = (name: string, value: string) => ({ headers: [{ name, value }] })
const ours = { from: [at('support@example.com', 'Support')] }
const grace = at('grace@example.com', 'Grace')

it.each([
  ['From', { from: [at('Ada@Example.com', 'Ada'), grace] }, 'ada@example.com', 'Ada'],
  ['From, whatever Reply-To says', { from: [at('ada@example.com')], replyTo: [grace] }, 'ada@example.com', null],
  [
    'From, whatever X-Original-From says',
    { from: [at('ada@example.com')], ...original('x-original-from', 'grace@example.com') },
    'ada@example.com',
    null,
  ],
  ['Sender without From', { sender: at('ada@example.com', 'Ada') }, 'ada@example.com', 'Ada'],
  ['a look-alike as another address', { from: [at('\u0430da@example.com')] }, '\u0430da@example.com', null],
  ['X-Original-From of an own address', { ...ours, ...original('x-original-from', 'Ada <ada@example.com>') }, 'ada@example.com', 'Ada'],
  ['X-Original-Sender of an own address', { ...ours, ...original('x-original-sender', 'ada@example.com') }, 'ada@example.com', null],
  ['Reply-To of an own address', { ...ours, replyTo: [grace] }, 'grace@example.com', 'Grace'],
  ['Reply-To of a form mailer', { from: [at('mail@forms.example')], replyTo: [grace] }, 'grace@example.com', 'Grace'],
  ['From of a form mailer with two Reply-To', { from: [at('mail@forms.example')], replyTo: [grace, grace] }, 'mail@forms.example', null],
  ['From of a subdomain of a form mailer', { from: [at('mail@x.forms.example')], replyTo: [grace] }, 'mail@x.forms.example', null],
  [
    'Reply-To, if X-Original-From is own',
    { ...ours, replyTo: [grace], ...original('x-original-from', 'support@example.com') },
    grace.address,
    'Grace',
  ],
  ['a name on one line', { from: [at('ada@example.com', 'Ada\r\nBcc: x@y.example\0\u202e')] }, 'ada@example.com', 'Ada Bcc: x@y.example'],
  ['a short name', { from: [at('ada@example.com', 'x'.repeat(1_000_000))] }, 'ada@example.com', `${'x'.repeat(200)}…`],
  ['a host of two labels', { from: [at('ada@acme.localhost')] }, 'ada@acme.localhost', null],
  ['no empty name', { from: [at('ada@example.com', ' "" ')] }, 'ada@example.com', null],
])('is %s', (_, mail, address, name) =>
  expect(findSender({ ...none, ...mail }, own, ['forms.example'])).toEqual({ address, name, isOwn: false }),
)

it.each([
  ['no other person', {}],
  ['an own Reply-To', { replyTo: [at('support+x@example.com')] }],
  ['a malformed original', original('x-original-from', 'Ada <ada@example.com')],
  ['an invalid original', original('x-original-sender', 'root')],
  ['an original with a host of one label', original('x-original-sender', 'root@server')],
])('is the own address if the mail names %s', (_, mail) =>
  expect(findSender({ ...none, ...ours, ...mail }, own, [])).toEqual({ address: 'support@example.com', name: 'Support', isOwn: true }),
)

it.each([
  ['without From and Sender', {}],
  ['with a host name that addresses cannot have', { from: [at('root@')] }],
  ['with an invalid From, although Sender is valid', { from: [at('root')], sender: grace }],
  ['with a host of one label', { from: [at('root@server')] }],
  ['with a host of one label, although Reply-To is valid', { from: [at('root@localhost')], replyTo: [grace] }],
  ['with a huge address', { from: [at(`${'a'.repeat(1_000_000)}@example.com`)] }],
])('is nobody %s', (_, mail) => expect(findSender({ ...none, ...mail }, own, [])).toBeNull())

it('is an own address even with a host of one label', () => {
  const local = { ...none, from: [at('support@localhost')] }
  expect(findSender(local, own, [])).toEqual({ address: 'support@localhost', name: null, isOwn: true })
  expect(findSender({ ...local, replyTo: [grace] }, own, [])).toEqual({ ...grace, isOwn: false })
})
