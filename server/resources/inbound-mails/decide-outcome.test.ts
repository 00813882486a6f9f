/** The guards in their order around the choice of the thread. */
import { describe, expect, it } from 'vitest'
import { defaultMailGuards } from '#platform/mail-guards.ts'
import { decideOutcome, type OutcomeEvidence } from './decide-outcome.ts'
import { unknownAuthentication } from './guards/authentication-results.ts'
import type { CandidateThread } from './threading/decide-thread.ts'
import { createOwnAddresses } from './threading/own-addresses.ts'

const ada = { address: 'ada@example.com', name: 'Ada', isOwn: false }
const participants = [{ address: ada.address, role: 'CUSTOMER', verified: true, removed: false }] as const
const thread: CandidateThread = {
  threadId: 'thread',
  evidence: 'SIGNED_ID',
  status: 'resolved',
  isBeyondReopening: true,
  customerAddresses: [ada.address],
  participants,
  subjects: ['Empty export'],
}
const rules = { bulk: 'ACCEPT', failedAuthentication: 'SUSPEND', agentMail: 'NOTE' } as const
const inbox = { inboxId: 'inbox', active: true, rules }
const mail: OutcomeEvidence['mail'] = { headers: [], from: [ada], sender: null, subject: 'Empty export', report: null, forwarded: null }
const plain: OutcomeEvidence = {
  earlier: null,
  mail,
  sender: ada,
  own: createOwnAddresses([{ inboxId: 'inbox', address: 'support@example.com', active: true }], 'no-reply@example.com'),
  signedId: null,
  bounce: null,
  bouncedDelivery: null,
  systemBounced: null,
  candidates: [],
  authentication: unknownAuthentication,
  inbox,
  senderRules: [],
  agentId: null,
  floodCounts: { isBlocked: false, newThreads: 0, sameMails: 0, mailsInThread: 0 },
  installation: 'here',
  limits: defaultMailGuards,
  release: null,
}
const released = { thread: null, inboxId: null, customerAddress: null }
const decide = (changes: Partial<OutcomeEvidence> = {}) => decideOutcome({ ...plain, ...changes })
const withHeader = (name: string, value: string) => ({ mail: { ...mail, headers: [{ name, value }] } })

const fromUs = { ...mail, from: [{ name: null, address: 'Support+x@example.com' }] }
const ours = { address: 'support@example.com', name: null, isOwn: true }
const autoReply = withHeader('auto-submitted', 'auto-replied')
const bulk = withHeader('list-id', 'x')
const spam = withHeader('x-spam-flag', 'YES')
const agent = { agentId: 'agent', sender: { ...ada, address: 'agent@example.com' } }
const vouched = { ...unknownAuthentication, subject: agent.sender.address, isVouched: true }
const verified = { authentication: { ...vouched, dmarc: 'PASS' as const, by: 'mx.example.com' } }
const refused = { authentication: { ...unknownAuthentication, dmarc: 'FAIL' as const, dmarcPolicy: 'reject' as const } }
const bounce = {
  kind: 'BOUNCE',
  signedMessages: ['message'],
  otherIds: [],
  report: [],
  failedRecipients: [],
  isDelay: false,
  text: '\n\n550 5.1.1 No',
} as const
const allow = { senderRules: [{ pattern: ada.address, action: 'ALLOW', inboxId: null }] } as const
const block = { senderRules: [{ pattern: '@example.com', action: 'BLOCK', inboxId: null }] } as const
const crowd = Array.from({ length: 48 }, (_, i) => ({ address: `${i}@example.com`, role: 'CC' as const, verified: true, removed: false }))

it('a mail of a person becomes a message of a new thread', () => {
  expect(decide()).toEqual({
    outcome: 'MESSAGE',
    thread: { kind: 'NEW', relatedTo: [] },
    inboxId: 'inbox',
    sender: ada,
    author: 'CUSTOMER',
    automatic: null,
    isMarkedAutomatic: false,
    internal: false,
    isForward: false,
  })
})

it('a copy of an earlier mail is its duplicate, unless an agent releases it', () => {
  const earlier = { id: 'first', differs: true }
  for (const changes of [{}, { signedId: 'message', mail: fromUs, sender: ours }, { bounce }, { sender: null }])
    expect(decide({ ...changes, earlier })).toEqual({ outcome: 'DUPLICATE', duplicateOf: 'first', differs: true })
  expect(decide({ earlier, release: released })).toMatchObject({ outcome: 'MESSAGE' })
})

describe('a mail waits because of', () => {
  it.each<[string, Partial<OutcomeEvidence>]>([
    ['BOUNCE_UNMATCHED', { bounce }],
    ['LOOP', withHeader('x-skein-loop', 'here;3')],
    ['NO_SENDER', { sender: null }],
    ['SELF_SENT', { sender: ours, mail: fromUs }],
    ['BLOCKED', block],
    ['SPAM', spam],
    ['SPAM', { ...spam, candidates: [thread] }],
    ['AUTHENTICATION', refused],
    ['AUTHENTICATION', { ...refused, ...allow }],
    ['UNVERIFIED_AGENT', { ...agent, candidates: [thread] }],
    ['UNVERIFIED_AGENT', { ...agent, candidates: [{ ...thread, evidence: 'KNOWN_ID' }] }],
    ['UNVERIFIED_AGENT', { ...agent, ...verified, candidates: [thread], inbox: { ...inbox, rules: { ...rules, agentMail: 'OFF' } } }],
    ['AUTOMATIC', autoReply],
    ['BULK', { ...bulk, inbox: { ...inbox, rules: { ...rules, bulk: 'SUSPEND' } } }],
    ['INBOX_INACTIVE', { inbox: { ...inbox, active: false } }],
    ['TOO_MANY_PARTICIPANTS', { candidates: [{ ...thread, status: 'open', customerAddresses: [], participants: crowd }] }],
    ['FLOOD', { floodCounts: { ...plain.floodCounts, newThreads: 20 } }],
    ['FLOOD', { candidates: [{ ...thread, status: 'open' }], floodCounts: { ...plain.floodCounts, mailsInThread: 30 } }],
  ])('%s (%#), until an agent releases it', (cause, changes) => {
    expect(decide(changes)).toEqual({ outcome: 'SUSPENDED', cause })
    const release = { ...released, customerAddress: cause === 'NO_SENDER' ? 'grace@example.com' : null }
    expect(decide({ ...changes, release })).toMatchObject({ outcome: 'MESSAGE' })
  })
})

it('a rule that allows a sender says nothing about a mail that fails DMARC', () => {
  const failed = { authentication: { ...unknownAuthentication, dmarc: 'FAIL' as const, dmarcPolicy: 'none' as const } }
  for (const changes of [spam, bulk]) expect(decide({ ...changes, ...allow, ...failed })).toEqual(decide({ ...changes, ...failed }))
  expect(decide({ ...spam, ...allow })).toMatchObject({ outcome: 'MESSAGE', automatic: null })
  expect(decide({ ...block, ...failed })).toEqual({ outcome: 'SUSPENDED', cause: 'BLOCKED' })
})

describe('our own mail', () => {
  it('has no effect, in the folder for sent mail or as a copy', () => {
    const own = { outcome: 'OWN', signedId: 'message' }
    expect(decide({ signedId: 'message', mail: fromUs, sender: ours })).toEqual(own)
    expect(decide({ signedId: 'message', mail: { ...fromUs, from: [{ name: null, address: 'no-reply@example.com' }] } })).toEqual(own)
  })
  it('in another person’s name is theirs, unless it is the test of an inbox', () => {
    expect(decide({ signedId: 'message' })).toMatchObject({ outcome: 'MESSAGE' })
    const test = withHeader('x-skein-test', 'round-trip')
    expect(decide({ signedId: 'message', ...test })).toEqual({ outcome: 'OWN', signedId: 'message' })
    expect(decide(test)).toMatchObject({ outcome: 'MESSAGE' })
  })
})

it('a bounce goes to its delivery, whatever else the mail is', () => {
  const one = ['ada@example.com']
  const bouncedDelivery = { messageId: 'message', recipients: one, proved: one }
  const recipients = [{ address: 'ada@example.com', state: 'BOUNCED', code: '5.1.1', reason: '550 5.1.1 No' }]
  expect(decide({ bounce, bouncedDelivery, sender: null, candidates: [thread] })).toEqual({
    outcome: 'BOUNCE',
    messageId: 'message',
    complaining: [],
    recipients,
    unproved: [],
  })
  const complaint = decide({ bounce: { ...bounce, kind: 'COMPLAINT' }, bouncedDelivery })
  expect(complaint).toMatchObject({ outcome: 'BOUNCE', complaining: one, recipients: [] })
})

describe('a report about one of several recipients', () => {
  const [customer, eve] = ['ada@example.com', 'eve@example.com'] as const
  const aboutAda = { ...bounce, text: `\n\n<${customer}>: 550 5.1.1 No` }
  const settle = (proved: string[], changes = {}) =>
    decide({ bounce: { ...aboutAda, ...changes }, bouncedDelivery: { messageId: 'message', recipients: [customer, eve], proved } })
  it('changes the recipient whose mark it returns', () => {
    expect(settle([customer])).toMatchObject({ recipients: [{ address: customer, state: 'BOUNCED' }], unproved: [] })
  })
  it('changes nobody without a mark', () => {
    expect(settle([])).toMatchObject({ recipients: [], unproved: [customer], complaining: [] })
    expect(settle([], { kind: 'COMPLAINT' })).toMatchObject({ recipients: [], unproved: [], complaining: [] })
  })
  it('with the mark of another recipient changes only that one', () => {
    expect(settle([eve])).toMatchObject({ recipients: [{ address: eve }], unproved: [] })
    expect(settle([eve], { kind: 'COMPLAINT' })).toMatchObject({ complaining: [eve] })
  })
})

describe('automatic mail', () => {
  it('in a known thread is appended to it, whatever its status and subject', () => {
    const away = { ...autoReply.mail, subject: 'Out of office' }
    expect(decide({ mail: away, candidates: [thread] })).toMatchObject({ thread: { kind: 'APPEND' }, automatic: 'AUTO_REPLY' })
  })
  it('marked as generated is automatic in a known thread, and bulk elsewhere', () => {
    const generated = withHeader('auto-submitted', 'auto-generated')
    expect(decide({ ...generated, candidates: [thread] })).toMatchObject({ automatic: 'AUTO_REPLY' })
    expect(decide(generated)).toMatchObject({ automatic: 'BULK', thread: { kind: 'NEW' } })
  })
  it('of an allowed sender is a person’s, but still gets no automatic reply', () => {
    for (const marks of [autoReply, bulk, spam])
      expect(decide({ ...marks, ...allow })).toMatchObject({ automatic: null, thread: { kind: 'NEW' } })
    expect(decide({ ...autoReply, ...allow })).toMatchObject({ isMarkedAutomatic: true })
  })
  it('that was released stays automatic', () => {
    expect(decide({ ...autoReply, release: released })).toMatchObject({ automatic: 'AUTO_REPLY', isMarkedAutomatic: true })
  })
})

describe('an agent', () => {
  // Safe because the decision depends only on its presence.
  const forwarded = { ...mail, forwarded: {} as NonNullable<OutcomeEvidence['mail']['forwarded']> }
  it('who is verified writes a note into a thread', () => {
    expect(decide({ ...agent, ...verified, candidates: [thread] })).toMatchObject({
      author: 'AGENT',
      internal: true,
      thread: { kind: 'APPEND', sender: 'AGENT' },
    })
  })
  it('whose signature the service checked replies where that is allowed', () => {
    const authentication = { ...vouched, dkim: 'PASS', dmarc: 'PASS', aligned: true } as const
    const replies = { ...inbox, rules: { ...rules, agentMail: 'REPLY' } } as const
    expect(decide({ ...agent, authentication, inbox: replies, candidates: [thread] })).toMatchObject({ author: 'AGENT', internal: false })
  })
  it('who forwards a mail gives the new thread to its first sender, if verified', () => {
    expect(decide({ ...agent, ...verified, mail: forwarded })).toMatchObject({ author: 'CUSTOMER', isForward: true })
    expect(decide({ ...agent, mail: forwarded })).toMatchObject({ author: 'CUSTOMER', isForward: false })
    expect(decide({ mail: forwarded })).toMatchObject({ isForward: false })
  })
  it('is no flood', () => {
    const counts = { ...plain.floodCounts, isBlocked: true, mailsInThread: 100 }
    expect(decide({ ...agent, ...verified, candidates: [thread], floodCounts: counts })).toMatchObject({ outcome: 'MESSAGE' })
  })
})

describe('a released mail', () => {
  it('goes to the thread, the inbox and the customer that the agent chose', () => {
    const release = { thread: { ...thread, threadId: 'chosen' }, inboxId: 'other', customerAddress: 'grace@example.com' }
    expect(decide({ ...block, release })).toMatchObject({
      thread: { kind: 'FOLLOW_UP', threadId: 'chosen', sender: 'NEW' },
      inboxId: 'other',
      sender: { address: 'grace@example.com' },
    })
  })
  it('without a sender still needs a customer', () => {
    expect(decide({ sender: null, release: released })).toEqual({ outcome: 'SUSPENDED', cause: 'NO_SENDER' })
  })
})

it('a reply to a thread of an inactive inbox is accepted', () => {
  const answer = { inbox: { ...inbox, active: false }, candidates: [thread] }
  expect(decide(answer)).toMatchObject({ thread: { kind: 'FOLLOW_UP', sender: 'PARTICIPANT' } })
  expect(decide({ ...answer, candidates: [{ ...thread, status: 'open' }] })).toMatchObject({ thread: { kind: 'APPEND' } })
})
