/** A bounce changes the recipients that it names, and no others. */
import { describe, expect, it } from 'vitest'
import { bounced, earlier, failed, message, read, returned, settle, type Report } from '../../../../test/support/bounces.ts'
import { isHardBounce, settleBounce } from './settle-bounce.ts'

describe('a report', () => {
  const postfix = `From: MAILER-DAEMON@mx.example.net (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied

The host said no.

Content-Type: message/delivery-status

Final-Recipient: rfc822; ada@example.net
Action: failed

Content-Type: text/rfc822-headers

${returned}`
  const of = (action: 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded' | null, status: string | null): Report => ({
    type: 'delivery-status',
    recipients: [{ address: 'Ada@Example.net', action, status, reason: null }],
  })

  it.each([
    ['failed', of('failed', '5.1.1'), bounced('5.1.1')],
    ['delayed', of('delayed', '4.4.1'), [['ada@example.net', 'DELAYED', '4.4.1']]],
    ['delivered', of('delivered', '2.0.0'), [['ada@example.net', 'DELIVERED', null]]],
    ['relayed', of('relayed', '2.0.0'), []],
    ['expanded', of('expanded', '2.0.0'), []],
    ['no action', of(null, null), bounced(null)],
    ['no recipient', { type: 'delivery-status', recipients: [] } as const, bounced(null)],
    ['a forwarded address', failed('5.7.1', 'forwarded@example.org'), bounced('5.7.1')],
    ['no status', failed(null), bounced('550')],
  ])('of %s', (_, report, expected) => expect(settle(postfix, { report })).toEqual(expected))

  it('changes only the recipients that it names', () => {
    const both = ['ada@example.net', 'grace@example.net']
    expect(settle(postfix, { report: failed() }, both)).toEqual(bounced('5.1.1'))
    expect(settle(postfix, { report: failed('5.1.1', 'x@example.org') }, both)).toEqual(bounced(null))
    const twice = {
      type: 'delivery-status',
      recipients: [...(of('delayed', '4.4.1')?.recipients ?? []), ...(failed()?.recipients ?? [])],
    } as const
    expect(settle(postfix, { report: twice }, both)).toEqual(bounced('5.1.1'))
  })

  it('of a complaint changes no recipient', () => {
    const complaint = read(`From: fbl@example.net\nSubject: complaint\n\n${returned}`, {
      report: { type: 'feedback-report', recipients: [] },
    })
    expect(complaint).toMatchObject({ kind: 'COMPLAINT', signedMessages: [message, earlier] })
    expect(complaint && settleBounce(complaint, ['ada@example.net'])).toEqual([])
  })
})

it('without a report, the recipients in the server’s own text have bounced', () => {
  const raw = `From: MAILER-DAEMON@a.example\nSubject: failure notice\n\n<grace@example.net>:\n552 5.2.2 Full\n\n${returned}`
  expect(settle(raw, {}, ['ada@example.net', 'grace@example.net'])).toEqual([['grace@example.net', 'BOUNCED', '5.2.2']])
})

it.each([
  ['Warning: message delayed 24 hours', 'The message has not been delivered yet.'],
  ['Delivery status', 'This is a warning message only. You do not need to resend your message.'],
  ['Mail delivery', 'The server will keep trying for three days.'],
])('a notice of delay changes no state: %s', (subject, text) => {
  expect(settle(`From: mailer-daemon@a.example\nSubject: ${subject}\n\n${text}\n${returned}`)).toEqual([
    ['ada@example.net', 'DELAYED', null],
  ])
})

it('a hard bounce is one that no later attempt can mend', () => {
  const codes = ['5.1.1', '5.1.10', '5.2.1', '5.7.1', '5.4.1', '5.2.2', '5.7.26', '4.1.1', '550', null]
  expect(codes.filter(isHardBounce)).toEqual(['5.1.1', '5.1.10', '5.2.1', '5.7.1', '5.4.1'])
})
