import { expect, it } from 'vitest'
import type { Inbox, ThreadRecipients } from '@skein/client'
import { describeRecipients, parseRecipients, planReply, toRecipientText, type ReplyPlan } from './reply-plan.ts'

const box = (address: string, name: string | null = null) => ({ name, address })
// Safe because the plan reads only these fields.
const inbox = (more: object = {}) =>
  ({
    id: 'inb_1',
    name: 'Support',
    type: 'EMAIL',
    active: true,
    address: 'support@example.com',
    email: { send: { mode: 'DEFAULT' } },
    ...more,
  }) as Inbox
const api = inbox({ id: 'inb_2', type: 'API', address: null, email: null })
const defaults = (more: Partial<ThreadRecipients> = {}): ThreadRecipients => ({
  from: box('support@example.com'),
  sending: 'MAIL_SERVER',
  to: [box('ada@example.com', 'Ada')],
  cc: [box('grace@example.com', 'Grace')],
  subject: 'Re: Export',
  suppressed: [],
  ...more,
})
const thread = { customer: { id: 'cst_1', name: 'Ada', email: 'ada@example.com' } }
const plan = (more: Partial<Parameters<typeof planReply>[0]> = {}) =>
  planReply({ thread, inbox: inbox(), inboxes: [inbox()], defaults: defaults(), chosen: null, ...more })

it('a reply in an EMAIL inbox goes to the default recipients, with warnings', () => {
  const suppressed = [{ address: 'eve@example.com', reason: 'UNVERIFIED' as const }]
  expect(plan({ defaults: defaults({ suppressed }) })).toEqual({
    kind: 'mail',
    recipients: { to: [box('ada@example.com', 'Ada')], cc: [box('grace@example.com', 'Grace')], bcc: [] },
    isChosen: false,
    sending: 'MAIL_SERVER',
    warnings: ['eve@example.com is left out, because nobody has added them to the thread yet.'],
  })
})

const fromApi = { reason: 'Your own program delivers the replies of this inbox.', isLost: false }
it.each<[string, Partial<Parameters<typeof planReply>[0]>, Partial<ReplyPlan & { kind: 'none' }>]>([
  ['in an API inbox', { inbox: api, inboxes: [api] }, fromApi],
  ['in an API inbox beside an EMAIL inbox', { inbox: api, inboxes: [api, inbox()] }, { ...fromApi, canMail: true }],
  [
    'where sending is off',
    { inbox: inbox({ email: { send: { mode: 'NONE' } } }) },
    { reason: 'Sending is off for the inbox “Support”, so we can’t email your reply.', isSetUp: false },
  ],
  [
    'without an address',
    { inbox: inbox({ address: null }) },
    { reason: 'The inbox “Support” has no address, so we can’t email your reply.', isSetUp: false },
  ],
  [
    'without a sender',
    { defaults: defaults({ from: null, sending: 'NONE' }) },
    { reason: 'The inbox “Support” isn’t set up to send, so we can’t email your reply.', isSetUp: false },
  ],
  [
    'to a customer without an address',
    { defaults: defaults({ to: [], cc: [] }) },
    { reason: 'Ada has no email address, so we can’t email your reply.', canMail: true },
  ],
])('nothing is sent %s, and the plan says why', (_name, given, expected) => {
  expect(plan(given)).toEqual({ kind: 'none', isLost: true, isSetUp: true, canMail: false, ...expected })
})

it('the plan says that a reply to chosen recipients becomes a file or is refused', () => {
  const chosen = { to: [box('eve@example.com')], cc: [], bcc: [] }
  const file = defaults({ sending: 'FILE' })
  expect(plan({ defaults: file })).toMatchObject({ kind: 'mail', sending: 'FILE' })
  expect(plan({ defaults: file, chosen })).toMatchObject({ kind: 'mail', sending: 'FILE' })
  expect(plan({ inbox: api, inboxes: [api, inbox()], defaults: file, chosen })).toMatchObject({ kind: 'mail', sending: 'FILE' })
  const off = inbox({ email: { send: { mode: 'NONE' } } })
  const none = defaults({ from: null, sending: 'NONE' })
  expect(plan({ inbox: off, inboxes: [off], defaults: none, chosen })).toMatchObject({ kind: 'mail', sending: 'NONE' })
})

it('the recipients that the agent has chosen replace the default ones', () => {
  const chosen = { to: [box('eve@example.com')], cc: [], bcc: [] }
  expect(plan({ chosen })).toMatchObject({ kind: 'mail', recipients: chosen, isChosen: true })
  expect(plan({ inbox: api, inboxes: [api, inbox()], chosen })).toMatchObject({ kind: 'mail', recipients: chosen })
})

it('recipients are read from typed text, and written for the API', () => {
  expect(parseRecipients('ada@example.com; "Grace Hopper" <grace@example.com>\nnobody, root@server')).toEqual({
    found: [box('ada@example.com'), box('grace@example.com', 'Grace Hopper'), box('root@server')],
    rest: 'nobody',
  })
  expect(toRecipientText(box('grace@example.com', 'Hopper, "Grace"'))).toBe('"Hopper, \\"Grace\\"" <grace@example.com>')
  expect(
    describeRecipients({ to: [box('ada@example.com', 'Ada')], cc: ['b', 'c', 'd'].map((name) => box(`${name}@example.com`)), bcc: [] }),
  ).toBe('To ada@example.com, Cc b@example.com, c@example.com and 1 other')
})
