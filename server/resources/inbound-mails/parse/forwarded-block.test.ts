/** The original sender and text of a forwarded mail are found in the formats and languages of mail programs. */
import { describe, expect, it } from 'vitest'
import { readForwardedBlock } from './forwarded-block.ts'

const grace = { name: 'Grace Hopper', address: 'grace@example.com' }
const body = 'Does it work?\n\nGrace'

describe('reads a mail forwarded by', () => {
  it.each([
    [
      'Gmail',
      `---------- Forwarded message ---------\nFrom: Grace Hopper <grace@Example.com>\nDate: Tue, 3 Mar 2026 at 09:12\nSubject: Login\nTo: <ada@example.com>\nCc: Lee <lee@example.com>,\nSam <sam@example.com>\n\n\n${body}`,
    ],
    [
      'Gmail in German',
      `---------- Weitergeleitete Nachricht ---------\nVon: Grace Hopper <grace@example.com>\nDate: Di., 3. März 2026\nSubject: Login\nTo: <ada@example.com>\n\n${body}`,
    ],
    [
      'Apple Mail',
      `> Begin forwarded message:\n>\n> From: "Grace Hopper" <grace@example.com>\n> Subject: Login\n> Date: 3 March 2026 at 09:12:00 CET\n> To: ada@example.com\n> Reply-To: grace@example.com\n>\n> Does it work?\n>\n> Grace`,
    ],
    [
      'Apple Mail in French, as text of HTML',
      `Début du message réexpédié :\n\nDe: Grace Hopper <grace@example.com>\n\nObjet: Login\n\nDate: 3 mars 2026\n\nÀ: ada@example.com\n\n${body}`,
    ],
    [
      'Outlook',
      `________________________________\nFrom: Grace Hopper <grace@example.com>\nSent: Tuesday, 3 March 2026 09:12\nTo: ada@example.com <ada@example.com>\nSubject: Login\n\n${body}`,
    ],
    [
      'Outlook for desktops',
      `-----Original Message-----\nFrom: Grace Hopper [mailto:grace@example.com]\nSent: 3 March 2026 09:12\nTo: Ada\nSubject: Login\n\n${body}`,
    ],
    [
      'Outlook in German',
      `Von: Grace Hopper <grace@example.com>\nGesendet: Dienstag, 3. März 2026 09:12\nAn: Ada <ada@example.com>\nBetreff: Login\n\n${body}`,
    ],
    [
      'new Outlook, without a blank line',
      `From: Grace Hopper <grace@example.com>\nDate: Tuesday, 3 March 2026\nTo: ada@example.com <ada@example.com>\nSubject: Login\n${body}`,
    ],
    [
      'Outlook in Italian',
      `Da: Grace Hopper <grace@example.com>\nInviato: martedì 3 marzo 2026\nA: ada@example.com\nOggetto: Login\n\n${body}`,
    ],
    [
      'Thunderbird in French',
      `-------- Message transféré --------\nSujet : \tLogin\nDate : \tTue, 3 Mar 2026\nDe : \tGrace Hopper <grace@example.com>\nPour : \tada@example.com\n\n\n\n${body}`,
    ],
    [
      'Yahoo, on one line',
      `   ----- Forwarded Message ----- From: Grace Hopper <grace@example.com>To: "ada@example.com" <ada@example.com>Sent: Tuesday, March 3, 2026, 09:12:00 AM GMT+1Subject: Login\n ${body}`,
    ],
  ])('%s', (_, text) => {
    const found = readForwardedBlock(`For you.\n\n${text}`)
    expect(found).toMatchObject({ from: grace, subject: 'Login', body, comment: 'For you.' })
    expect(found?.date).toMatch(/2026/)
    expect(readForwardedBlock(text)?.comment).toBe('')
  })
  it('a program that writes only an attribution', () => {
    expect(readForwardedBlock(`For you.\n\nAm 03/03/2026, 09:12 schrieb "Grace Hopper" <grace@example.com>:\n\n    Does it work?`)).toEqual(
      { from: grace, subject: null, date: null, body: 'Does it work?', comment: 'For you.' },
    )
  })
  it.each([
    ['grace@example.com', { name: null, address: 'grace@example.com' }],
    ['Hopper, Grace <grace@example.com>', { name: 'Hopper, Grace', address: 'grace@example.com' }],
    ['grace@example.com <grace@example.com>', { name: null, address: 'grace@example.com' }],
  ])('a sender written as %s', (sender, from) => {
    expect(readForwardedBlock(`---------- Forwarded message ---------\nFrom: ${sender}\nSubject: Login\n\nHi`)?.from).toEqual(from)
  })
})

it.each([
  '',
  'Hello',
  'Please book:\nFrom: Berlin\nTo: Paris\nDate: 3 March 2026',
  '---------- Forwarded message ---------\nFrom: Grace\nSubject: Login\n\nHi',
  'Write to grace@example.com:\nshe can help.',
])('finds no forwarded mail in %j', (text) => {
  expect(readForwardedBlock(text)).toBeNull()
})

it('hostile text is read in linear time', () => {
  const before = process.cpuUsage()
  for (const piece of [
    '\n',
    '>',
    'From: a@b\n',
    'From: a@b\nDate: 1\n\n',
    '---------- Forwarded message ----------\n',
    'a@',
    '(((<',
    'A: ',
  ])
    readForwardedBlock(piece.repeat(250_000 / piece.length))
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(3_000)
})
