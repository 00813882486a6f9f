/** Mails in the manner of public reports about other mail programs. Bytes are written as Latin-1. */
import { describe, expect, it } from 'vitest'
import { parseMail } from './parse-mail.ts'
import type { ParsedMail } from './parsed-mail.ts'

const parse = (...lines: string[]): Promise<ParsedMail> => parseMail(Buffer.from(['From: a@example.com', ...lines].join('\r\n'), 'latin1'))
const latin = (text: string): string => Buffer.from(text).toString('latin1')
const base64 = (text: string): string => Buffer.from(text).toString('base64')
const mixed = (...parts: string[][]): string[] => [
  'Content-Type: multipart/mixed; boundary=b',
  '',
  ...parts.flatMap((part) => ['--b', part].flat()),
  '--b--',
]
const text = ['Content-Type: text/plain; charset=utf-8', '', 'Hello']
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAACklEQVR4nGNgAAACAAFUok9dAAAAAElFTkSuQmCC'

describe('the text in another charset', () => {
  it.each([
    ['windows-1258, with its apostrophe', ['Content-Type: text/plain; charset=windows-1258', '', 'm\x92\xe9tablir'], 'm’établir'],
    [
      'UTF-8 that HTML calls GB2312',
      ['Content-Type: text/html; charset=gb2312', '', latin('<p>价格 – 十二月的账单在哪里</p>')],
      '价格 – 十二月的账单在哪里',
    ],
    [
      'UTF-8 that is called Latin-2',
      ['Content-Type: text/plain; charset=iso-8859-2', '', latin('Žluťoučký kůň úpěl ódy')],
      'Žluťoučký kůň úpěl ódy',
    ],
    ['Latin-2 with two letters beyond ASCII', ['Content-Type: text/plain; charset=windows-1250', '', '\xda\x9eas'], 'Úžas'],
    ['UTF-8 that is called UTF-16', ['Content-Type: text/plain; charset=utf-16', '', 'Hello'], 'Hello'],
    [
      'the charset of the other part',
      mixed(['Content-Type: text/html; charset=koi8-r', '', '<p>\xf0\xd2\xc9'], ['', '\xf0\xd2\xc9']),
      'При\nПри',
    ],
    ['the charset of the subject', ['Subject: =?windows-1251?Q?=CF=F0=E8?=', '', '\xcf\xf0\xe8'], 'При'],
    ['a charset after a broken meta', ['Content-Type: text/html', '', '<meta content="text/html charset=koi8-r"><p>\xf0\xd2\xc9'], 'При'],
    ['Korean without a charset', ['', '\x1b$)C\x0e>H3gGO<<?d\x0f'], '안녕하세요'],
    [
      'Japanese in quoted-printable',
      ['Content-Type: text/plain', 'Content-Transfer-Encoding: quoted-printable', '', '=1B$BCmJ8=1B(B'],
      '注文',
    ],
  ])('is read: %s', async (_, lines, expected) => {
    expect((await parse(...lines)).body.bodyText).toBe(expected)
  })

  it.each([
    ['raw Japanese in a name', 'From: \x1b$B8+@Q\x1b(B <ada@example.com>', ['見積', 'ada@example.com']],
    ['raw Cyrillic in a name', 'From: \xcf\xf0\xe8 <ada@example.com>', ['При', 'ada@example.com']],
  ])('is read in addresses: %s', async (_, from, expected) => {
    const bytes = Buffer.from([from, 'Content-Type: text/plain; charset=windows-1251', '', 'x'].join('\n'), 'latin1')
    expect((await parseMail(bytes)).from.map(({ name, address }) => [name, address])).toEqual([expected])
  })

  it.each([
    ['a group of base64 in two words', '=?utf-8?B?5Lit5?=\r\n =?utf-8?B?paH?=', '中文'],
    ['a letter in two words', '=?UTF-8?Q?pasi=C5=BEad=C4?=\r\n =?UTF-8?Q?=97jim=C5=B3?=', 'pasižadėjimų'],
    ['UTF-8 in a word of Latin-1', '=?iso-8859-1?Q?Gr=C3=BC=C3=9Fe?=', 'Grüße'],
    ['padding before another word', '=?iso-2022-jp?B?GyRCJUYbKEI=?=\r\n =?iso-2022-jp?B?GyRCJTkbKEI=?=', 'テス'],
  ])('is read in subjects: %s', async (_, subject, expected) => {
    expect((await parse(`Subject: ${subject}`, '', 'x')).subject).toBe(expected)
  })
})

describe('the structure', () => {
  const html = '<p>The html.</p>'
  it.each([
    ['multipart twice', ['Content-Type: multipart/multipart/mixed; boundary="b"', '', '--b', ...text, '--b--'], 'Hello'],
    [
      'an empty type before the real one',
      ['Content-Type: ', 'Content-Type: multipart/mixed; boundary=b', '', '--b', ...text, '--b--'],
      'Hello',
    ],
    ['a space after the boundary', ['Content-Type: multipart/mixed;', ' boundary=--b', ' ', '', '----b', ...text, '----b--'], 'Hello'],
    ['no line between header and boundary', ['Content-Type: multipart/mixed; boundary=b', '--b', ...text, '--b--'], 'Hello'],
    [
      'two fields in one line',
      ['Content-Type: text/plain; charset="utf-8" Content-Transfer-Encoding: base64', '', base64('Grüße')],
      'Grüße',
    ],
    ['a comma for a semicolon', ['Content-Type: text/html, charset=utf-8', '', html], 'The html.'],
    ['no semicolon between parameters', ['Content-Type: multipart/mixed; type="x" boundary="b"', '', '--b', ...text, '--b--'], 'Hello'],
    ['spaces in the type', ['Content-Type: text / html', '', html], 'The html.'],
    ['a boundary with an equals sign', ['Content-Type: multipart/mixed; boundary==_b', '', '--=_b', ...text, '--=_b--'], 'Hello'],
    [
      'a multipart in quoted-printable',
      ['Content-Type: multipart/mixed; boundary="=_b"', 'Content-Transfer-Encoding: quoted-printable', '', '--=3D_b', ...text, '--=3D_b--'],
      'Hello',
    ],
    ['an encoded encoding', ['Content-Transfer-Encoding: =?us-ascii?Q?base64?=', '', base64('Hello')], 'Hello'],
    ['text of an unknown kind', ['Content-Type: text/x-unheard', '', 'Hello'], 'Hello'],
    [
      'Markdown beside a file',
      mixed(['Content-Type: text/markdown', '', '# Hello'], ['Content-Type: image/png', 'Content-Transfer-Encoding: base64', '', png]),
      '# Hello',
    ],
    [
      'named HTML in an alternative',
      [
        'Content-Type: multipart/alternative; boundary=b',
        '',
        '--b',
        ...text,
        '--b',
        'Content-Type: text/html; name=a.html',
        '',
        html,
        '--b--',
      ],
      'The html.',
    ],
  ])('is found with %s', async (_, lines, expected) => {
    expect((await parse(...lines)).body.bodyText).toBe(expected)
  })

  it('HTML that is marked as a file stays a file', async () => {
    const { body, parts } = await parse(
      'Content-Type: multipart/alternative; boundary=b',
      '',
      '--b',
      ...text,
      '--b',
      'Content-Type: text/html; name=report.html',
      'Content-Disposition: attachment',
      '',
      '<p>Report</p>',
      '--b--',
    )
    expect([body.bodyText, parts.map(({ filename }) => filename)]).toEqual(['Hello', ['report.html']])
  })

  it('ids that a program has encoded are read', async () => {
    const mail = await parse(
      'Message-ID: =?utf-8?q?=3Cown=40mail=2Eexample=2Ecom?=',
      ' =?utf-8?q?=3E?=',
      'In-Reply-To: =?utf-8?q?=3Cparent=40mail=2Eexample=2Eco?=',
      ' =?utf-8?q?m=3E?=',
      'References: <first@example.com> =?utf-8?q?=3Csecond=40example=2Ecom=3E_=3Cparent?=',
      ' =?utf-8?q?=40mail=2Eexample=2Ecom=3E?=',
      '',
      'x',
    )
    expect(mail).toMatchObject({
      messageId: 'own@mail.example.com',
      inReplyTo: ['parent@mail.example.com'],
      references: ['first@example.com', 'second@example.com', 'parent@mail.example.com'],
    })
  })
})

describe('the name of a file', () => {
  it.each([
    ['in both fields', ["Content-Type: image/png; name*=UTF-8''F%C3%BChrer.png"], 'Führer.png'],
    ['in words of two encodings', ['Content-Type: image/png; name="=?koi8-r?B?1MXT1A==?=', ' =?koi8-r?Q?.png?="'], 'тест.png'],
    ['with a line break', ["Content-Disposition: attachment; filename*=us-ascii''Revised%0D%0A%2010.png"], 'Revised 10.png'],
    ['in quotation marks around its charset', [`Content-Disposition: attachment; filename*="utf-8''Gr%C3%BCn.png"`], 'Grün.png'],
    ['without a semicolon', ['Content-Disposition: attachment filename="a b.png"'], 'a b.png'],
    ['with a semicolon in it', ['Content-Disposition: attachment; filename="a;b.png"; size=3'], 'a;b.png'],
    ['with quotation marks in it', [String.raw`Content-Disposition: attachment; filename="a\"b.png"`], 'a"b.png'],
    ['as an encoded parameter', ['Content-Type: image/png; =?utf-8?Q?name=3D=22Gr=C3=BCn=2Epng=22?='], 'Grün.png'],
    ['in the charset of another field', ['Content-Disposition: attachment; filename="\xcf\xf0\xe8.png"'], 'При.png'],
    ['in a description', ['Content-Description: plan.png'], 'plan.png'],
    ['not in a description of words', ['Content-Description: The plan of the house'], 'part-2.png'],
    ['with joined letters', [`Content-Disposition: attachment; filename*=utf-8''%D9%86%D8%A7%D9%85%E2%80%8C%DB%8C.png`], 'نام\u200cی.png'],
  ])('is found %s', async (_, fields, expected) => {
    const given = fields.some((field) => field.startsWith('Content-Type')) ? fields : ['Content-Type: image/png', ...fields]
    const file = [...given, 'Content-Transfer-Encoding: base64', '', png]
    const { parts } = await parse('Subject: =?windows-1251?Q?=CF=F0=E8?=', ...mixed(text, file))
    expect(parts.map(({ filename, contentType }) => [filename, contentType])).toEqual([[expected, 'image/png']])
  })

  it.each([
    ['Subject: Re: a/b', 'Re: a b.eml'],
    ['Subject: =?koi8-r?Q?=F0=D2=C9?=', 'При.eml'],
    ['Subject:', 'part-2.eml'],
    ['Date: today', 'part-2.eml'],
  ])('of an attached mail is its subject: %s', async (field, expected) => {
    const { parts } = await parse(...mixed(text, ['Content-Type: message/rfc822', '', 'From: b@example.com', field, '', 'x']))
    expect(parts.map(({ filename }) => filename)).toEqual([expected])
  })
})

describe('HTML', () => {
  it.each([
    [
      '<style><!--\n@font-face {}\n--></style><!--[if gte mso 9]><xml><o:x/></xml><![endif]--><div>123</div><a href="#x">abc</a></div>',
      '123\nabc',
    ],
    ['<p class="MsoNormal">a<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><p>b</p>', 'a\n\nb'],
    ['<?xml version="1.0"?><html><head /><body><p>Hello</p></body></html>', 'Hello'],
    ['<html><head><title/><style type="text/css"/></head><body><p>Hello</p></body></html>', 'Hello'],
    ['<script src="x.js"/><p>Hello</p>', 'Hello'],
    ['<!--><p>Hello</p><!---->', 'Hello'],
    ['<pre style="font-size:1em"><code style="color:red">a\n  b</code></pre>', 'a\n  b'],
    ['<table><tr><td>•</td><td>one</td></tr><tr><td>•</td><td>two</td></tr></table>', '•\tone\n•\ttwo'],
    ['<div style="display:none;max-height:0">Preview&zwnj;&nbsp;</div><p>Hello</p>', 'Hello'],
    ['<noscript><p>Hello</p></noscript>', 'Hello'],
    ['<p>a</p><img src="http://t.example/o.gif" width="1"><ul><li>b</li></ul>', 'a\nb'],
    ['<div style="white-space:pre-line">a\nb</div>', 'a\nb'],
  ])('shows its text: %s', async (html, expected) => {
    expect((await parse('Content-Type: text/html; charset=utf-8', '', latin(html))).body.bodyText).toBe(expected)
  })

  it.each([
    ['cid:image001.png', 'Content-ID: <image001.png@01DA>'],
    ['image001.png', 'Content-ID: <x>'],
    ['images/image001.png', 'Content-ID: <x>'],
    ['https://shop.example/a.png', 'Content-Location: https://shop.example/a.png'],
    ['cid:a%20b', 'Content-ID: <a%20b>'],
    ['cid:⏳', 'Content-ID: <=?utf-8?B?4o+z?=>'],
  ])('shows a picture of the mail by %s', async (src, field) => {
    const picture = ['Content-Type: image/png; name="image001.png"', field, 'Content-Transfer-Encoding: base64', '', png]
    const lines = mixed(['Content-Type: text/html; charset=utf-8', '', latin(`<p>x</p><img src="${src}">`)], picture)
    const { parts, body } = await parse(...lines.map((line) => line.replace('multipart/mixed', 'multipart/related')))
    expect([parts.map(({ inline }) => inline), body.body]).toEqual([[true], expect.stringContaining('data-attachment="att_')])
  })
})

describe('base64', () => {
  it.each([
    ['a footer without a rule', [base64('Hello Ada'), '', 'This list is closed.'], 'Hello Ada\n\nThis list is closed.'],
    [
      'a footer with an address',
      [base64('Hello Ada'), '____', 'List https://lists.example/x here'],
      'Hello Ada\n\n____\nList https://lists.example/x here',
    ],
    ['HTML that is plain', ['<p>Hello</p>'], '<p>Hello</p>'],
    ['spaces between its groups', ['SGVs bG8g', 'QWRh'], 'Hello Ada'],
    ['nothing else', [base64('Hello Ada')], 'Hello Ada'],
  ])('ends before %s', async (_, lines, expected) => {
    expect((await parse('Content-Transfer-Encoding: base64', '', ...lines)).body.bodyText).toBe(expected)
  })

  it('of a file ends before a footer of a gateway', async () => {
    const file = [
      'Content-Type: text/csv; name=a.csv',
      'Content-Transfer-Encoding: base64',
      '',
      base64('a;b\n1;2\n'),
      '',
      '-- ',
      'Checked by us.',
    ]
    const { parts } = await parse(...mixed(text, file))
    expect(Buffer.from(parts[0]?.content ?? []).toString()).toBe('a;b\n1;2\n')
  })
})

it.each([
  ['begin 644 a.txt', 'This is no file.', 'end'],
  ['begin 644 a.txt', '#86)C', 'lower case is text', '`', 'end'],
  ['begin the work', 'end'],
])('text that only begins like a file stays text: %s', async (...lines) => {
  const { body, parts } = await parse('', ...lines)
  expect([body.bodyText, parts.length]).toEqual([lines.join('\n'), 0])
})

describe('an invitation without a text', () => {
  const calendar = (method: string, ...lines: string[]): string[] => [
    `Content-Type: text/calendar; method=${method}`,
    '',
    'BEGIN:VCALENDAR',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    'UID:1@example.com',
    'SUMMARY:Call',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  it.each([
    [calendar('CANCEL', 'DTSTART:20261203T090000Z'), 'Cancelled: Call\nWhen: Thursday, 3 December 2026, 09:00 UTC'],
    [
      calendar('REQUEST', 'DTSTART;TZID=Europe/Berlin:20261203T230000', 'DTEND;TZID=Europe/Berlin:20261204T010000', 'LOCATION:Room 4'),
      'Call\nWhen: Thursday, 3 December 2026, 23:00 – Friday, 4 December 2026, 01:00 Europe/Berlin\nWhere: Room 4',
    ],
    [calendar('REQUEST', 'DTSTART;VALUE=DATE:20261203', 'DTEND;VALUE=DATE:20261204'), 'Call\nWhen: Thursday, 3 December 2026'],
    [
      calendar('PUBLISH', 'DTSTART;VALUE=DATE:20261203', 'DTEND;VALUE=DATE:20261206', 'RRULE:FREQ=WEEKLY'),
      'Call\nWhen: Thursday, 3 December 2026 – Saturday, 5 December 2026\nRepeats: yes',
    ],
    [
      calendar('REPLY', 'ATTENDEE;PARTSTAT=DECLINED:mailto:ada@example.com', 'DTSTART:20261203T090000'),
      'Declined: Call\nWhen: Thursday, 3 December 2026, 09:00',
    ],
  ])('shows what, when and where: %#', async (lines, expected) => {
    const { body, parts } = await parse(...lines)
    expect([body.bodyText, parts.map(({ contentType }) => contentType)]).toEqual([expected, ['text/calendar']])
  })

  it('is shown when the HTML beside it is empty', async () => {
    const lines = mixed(['Content-Type: text/html', '', '<p>&nbsp;</p>'], calendar('REQUEST', 'DTSTART:20261203T090000Z'))
    expect((await parse(...lines)).body.bodyText).toMatch(/^Call\nWhen: /)
    expect((await parse(...mixed(text, calendar('REQUEST')))).body.bodyText).toBe('Hello')
    expect((await parse('Content-Type: text/calendar', '', 'BEGIN:VEVENT\r\nx')).body.bodyText).toBe('(empty)')
  })
})
