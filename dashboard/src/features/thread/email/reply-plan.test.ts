import { expect, it } from 'vitest'
import type { Inbox, ThreadRecipients } from '@skein/client'
import { describeRecipients, noServer, parseRecipients, planReply, toRecipientText } from './reply-plan.ts'

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
  to: [box('ada@example.com', 'Ada')],
  cc: [box('grace@example.com', 'Grace')],
  subject: 'Re: Export',
  suppressed: [],
  ...more,
})
const thread = { customer: { id: 'cst_1', name: 'Ada', email: 'ada@example.com' } }
const plan = (more: Partial<Parameters<typeof planReply>[0]> = {}) =>
  planReply({ thread, inbox: inbox(), inboxes: [inbox()], defaults: defaults(), chosen: null, wasKept: false, ...more })

it('a reply in an EMAIL inbox goes to the default recipients, with warnings', () => {
  const suppressed = [{ address: 'eve@example.com', reason: 'UNVERIFIED' as const }]
  expect(plan({ defaults: defaults({ suppressed }), wasKept: true })).toEqual({
    kind: 'mail',
    recipients: { to: [box('ada@example.com', 'Ada')], cc: [box('grace@example.com', 'Grace')], bcc: [] },
    isChosen: false,
    warnings: ['eve@example.com is left out, because nobody has added this stranger to the thread.', noServer],
  })
})

it.each<[string, Partial<Parameters<typeof planReply>[0]>, string, boolean, boolean]>([
  ['in an API inbox', { inbox: api, inboxes: [api] }, 'your own program delivers the replies of this inbox', false, false],
  [
    'in an API inbox beside an EMAIL inbox',
    { inbox: api, inboxes: [api, inbox()] },
    'your own program delivers the replies of this inbox',
    false,
    true,
  ],
  ['where sending is off', { inbox: inbox({ email: { send: { mode: 'NONE' } } }) }, 'sending is off for the inbox “Support”', true, false],
  ['without a sender', { defaults: defaults({ from: null }) }, 'the inbox “Support” cannot send', true, false],
  ['to a customer without an address', { defaults: defaults({ to: [], cc: [] }) }, 'Ada has no email address', true, true],
])('nothing is sent %s, and the plan says why', (_name, given, reason, isLost, canMail) => {
  expect(plan(given)).toEqual({ kind: 'none', reason, isLost, canMail })
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
