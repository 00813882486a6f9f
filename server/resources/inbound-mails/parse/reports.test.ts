import { expect, it } from 'vitest'
import { parseMail } from './parse-mail.ts'

const readReport = async (type: string, report: string) => {
  const raw = [
    'From: MAILER-DAEMON@example.com',
    `Content-Type: multipart/report; report-type=${type}; boundary=b`,
    '',
    '--b',
    '',
    'It did not arrive.',
    '--b',
    `Content-Type: message/${type}`,
    '',
    report,
    '--b',
    'Content-Type: message/rfc822',
    '',
    'From: support@example.org',
    '',
    'Hello',
    '--b--',
  ]
  return (await parseMail(Buffer.from(raw.join('\r\n')))).report
}

it('reads each recipient of a delivery report', async () => {
  const report = [
    'Reporting-MTA: dns; mx.example.com\r\n',
    'Original-Recipient: rfc822;ada@Example.com',
    'Final-Recipient: rfc822; forwarded@example.net',
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 <ada@example.com>',
    '  User unknown\r\n',
    'Final-Recipient: rfc822;<grace@example.com>',
    'Action: Delayed (will retry)',
    'Status: 4.4.1 (connection timed out)\r\n',
    'Final-Recipient: rfc822;c+40example.com',
    'Action: unheard-of',
    'Diagnostic-Code: smtp; 554 5.7.1 Refused',
  ]
  expect(await readReport('delivery-status', report.join('\r\n'))).toEqual({
    type: 'delivery-status',
    recipients: [
      { address: 'ada@example.com', action: 'failed', status: '5.1.1', reason: '550 5.1.1 <ada@example.com> User unknown' },
      { address: 'grace@example.com', action: 'delayed', status: '4.4.1', reason: null },
      { address: 'c@example.com', action: null, status: '5.7.1', reason: '554 5.7.1 Refused' },
    ],
  })
})

it.each([
  [
    'disposition-notification',
    'Final-Recipient: rfc822;ada@example.com\r\nDisposition: manual-action/MDN-sent-manually; displayed',
    'manual-action/MDN-sent-manually; displayed',
  ],
  ['feedback-report', 'Feedback-Type: abuse\r\nOriginal-Rcpt-To: <ada@example.com>', null],
])('reads a %s', async (type, report, reason) => {
  expect(await readReport(type, report)).toEqual({ type, recipients: [{ address: 'ada@example.com', action: null, status: null, reason }] })
})

it('reads no report in a forwarded mail', async () => {
  const raw =
    'From: ada@example.com\r\nContent-Type: message/rfc822\r\n\r\nContent-Type: message/delivery-status\r\n\r\nFinal-Recipient: rfc822;b@example.com'
  expect((await parseMail(Buffer.from(raw))).report).toBeNull()
})
