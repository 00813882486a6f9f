import { expect, it } from 'vitest'
import { findCustomerTime } from './use-reply-plan.ts'
import type { Inbox, ThreadRecipients } from '@skein/client'
import { describeRecipients, parseRecipients, planReply, toRecipientText, toShownName, type ReplyPlan } from './reply-plan.ts'

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
    hook: null,
    capabilities: { delivers: 'SERVICE' },
    ...more,
  }) as Inbox
const cannotSend = { capabilities: { delivers: 'NOBODY' } }
const api = inbox({ id: 'inb_2', type: 'API', address: null, email: null, capabilities: { delivers: 'OWN_PROGRAM' } })
const chat = inbox({ id: 'inb_3', type: 'WIDGET', address: null, email: null, ...cannotSend })
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
    isInstead: false,
    sending: 'MAIL_SERVER',
    warnings: ['eve@example.com is left out, because nobody has added them to the thread yet.'],
  })
})

const fromApi = { reason: 'Your own program delivers the replies of this inbox.', isLost: false }
it.each<[string, Partial<Parameters<typeof planReply>[0]>, Partial<ReplyPlan & { kind: 'none' }>]>([
  ['in an API inbox', { inbox: api, inboxes: [api] }, fromApi],
  ['in an API inbox beside an EMAIL inbox', { inbox: api, inboxes: [api, inbox()] }, { ...fromApi, canMail: true }],
  [
    'in an inbox that nothing serves',
    { inbox: chat, inboxes: [chat] },
    { reason: 'This inbox can’t send replies yet. We store your reply here, but the customer doesn’t get it.' },
  ],
  [
    'where sending is off',
    { inbox: inbox({ email: { send: { mode: 'NONE' } }, ...cannotSend }) },
    { reason: 'Sending is off for the inbox “Support”, so we can’t email your reply.', isSetUp: false },
  ],
  [
    'without an address',
    { inbox: inbox({ address: null, ...cannotSend }) },
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
  const off = inbox({ email: { send: { mode: 'NONE' } }, ...cannotSend })
  const none = defaults({ from: null, sending: 'NONE' })
  expect(plan({ inbox: off, inboxes: [off], defaults: none, chosen })).toMatchObject({ kind: 'mail', sending: 'NONE' })
})

it('the recipients that the agent has chosen replace the default ones', () => {
  const chosen = { to: [box('eve@example.com')], cc: [], bcc: [] }
  expect(plan({ chosen })).toMatchObject({ kind: 'mail', recipients: chosen, isChosen: true })
  expect(plan({ inbox: api, inboxes: [api, inbox()], chosen })).toMatchObject({ kind: 'mail', recipients: chosen, isInstead: true })
})

it('recipients are read from typed text, and written for the API', () => {
  expect(parseRecipients('ada@example.com; "Grace Hopper" <grace@example.com>\nnobody, root@server')).toEqual({
    found: [box('ada@example.com'), box('grace@example.com', 'Grace Hopper'), box('root@server')],
    mistyped: ['nobody'],
  })
  expect(parseRecipients('"Hopper, Grace" <grace@example.com>\tada@example.com eve@example.com')).toEqual({
    found: [box('grace@example.com', 'Hopper, Grace'), box('ada@example.com'), box('eve@example.com')],
    mistyped: [],
  })
  expect(toRecipientText(box('grace@example.com', 'Hopper, "Grace"'))).toBe('"Hopper, \\"Grace\\"" <grace@example.com>')
  expect(
    describeRecipients({ to: [box('ada@example.com', 'Ada')], cc: ['b', 'c', 'd'].map((name) => box(`${name}@example.com`)), bcc: [] }),
  ).toBe('To ada@example.com, Cc b@example.com, c@example.com and 1 other')
})

it('a name that looks like an address is not shown', () => {
  const forged = ['legal@acme.example', 'legal＠acme.example'].map((name) => box('x@evil.example', name))
  expect([...forged, box('x@evil.example', ' ')].map(toShownName)).toEqual(Array(3).fill('x@evil.example'))
  expect(toShownName(box('grace@example.com', 'Grace'))).toBe('Grace')
  expect(describeRecipients({ to: [], cc: [...forged.slice(1), box('grace@example.com', 'Grace')], bcc: [] })).toBe(
    'Cc x@evil.example and Grace (grace@example.com)',
  )
})

const hook = (capabilities: object = {}, outboundUrl: string | null = 'https://example.com/skein') =>
  inbox({
    id: 'inb_4',
    type: 'API',
    address: null,
    email: null,
    hook: { provider: 'CUSTOM', outboundUrl, telegram: null },
    capabilities: {
      delivers: 'SERVICE',
      formats: ['text'],
      maxTextLength: 1_600,
      splits: false,
      files: null,
      window: null,
      startsConversations: 'YES',
      ...capabilities,
    },
  })
const dayLong = { window: { seconds: 86_400, closedBy: 'NOTHING' } }
const closedWindow = 'The customer wrote more than 24 hours ago. You can’t reply here until they write again.'
const notFirst = 'The customer hasn’t written here yet, and you can’t write to them first.'
const nobody = 'There’s nobody to write to. We know no address of the customer that your program can reach.'
const now = Date.parse('2026-03-05T09:30:00.000Z')
const limits = { formats: ['text'], maxTextLength: 1_600, splits: false, files: null }
const toAda = { kind: 'channel', target: 'To Ada by your own program', limits, until: null, isKept: false, canMail: false }
const refused = (reason: string) => ({ kind: 'refused', reason, canMail: false })
// Safe because the generated client of this version does not know the value yet.
const onChannel = (...to: ReturnType<typeof box>[]) => defaults({ from: null, sending: 'CHANNEL', to, cc: [] })

it.each<[string, Inbox, Partial<Parameters<typeof planReply>[0]>, object]>([
  ['goes to the customer', hook(), { customerWroteAt: null }, toAda],
  ['goes to their address', hook(), { defaults: onChannel(box('person-1')) }, { ...toAda, target: 'To person-1 by your own program' }],
  ['waits without a URL', hook({}, null), {}, { ...toAda, isKept: true }],
  [
    'may be sent until the window closes',
    hook(dayLong),
    { customerWroteAt: '2026-03-04T09:31:00.000Z' },
    { ...toAda, until: now + 60_000 },
  ],
  ['is refused after the window', hook(dayLong), { customerWroteAt: '2026-03-04T09:29:59.000Z' }, refused(closedWindow)],
  ['has no window before the customer writes', hook(dayLong), { customerWroteAt: null }, toAda],
  ['is refused where the customer begins', hook({ startsConversations: 'NO' }), { customerWroteAt: null }, refused(notFirst)],
  ['is refused without an address', hook(), { defaults: onChannel() }, refused(nobody)],
  ['is refused without a conversation', hook({ startsConversations: 'NO' }), { defaults: onChannel() }, refused(notFirst)],
  ['is left to the service if the time is unknown', hook({ ...dayLong, startsConversations: 'NO' }), { customerWroteAt: undefined }, toAda],
])('a reply through the own program %s', (_name, given, more, expected) => {
  expect(plan({ inbox: given, inboxes: [given], defaults: undefined, now, ...more })).toEqual(expected)
})

it('a reply through the own program may be mailed instead where an inbox sends mail', () => {
  expect(plan({ inbox: hook(), inboxes: [hook(), inbox()] })).toMatchObject({ kind: 'channel', canMail: true })
})

it('the customer’s latest message is unknown while earlier ones are not loaded', () => {
  // Safe because the function reads only these fields.
  const list = (authors: readonly string[], hasMore: boolean) =>
    ({
      pages: [{ data: authors.map((authorType, i) => ({ authorType, internal: false, createdAt: `time ${i}` })), meta: { hasMore } }],
    }) as never
  expect(findCustomerTime(list(['AGENT', 'CUSTOMER', 'CUSTOMER'], true))).toBe('time 1')
  expect(findCustomerTime(list(['AGENT'], true))).toBeUndefined()
  expect(findCustomerTime(list(['AGENT'], false))).toBeNull()
})
