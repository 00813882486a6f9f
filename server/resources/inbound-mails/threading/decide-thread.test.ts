/** The evidence that leads a mail to a thread, and who may use it. */
import { describe, expect, it } from 'vitest'
import { acceptCandidate, decideThread, type CandidateThread, type ThreadEvidence } from './decide-thread.ts'

const ada = 'ada@example.com'
const stranger = 'grace@example.com'
const asked = 'colleague@example.com'
const agent = 'agent@example.com'

function toCandidate(changes: Partial<CandidateThread> = {}): CandidateThread {
  return {
    threadId: 'thread 1',
    evidence: 'KNOWN_ID',
    status: 'open',
    isBeyondReopening: false,
    customerAddresses: [ada],
    participants: [
      { address: ada, role: 'CUSTOMER', verified: true, removed: false },
      { address: 'cc@example.com', role: 'CC', verified: true, removed: false },
      { address: 'removed@example.com', role: 'CC', verified: true, removed: true },
      { address: asked, role: 'SIDE', verified: true, removed: false },
    ],
    subjects: ['Empty export'],
    ...changes,
  }
}

type Mail = { sender?: string; agent?: 'NONE' | 'NOTE' | 'REPLY'; isAutoReply?: boolean; subject?: string }

function decide(candidates: CandidateThread[], mail: Mail = {}) {
  const { sender = ada, agent: as = 'NONE', isAutoReply = false, subject = 'Re: Empty export' } = mail
  return decideThread(candidates, acceptCandidate(candidates, { sender, agent: as }), { isAutoReply, subject })
}
const appended = { kind: 'APPEND', threadId: 'thread 1', internal: false }
const unrelated = { kind: 'NEW', relatedTo: ['thread 1'] }

it('without candidates, a mail is a new thread', () => expect(decide([])).toEqual({ kind: 'NEW', relatedTo: [] }))

describe('a participant', () => {
  const kinds: ThreadEvidence[] = ['TOKEN', 'SIGNED_ID', 'KNOWN_ID', 'ANCESTOR', 'NUMBER']
  it.each(kinds)('continues the thread by %s', (evidence) => {
    for (const sender of [ada, 'cc@example.com'])
      expect(decide([toCandidate({ evidence })], { sender })).toEqual({ ...appended, evidence, sender: 'PARTICIPANT', relatedTo: [] })
  })
  it.each(kinds)('of a side conversation writes an internal message by %s', (evidence) => {
    const side = { ...appended, evidence, sender: 'PARTICIPANT', internal: true, relatedTo: [] }
    for (const status of ['open', 'resolved'] as const)
      expect(decide([toCandidate({ evidence, status })], { sender: asked, subject: 'Other' })).toEqual(side)
  })
  it('who is the customer too writes publicly', () => {
    const participants = [{ address: ada, role: 'SIDE' as const, verified: true, removed: false }]
    expect(decide([toCandidate({ participants })])).toMatchObject(appended)
  })
})

describe('a stranger', () => {
  it('whom a mail named, and no agent has added, stays a stranger', () => {
    const participants = [{ address: stranger, role: 'CC' as const, verified: false, removed: false }]
    for (const evidence of ['KNOWN_ID', 'ANCESTOR', 'NUMBER'] as const)
      expect(decide([toCandidate({ evidence, participants })], { sender: stranger })).toEqual(unrelated)
    for (const evidence of ['TOKEN', 'SIGNED_ID'] as const)
      expect(decide([toCandidate({ evidence, participants })], { sender: stranger })).toMatchObject({ ...appended, sender: 'NEW' })
  })
  it.each(['TOKEN', 'SIGNED_ID'] as const)('with a secret continues the thread as themselves: %s', (evidence) => {
    for (const sender of [stranger, 'removed@example.com'])
      expect(decide([toCandidate({ evidence })], { sender })).toMatchObject({ ...appended, sender: 'NEW' })
  })
  it.each(['KNOWN_ID', 'ANCESTOR', 'NUMBER'] as const)('with what can be guessed starts a related thread: %s', (evidence) => {
    for (const sender of [stranger, 'removed@example.com', '\u0430da@example.com', 'ada@example.com.example.net', ''])
      expect(decide([toCandidate({ evidence })], { sender })).toEqual(unrelated)
  })
})

describe('several candidates', () => {
  it('are tried in their order', () => {
    const candidates = [toCandidate({ threadId: 'thread 2', evidence: 'TOKEN' }), toCandidate({ evidence: 'SIGNED_ID' })]
    expect(decide(candidates)).toMatchObject({ threadId: 'thread 2', evidence: 'TOKEN', relatedTo: ['thread 1'] })
  })
  it('that reject the sender leave the mail to the next one', () => {
    const candidates = [toCandidate({ threadId: 'thread 2', customerAddresses: [], participants: [] }), toCandidate()]
    expect(decide(candidates)).toMatchObject({ ...appended, relatedTo: ['thread 2'] })
  })
  it('are related in the order of their age, at most five, each once', () => {
    const candidates = [3, 1, 7, 2, 6, 5, 4, 3].map((n) => toCandidate({ threadId: `thread ${n}` }))
    expect(decide(candidates, { sender: stranger })).toEqual({ kind: 'NEW', relatedTo: [7, 6, 5, 4, 3].map((n) => `thread ${n}`) })
  })
})

describe('the status of the thread', () => {
  it.each([
    ['open', false, 'APPEND'],
    ['pending', false, 'APPEND'],
    ['resolved', false, 'APPEND'],
    ['resolved', true, 'FOLLOW_UP'],
    ['closed', false, 'FOLLOW_UP'],
  ] as const)('%s, beyond reopening: %s, leads to %s', (status, isBeyondReopening, kind) =>
    expect(decide([toCandidate({ status, isBeyondReopening })])).toMatchObject({ kind, threadId: 'thread 1' }),
  )
  it('closed rejects a number, but not an id', () => {
    expect(decide([toCandidate({ status: 'closed', evidence: 'NUMBER' })])).toEqual(unrelated)
  })
})

describe('a new subject', () => {
  it.each([
    ['open', 'Another topic', 'APPEND'],
    ['pending', 'Another topic', 'APPEND'],
    ['resolved', 'Another topic', 'NEW'],
    ['closed', 'Another topic', 'NEW'],
    ['resolved', 'AW: [ACME-2026-000042] EMPTY  export', 'APPEND'],
    ['resolved', 'Second subject', 'APPEND'],
    ['resolved', 'RES: Antwort: Second subject', 'APPEND'],
    ['closed', '[EXTERN] Ответ: Second subject', 'FOLLOW_UP'],
    ['resolved', 'Re:', 'APPEND'],
    ['closed', 'Re: Empty export', 'FOLLOW_UP'],
  ] as const)('in a thread that is %s: "%s" leads to %s', (status, subject, kind) => {
    const decision = decide([toCandidate({ status, subjects: ['Empty export', 'Re: Second subject'] })], { subject })
    expect(decision).toMatchObject(kind === 'NEW' ? unrelated : { kind, threadId: 'thread 1' })
  })
})

it.each(['open', 'resolved', 'closed'] as const)(
  'an automatic reply is appended to a thread that is %s, whatever its subject',
  (status) => {
    const candidate = toCandidate({ status, isBeyondReopening: true })
    expect(decide([candidate], { isAutoReply: true, subject: 'Out of office' })).toMatchObject(appended)
  },
)

describe('an agent', () => {
  const from = { sender: agent, agent: 'NOTE' } as const
  it.each(['TOKEN', 'SIGNED_ID', 'KNOWN_ID', 'ANCESTOR', 'NUMBER'] as const)('writes a note by %s', (evidence) =>
    expect(decide([toCandidate({ evidence })], from)).toMatchObject({ ...appended, sender: 'AGENT', internal: true }),
  )
  it('replies to a thread that is not closed, if that is allowed', () => {
    const reply = { ...from, agent: 'REPLY', subject: 'Another subject' } as const
    for (const status of ['open', 'resolved', 'closed'] as const)
      expect(decide([toCandidate({ status })], reply)).toMatchObject({ ...appended, sender: 'AGENT', internal: status === 'closed' })
  })
  it('who asked for help is the customer of that thread', () => {
    expect(decide([toCandidate({ customerAddresses: [agent] })], from)).toMatchObject({ ...appended, sender: 'PARTICIPANT' })
  })
})
