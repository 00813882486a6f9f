/** Mail that programs write is recognised by its headers, and programs never answer each other for long. */
import { describe, expect, it } from 'vitest'
import { defaultMailGuards } from '#platform/mail-guards.ts'
import { autoReplyHeaders, loopHeader } from '../../mail/index.ts'
import { classifyAutomatic, isMarkedAsSpam } from './classify-automatic.ts'
import { isLoop, nextLoopValues } from './loops.ts'
import { mayAutoReply, type AutoReplyFacts } from './may-auto-reply.ts'

/** Reads `Name: value` lines. */
const toHeaders = (...lines: string[]) =>
  lines.map((line) => ({ name: line.slice(0, line.indexOf(':')).toLowerCase(), value: line.slice(line.indexOf(':') + 1).trim() }))

describe('a mail is', () => {
  it.each([
    ['an automatic reply', 'AUTO_REPLY', 'AUTO_REPLY', 'Auto-Submitted: auto-replied'],
    ['a vacation notice', 'AUTO_REPLY', 'AUTO_REPLY', 'Auto-Submitted: Auto-Replied (vacation); owner="x"'],
    ['a notice of another kind', 'AUTO_REPLY', 'AUTO_REPLY', 'Auto-Submitted: auto-notified'],
    ['a generated one', 'AUTO_REPLY', 'BULK', 'Auto-Submitted: auto-generated'],
    ['a person’s', null, null, 'Auto-Submitted: no'],
    ['a person’s with an empty mark', null, null, 'Auto-Submitted:'],
    ['a reply of an old responder', 'AUTO_REPLY', 'AUTO_REPLY', 'X-Autoreply: yes'],
    ['a reply of another responder', 'AUTO_REPLY', 'AUTO_REPLY', 'X-Autorespond: Re: Hello'],
    ['a reply of a third responder', 'AUTO_REPLY', 'AUTO_REPLY', 'X-Autoresponder: x'],
    ['no reply of a responder', null, null, 'X-Autoreply: no'],
    ['one with its precedence', 'AUTO_REPLY', 'AUTO_REPLY', 'Precedence: auto_reply'],
    ['a list’s', 'BULK', 'BULK', 'List-Id: <news.example.com>'],
    ['a list’s that can be left', 'BULK', 'BULK', 'List-Unsubscribe: <mailto:x@example.com>'],
    ['a list’s that can be written to', 'BULK', 'BULK', 'List-Post: NO'],
    ['bulk', 'BULK', 'BULK', 'Precedence: Bulk'],
    ['a list’s by precedence', 'BULK', 'BULK', 'Precedence: list'],
    ['junk', 'BULK', 'BULK', 'Precedence: junk'],
    ['one of a campaign', 'BULK', 'BULK', 'Feedback-ID: 1:2:3:x'],
    ['one that wants no automatic reply', 'BULK', 'BULK', 'X-Auto-Response-Suppress: DR, All'],
    ['one that wants no notice of absence', null, null, 'X-Auto-Response-Suppress: OOF, AutoReply'],
    ['one with an ordinary precedence', null, null, 'Precedence: first-class'],
    ['a priority', null, null, 'X-Priority: 1'],
  ])('%s: %s in a thread, %s elsewhere, with %s', (_, inThread, elsewhere, line) => {
    const mail = { headers: toHeaders(line), report: null }
    expect([classifyAutomatic(mail, true), classifyAutomatic(mail, false)]).toEqual([inThread, elsewhere])
  })

  it('an absence notice of Exchange with both of its headers', () => {
    const headers = toHeaders('X-Auto-Response-Suppress: All', 'X-MS-Exchange-Inbox-Rules-Loop: ada@example.com')
    expect(classifyAutomatic({ headers, report: null }, false)).toBe('AUTO_REPLY')
  })
  it('an automatic reply when it tells that a mail was read', () => {
    expect(classifyAutomatic({ headers: [], report: { type: 'disposition-notification', recipients: [] } }, false)).toBe('AUTO_REPLY')
  })
  it('an automatic reply rather than bulk mail', () => {
    const headers = toHeaders('Precedence: bulk', 'Auto-Submitted: auto-replied')
    expect(classifyAutomatic({ headers, report: null }, false)).toBe('AUTO_REPLY')
  })
})

describe('spam', () => {
  it.each([
    [true, ['X-Spam-Flag: YES']],
    [true, ['X-Spam-Status: Yes, score=9.1']],
    [true, ['X-Forefront-Antispam-Report: CIP:192.0.2.1;SFV:SPM;SCL:5']],
    [false, ['X-Spam-Flag: NO', 'X-Spam-Flag: YES']],
    [false, ['X-Spam-Status: No, score=1.0', 'X-Spam-Status: Yes']],
    [false, ['X-Forefront-Antispam-Report: SFV:NSPM;SCL:1']],
    [false, ['X-Forefront-Antispam-Report-Untrusted: SFV:SPM;SCL:5']],
    [false, ['Subject: YES']],
    [false, []],
  ])('is %s for %j', (expected, lines) => expect(isMarkedAsSpam({ headers: toHeaders(...lines) })).toBe(expected))
})

describe('an automatic reply', () => {
  const first: AutoReplyFacts = {
    isNewThread: true,
    isAutomatic: false,
    envelopeFrom: 'ada@example.com',
    isAddressedToUs: true,
    sender: 'ada@example.com',
    isFromOwnAddress: false,
    sent: { thread: 0, addressHour: 0, addressDay: 0, inboxHour: 0 },
  }
  const may = (changes: Partial<AutoReplyFacts>) => mayAutoReply({ ...first, ...changes }, defaultMailGuards)

  it('is sent for the first message of a person', () => {
    expect([may({}), may({ envelopeFrom: null })]).toEqual([true, true])
    expect(autoReplyHeaders).toEqual({ 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All', Precedence: 'auto_reply' })
  })

  it.each<[string, Partial<AutoReplyFacts>]>([
    ['a message of a known thread', { isNewThread: false }],
    ['automatic mail', { isAutomatic: true }],
    ['the null sender', { envelopeFrom: '' }],
    ['the null sender in brackets', { envelopeFrom: ' <> ' }],
    ['a blind copy', { isAddressedToUs: false }],
    ['an own address', { isFromOwnAddress: true }],
    ['a second reply in the thread', { sent: { ...first.sent, thread: 1 } }],
    ['a third reply in an hour', { sent: { ...first.sent, addressHour: 2 } }],
    ['a sixth reply in a day', { sent: { ...first.sent, addressDay: 5 } }],
    ['an inbox that has sent 200 in an hour', { sent: { ...first.sent, inboxHour: 200 } }],
  ])('is not sent for %s', (_, changes) => expect(may(changes)).toBe(false))

  const programs =
    'no-reply noreply NoReply+1 do-not-reply donotreply mailer-daemon postmaster bounce bounces+x=y bounce-7 listserv majordomo news-request news-owner news-bounces'
  it.each(programs.split(' '))('is not sent to %s', (local) => expect(may({ sender: `${local}@example.com` })).toBe(false))
  it.each(['reply', 'norbert', 'owner', 'ada-requests', 'bouncer'])('is sent to %s', (local) =>
    expect(may({ sender: `${local}@example.com` })).toBe(true),
  )
})

describe('a loop', () => {
  const limits = { loopCount: 3, receivedHeaders: 100 }
  it.each([
    [true, ['X-Skein-Loop: here;3']],
    [true, ['X-Skein-Loop: there;1', 'X-Skein-Loop: here ; 7']],
    [false, ['X-Skein-Loop: here;2', 'X-Skein-Loop: there;9']],
    [false, ['X-Skein-Loop: here;-3', 'X-Skein-Loop: here;3;3', 'X-Skein-Loop: here', 'X-Skein-Loop: ;3', 'X-Skein-Loop: 3']],
    [true, Array.from({ length: 101 }, () => 'Received: x')],
    [false, Array.from({ length: 100 }, () => 'Received: x')],
  ])('is %s for %j', (expected, lines) => expect(isLoop(toHeaders(...lines), 'here', limits)).toBe(expected))

  it('is counted up with each automatic reply, and the counts of others are kept', () => {
    expect(nextLoopValues([], 'here')).toEqual(['here;1'])
    expect(nextLoopValues(toHeaders(`${loopHeader}: there;2`, `${loopHeader}: here;1`, `${loopHeader}: x\r\nBcc: y;1`), 'here')).toEqual([
      'here;2',
      'there;2',
    ])
    const many = Array.from({ length: 50 }, (_, i) => `${loopHeader}: other${i};1`)
    expect(nextLoopValues(toHeaders(...many), 'here')).toHaveLength(5)
  })
})
