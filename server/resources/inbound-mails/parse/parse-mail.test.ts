import { expect, it } from 'vitest'
import { parseMail } from './parse-mail.ts'
import type { ParsedMail } from './parsed-mail.ts'

/** Parses a mail from its lines. Bytes are written as Latin-1. */
const parse = (...lines: string[]): Promise<ParsedMail> => parseMail(Buffer.from(lines.join('\r\n'), 'latin1'))
const ada = 'From: Ada <ada@example.com>'
const multipart = (subtype: string, ...parts: string[][]): string[] => [
  `Content-Type: multipart/${subtype}; boundary="=_b"`,
  '',
  ...parts.flatMap((part) => ['--=_b', part]).flat(),
  '--=_b--',
]
const text = ['Content-Type: text/plain; charset=utf-8', '', 'Hello from the text']
const html = ['Content-Type: text/html', '', '<p>Hello from the HTML</p>']
const png = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000a49444154789c6360000002000154a24f5d0000000049454e44ae426082',
  'hex',
)
const picture = (...fields: string[]): string[] => [
  'Content-Type: image/png',
  ...fields,
  'Content-Transfer-Encoding: base64',
  '',
  png.toString('base64'),
]

it('reads the header', async () => {
  const mail = await parse(
    'Received: by mx.example.com',
    'From: =?utf-8?Q?Ada_L=C3=B6velace?= <ada@Example.com>',
    'From: grace@example.com',
    'To: Support <support@example.org>, b@example.org',
    'Cc: c@example.org',
    'Reply-To: Grace <grace@example.com>',
    'Subject: =?utf-8?B?UmU6IFByb2JsZW0=?=',
    '\t=?utf-8?B?ZSBtaXQ=?= Export',
    'Message-ID: < abc@example.com >',
    'In-Reply-To: <one@example.com>',
    'References: <one@example.com> <two@example.com>',
    'Date: Wed, 25 Nov 2026 18:27:49 +0100 (CET)',
    '',
    'Hello',
  )
  expect(mail).toMatchObject({
    from: [
      { name: 'Ada Lövelace', address: 'ada@example.com' },
      { name: null, address: 'grace@example.com' },
    ],
    to: [
      { name: 'Support', address: 'support@example.org' },
      { name: null, address: 'b@example.org' },
    ],
    cc: [{ name: null, address: 'c@example.org' }],
    replyTo: [{ name: 'Grace', address: 'grace@example.com' }],
    sender: null,
    subject: 'Re: Probleme mit Export',
    messageId: 'abc@example.com',
    inReplyTo: ['one@example.com'],
    references: ['one@example.com', 'two@example.com'],
    date: '2026-11-25T17:27:49.000Z',
    body: { body: 'Hello', bodyFormat: 'text', bodyText: 'Hello', replyText: 'Hello', quotedFrom: null, truncated: false },
    parts: [],
    omitted: [],
    security: 'NONE',
    report: null,
    calendarReply: null,
    forwarded: null,
  })
  expect(mail.headers[0]).toEqual({ name: 'received', value: 'by mx.example.com' })
})

it.each([
  ['the HTML of an alternative', multipart('alternative', text, html), 'html', 'Hello from the HTML'],
  [
    'the text, when the HTML has no words',
    multipart('alternative', text, ['Content-Type: text/html', '', '<p>&nbsp;</p>']),
    'text',
    'Hello from the text',
  ],
  ['several texts in order', multipart('mixed', text, text), 'text', 'Hello from the text\n\nHello from the text'],
  ['texts and HTML together as HTML', multipart('mixed', text, html), 'html', 'Hello from the text\nHello from the HTML'],
  ['the root of a related group', multipart('related', picture('Content-ID: <a>'), html), 'html', 'Hello from the HTML'],
  ['nothing', ['', ''], 'text', '(empty)'],
  ['nothing beside an attachment', multipart('mixed', picture()), 'text', '(empty)'],
  ['a mail that is an attached mail', ['Content-Type: message/rfc822', '', 'From: b@example.com', '', 'inner'], 'text', '(empty)'],
  [
    'an encrypted mail',
    multipart(
      'encrypted',
      ['Content-Type: application/pgp-encrypted', '', 'Version: 1'],
      ['Content-Type: application/octet-stream', '', 'x'],
    ),
    'text',
    '(encrypted)',
  ],
  [
    'flowed lines',
    ['Content-Type: text/plain; format=flowed', '', 'one ', 'two', '> a ', '> b', '-- ', 'Ada'],
    'text',
    'one two\n> a b\n-- \nAda',
  ],
  ['quoted-printable', ['Content-Transfer-Encoding: quoted-printable', '', 'Gr=C3=BC=C3=9Fe =', 'you =zz  '], 'text', 'Grüße you =zz'],
  ['broken base64', ['Content-Transfer-Encoding: base64', '', 'SGVs*bG8=', 'IEFkYQ'], 'text', 'Hello Ada'],
  ['a charset in the HTML alone', ['Content-Type: text/html', '', '<meta charset="koi8-r"><p>\xf0\xd2\xc9'], 'html', 'При'],
  ['a part without any header', multipart('mixed', ['', 'Hello']), 'text', 'Hello'],
  ['a multipart without its end', ['Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'Hello'], 'text', 'Hello'],
  [
    'a multipart without its boundary',
    ['Content-Type: multipart/mixed', '', '--other', 'Content-Type: text/plain', '', 'Hello', '--other--'],
    'text',
    'Hello',
  ],
  ['a multipart that is none', ['Content-Type: multipart/mixed; boundary=b', '', 'Hello'], 'text', 'Hello'],
  [
    'a boundary with another as its beginning',
    ['Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'Hello', '--bc', 'Ada', '--b--', 'epilogue'],
    'text',
    'Hello\n--bc\nAda',
  ],
  [
    'a delivery report as text',
    multipart('report', text, ['Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; a']),
    'text',
    'Hello from the text\n\nReporting-MTA: dns; a',
  ],
  [
    'a text with a name, when there is no other',
    multipart('mixed', ['Content-Type: text/plain; name=a.txt', '', 'Hello']),
    'text',
    'Hello',
  ],
  [
    'HTML with more tags than can be sanitised as text',
    ['Content-Type: text/html', '', '<b>a</b> '.repeat(12_000)],
    'text',
    'a '.repeat(12_000).trim(),
  ],
  [
    'the text, when the HTML hides all of its words',
    multipart('alternative', text, ['Content-Type: text/html', '', '<p style="display:none">no</p>']),
    'text',
    'Hello from the text',
  ],
  [
    'the text, when the HTML has too many tags',
    multipart('alternative', text, ['Content-Type: text/html', '', '<b>a</b> '.repeat(12_000)]),
    'text',
    'Hello from the text',
  ],
])('shows %s', async (_, lines, bodyFormat, bodyText) => {
  expect((await parse(ada, ...lines)).body).toMatchObject({ bodyFormat, bodyText })
})

it('shows the text of mails with the line breaks of old programs', async () => {
  const mail = await parseMail(Buffer.from(`${ada}\rSubject: x\r\rone\rtwo`))
  expect([mail.subject, mail.body.bodyText]).toEqual(['x', 'one\ntwo'])
})

it.each([
  ['a file name', ['Content-Disposition: attachment; filename="a.png"'], 'a.png', 'image/png'],
  ['an encoded file name', [`Content-Disposition: attachment; filename*=utf-8''Gr%C3%BC%C3%9Fe.png`], 'Grüße.png', 'image/png'],
  ['a continued file name', [`Content-Disposition: attachment; filename*0*=utf-8''Gr%C3%BC; filename*1="n.png"`], 'Grün.png', 'image/png'],
  ['encoded words', ['Content-Disposition: attachment; filename="=?utf-8?Q?Gr=C3=BCn.png?="'], 'Grün.png', 'image/png'],
  ['a name without quotation marks', ['Content-Disposition: attachment; filename=my picture.png'], 'my picture.png', 'image/png'],
  ['a path', ['Content-Disposition: attachment; filename="..\\..\\a.png"'], 'a.png', 'image/png'],
  ['a name that hides its ending', [`Content-Disposition: attachment; filename*=utf-8''a%E2%80%AEgnp.exe`], 'agnp.exe', 'image/png'],
  ['no name', [], 'part-2.png', 'image/png'],
])('attaches a part with %s', async (_, fields, filename, contentType) => {
  const { parts } = await parse(ada, ...multipart('mixed', text, picture(...fields)))
  expect(parts).toMatchObject([{ filename, contentType, inline: false }])
  expect(Buffer.from(parts[0]?.content ?? [])).toEqual(png)
})

it('attaches content that contradicts its type as unknown', async () => {
  const { parts } = await parse(ada, ...multipart('mixed', text, ['Content-Type: image/png; name=a.png', '', 'MZ no picture']))
  expect(parts).toMatchObject([{ filename: 'a.png', contentType: 'application/octet-stream' }])
})

it('marks a part as inline only if the HTML shows it', async () => {
  const shown = ['Content-Type: text/html', '', '<p>Hello <img src="cid:shown@example.com"></p>']
  const pdf = ['Content-Type: application/pdf; name=a.pdf', 'Content-Disposition: inline', '', '%PDF-1.4']
  const pictures = [picture('Content-ID: <shown@example.com>'), picture('Content-ID: <unused@example.com>', 'Content-Disposition: inline')]
  const { body, parts } = await parse(ada, ...multipart('related', shown, ...pictures, pdf))
  expect(parts.map(({ filename, inline }) => [filename, inline])).toEqual([
    ['part-2.png', true],
    ['part-3.png', false],
    ['a.pdf', false],
  ])
  expect(body.body).toMatch(/<img data-attachment="att_\w+"/)
})

it('attaches the parts of an alternative that are no text', async () => {
  const calendar = ['Content-Type: text/calendar; method=REQUEST', '', 'BEGIN:VCALENDAR']
  const { parts } = await parse(ada, ...multipart('alternative', text, html, calendar, ['Content-Type: text/x-amp-html', '', '<p>amp</p>']))
  expect(parts).toMatchObject([{ filename: 'part-3.ics', contentType: 'text/calendar' }])
})

it('reads the reply to an invitation', async () => {
  const calendar =
    'BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nBEGIN:VEVENT\r\nUID:meeting@example.com\r\nATTENDEE;PARTSTAT=ACCEPTED:mailto:ada@example.com\r\nEND:VEVENT\r\nEND:VCALENDAR'
  const { calendarReply, parts } = await parse(ada, ...multipart('mixed', text, ['Content-Type: text/calendar', '', calendar]))
  expect(calendarReply).toEqual({ uid: 'meeting@example.com', attendee: 'ada@example.com', status: 'ACCEPTED' })
  expect(parts).toHaveLength(1)
})

it('reads a mail forwarded in the text, but not the history of a reply', async () => {
  const block = [
    '',
    'Please help.',
    '',
    'Von: Grace <grace@example.com>',
    'Gesendet: Dienstag',
    'An: Ada',
    'Betreff: Anmeldung',
    '',
    'Hallo',
  ]
  const { forwarded } = await parse(ada, 'Subject: WG: Anmeldung', ...block)
  expect(forwarded).toMatchObject({
    from: { name: 'Grace', address: 'grace@example.com' },
    subject: 'Anmeldung',
    date: null,
    body: { bodyText: 'Hallo' },
    comment: 'Please help.',
  })
  expect((await parse(ada, 'Subject: AW: Anmeldung', ...block)).forwarded).toBeNull()
  expect((await parse(ada, '', '---------- Forwarded message ---------', ...block.slice(3))).forwarded?.from.name).toBe('Grace')
})

it('reads an attached mail as a forwarded one, and attaches it', async () => {
  const inner = ['From: Grace <grace@example.com>', 'Subject: Help', 'Date: 1 Jan 2026 10:00 GMT', ...multipart('alternative', text, html)]
    .join('\r\n')
    .replaceAll('=_b', '=_inner')
  const { forwarded, parts } = await parse(ada, ...multipart('mixed', text, ['Content-Type: message/rfc822', '', inner]))
  expect(forwarded).toMatchObject({
    from: { name: 'Grace', address: 'grace@example.com' },
    subject: 'Help',
    date: '2026-01-01T10:00:00.000Z',
    body: { bodyText: 'Hello from the HTML' },
    comment: 'Hello from the text',
  })
  expect(parts).toMatchObject([{ filename: 'Help.eml', contentType: 'message/rfc822', content: Buffer.from(inner) }])
})

it.each([
  [
    'signed',
    'SIGNED',
    multipart('signed; protocol="application/pgp-signature"', text, [
      'Content-Type: application/pgp-signature; name=signature.asc',
      '',
      'x',
    ]),
  ],
  ['encrypted by S/MIME', 'ENCRYPTED', ['Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m', '', 'x']],
  ['signed by S/MIME', 'SIGNED', ['Content-Type: application/pkcs7-mime; smime-type=signed-data; name=smime.p7m', '', 'x']],
])('notices that a mail is %s', async (_, security, lines) => {
  const mail = await parse(ada, ...lines)
  expect([mail.security, mail.parts.length]).toEqual([security, 1])
})
