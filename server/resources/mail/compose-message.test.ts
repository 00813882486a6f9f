/** Bytes of replies, with hostile values, pictures, quotations and signatures. */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { readMail } from '../../../test/support/mail-server.ts'
import { composeMessage, createDkimKey, type MailAttachment, type MailSnapshot, toDkimRecord, writeAttribution } from './index.ts'

const snapshot: MailSnapshot = {
  id: '01975a8e-0000-7000-8000-000000000001',
  from: { name: 'Grace (Support)', address: 'support@example.com' },
  envelopeFrom: 'support@example.com',
  to: [{ name: 'Ada', address: 'ada@example.com' }],
  cc: [],
  bcc: [{ name: null, address: 'archive@example.com' }],
  replyTo: { name: null, address: 'support+rabc@example.com' },
  subject: 'Re: Empty export',
  messageId: 'abc.mac@example.com',
  inReplyTo: 'first@customer.example',
  references: ['first@customer.example', 'abc.mac@example.com'],
  date: '2026-03-04T09:30:00.000Z',
  marker: 'abc.mac',
  headers: [
    ['Thread-Index', 'AQHabc=='],
    ['Thread-Topic', 'Empty export'],
  ],
  content: { body: 'We are looking into it.', bodyFormat: 'text' },
  signature: null,
  quoted: null,
}

async function toBytes(
  given: Partial<MailSnapshot> = {},
  ...rest: [MailAttachment[]?, Parameters<typeof composeMessage>[2]?]
): Promise<Buffer> {
  const bytes = await composeMessage({ ...snapshot, ...given }, ...rest)
  return Buffer.isBuffer(bytes) ? bytes : buffer(bytes())
}
const compose = async (...given: Parameters<typeof toBytes>) => readMail(await toBytes(...given))
const getHeaders = ({ headers }: { headers: { key: string; value: string }[] }) =>
  Object.fromEntries(headers.map(({ key, value }) => [key, value]))

it('a reply names people, ids and threads, but no hidden recipient', async () => {
  const mail = await compose()
  expect(getHeaders(mail)).toMatchObject({
    from: '"Grace (Support)" <support@example.com>',
    to: 'Ada <ada@example.com>',
    'reply-to': 'support+rabc@example.com',
    subject: 'Re: Empty export',
    'message-id': '<abc.mac@example.com>',
    'in-reply-to': '<first@customer.example>',
    references: '<first@customer.example> <abc.mac@example.com>',
    date: 'Wed, 04 Mar 2026 09:30:00 +0000',
    'x-skein-message': 'abc.mac',
    'thread-index': 'AQHabc==',
    'thread-topic': 'Empty export',
  })
  expect(mail.raw).not.toContain('archive@')
  expect(mail.text?.trim()).toBe('We are looking into it.')
  expect(mail.html).toContain('<div dir="auto">We are looking into it.</div>')
  expect(getHeaders(await compose({ to: [], replyTo: null }))).toMatchObject({ to: '"undisclosed-recipients":;' })
})

it('values that people choose cannot add a header, a recipient or a part', async () => {
  const hostile = 'Eve\r\nBcc: all@evil.example\r\n\r\n--_NmP <x@evil.example>, "y" <y@evil.example> \u202e\u0000'
  const mail = await compose(
    {
      from: { name: hostile, address: 'support@example.com' },
      to: [{ name: hostile, address: 'ada@example.com' }],
      cc: [{ name: hostile, address: 'grace@example.com' }],
      subject: `${hostile} ${'x'.repeat(5_000)}`,
      messageId: 'a b>\r\nBcc: all@evil.example',
      headers: [
        ['Thread-Topic', hostile],
        ['Subject', 'other'],
        ['Bcc', 'all@evil.example'],
        ['X-A\r\nBcc', 'all@evil.example'],
      ],
    },
    [{ id: 'att_1', filename: hostile, contentType: hostile, content: Buffer.from('x') }],
  )
  const names = mail.headers.map(({ key }) => key)
  expect(names).not.toContain('bcc')
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
  expect(mail.headers.filter(({ value }) => /[\r\n\0\u202e]/.test(value))).toEqual([])
  expect([mail.from?.address, mail.to?.map(({ address }) => address), mail.cc?.map(({ address }) => address)]).toEqual([
    'support@example.com',
    ['ada@example.com'],
    ['grace@example.com'],
  ])
  expect(mail.attachments).toMatchObject([{ mimeType: 'application/octet-stream', filename: expect.stringContaining('Eve Bcc:') }])
})

it('text keeps its lines, and its HTML shows the same', async () => {
  const body = 'Hello <Ada>,\n\n  indented & "quoted"\n.dot\nhttps://example.com/a?b=1&c=(2).\nüñ用'
  const mail = await compose({ content: { body, bodyFormat: 'text' } })
  expect(mail.text?.trimEnd()).toBe(body)
  expect(mail.html).toContain('Hello &lt;Ada&gt;,<br>\n<br>\n&nbsp; indented &amp; &quot;quoted&quot;<br>\n.dot<br>')
  expect(mail.html).toContain('<a href="https://example.com/a?b=1&amp;c=(2">https://example.com/a?b=1&amp;c=(2</a>).')
  expect(mail.raw.split('\r\n').every((line) => line.length <= 998 && /^[\x20-\x7e\t]*$/.test(line))).toBe(true)
})

it('the text of an HTML reply has paragraphs, lists, links and quotations', async () => {
  const body =
    '<p>Hello Ada,</p><ul><li>one</li><li>two</li></ul><p>See <a href="https://example.com/x" rel="noopener">the guide</a> or ' +
    '<a href="https://example.com">https://example.com</a>.</p><blockquote>You wrote this.</blockquote><p>a &lt; b</p>'
  const mail = await compose({ content: { body, bodyFormat: 'html' } })
  expect(mail.text?.trimEnd()).toBe(
    'Hello Ada,\n\n- one\n- two\nSee the guide <https://example.com/x> or https://example.com.\n\n> You wrote this.\na < b',
  )
  expect(mail.html).toContain(`<div dir="auto">${withSpace(body)}</div>`)
})
/** Paragraphs have half a line between them, as in the editor, instead of the whole line of mail programs. */
const withSpace = (html: string): string => html.replaceAll('<p', '<p style="margin: 0.5em 0"')

it.each([
  ['<p>a</p><p></p><p>b</p>', '<p>a</p><p><br></p><p>b</p>', 'a\n\n\n\nb'],
  ['<p>a</p><p dir="rtl"> </p><p>b</p>', '<p>a</p><p dir="rtl"><br></p><p>b</p>', 'a\n\n\n\nb'],
  ['<p>a</p><p><br /></p><p>b</p>', '<p>a</p><p><br /></p><p>b</p>', 'a\n\n\n\nb'],
  ['<p>a</p><p>b</p>', '<p>a</p><p>b</p>', 'a\n\nb'],
])('an empty line of the editor is one for the customer: %s', async (body, html, text) => {
  const mail = await compose({ content: { body, bodyFormat: 'html' } })
  expect(mail.html).toContain(withSpace(html))
  expect(mail.text?.trimEnd()).toBe(text)
})

it('the signature stands below the reply, and the quotation below the signature', async () => {
  const attribution = writeAttribution({ date: '2026-03-03T20:05:00Z', name: 'Ada', locale: 'en-GB', timezone: 'Europe/Berlin' })
  expect(attribution).toBe('On 3 Mar 2026, 21:05, Ada wrote:')
  const mail = await compose({
    signature: { body: 'Example Ltd\nexample.com', bodyFormat: 'text' },
    quoted: { attribution, body: '<p>It is empty.</p><img data-remote="https://t.example/p" alt="logo">', bodyFormat: 'html' },
  })
  expect(mail.text?.trimEnd()).toBe(
    'We are looking into it.\n\n-- \nExample Ltd\nexample.com\n\nOn 3 Mar 2026, 21:05, Ada wrote:\n> It is empty.\n>\n> logo',
  )
  expect(mail.html).toMatch(
    /looking into it[^]*-- <br>\nExample Ltd<br>\nexample\.com[^]*gmail_quote[^]*Ada wrote:[^]*<p>It is empty\.<\/p>logo/,
  )
  expect(mail.html).not.toContain('t.example')
  const long = await compose({ quoted: { attribution, body: `> earlier\n${'long line '.repeat(50_000)}`, bodyFormat: 'text' } })
  expect(long.text).toContain('\n>> earlier\n> long line')
  expect(long.text?.length).toBeLessThan(110_000)
})

it('pictures in the text are parts of the mail, and other attachments are files', async () => {
  const body =
    '<p>Look: <img data-attachment="att_1" alt="a shot" width="10"> <img data-attachment="att_9" alt="gone"> <img data-remote="https://x.example/y.png" alt="z"></p>'
  const picture = Buffer.from('89504e47', 'hex')
  const mail = await compose({ content: { body, bodyFormat: 'html' } }, [
    { id: 'att_1', filename: 'shot.png', contentType: 'image/png', content: picture },
    { id: 'att_2', filename: 'Übersicht 用.pdf', contentType: 'application/pdf', content: () => Readable.from([Buffer.from('%PDF')]) },
    { id: 'att_3', filename: 'mail.eml', contentType: 'message/rfc822', content: Buffer.from('Subject: ü\n\nx') },
  ])
  expect(mail.html).toContain(
    '<p style="margin: 0.5em 0">Look: <img src="cid:att_1@example.com" alt="a shot" width="10"> gone <img src="https://x.example/y.png" alt="z"></p>',
  )
  expect(mail.text).toContain('Look: a shot gone z')
  expect(
    mail.attachments.map(({ filename, mimeType, disposition, contentId, content }) => [
      filename,
      mimeType,
      disposition,
      contentId,
      content,
    ]),
  ).toMatchObject([
    ['shot.png', 'image/png', 'inline', '<att_1@example.com>', expect.anything()],
    ['Übersicht 用.pdf', 'application/pdf', 'attachment', undefined, expect.anything()],
    ['mail.eml', 'application/octet-stream', 'attachment', undefined, expect.anything()],
  ])
  // Safe because the parser returns bytes for attachments.
  expect(Buffer.from(mail.attachments[0]?.content as ArrayBuffer)).toEqual(picture)
})

it('a mail has the same bytes at every attempt, signed or not', async () => {
  const key = { domain: 'example.com', selector: 's1', ...(await createDkimKey()) }
  const streamed = [
    { id: 'att_1', filename: 'a.txt', contentType: 'text/plain', content: () => Readable.from([Buffer.alloc(200_000, 'text ')]) },
  ]
  for (const attachments of [[], streamed])
    for (const signing of [null, key]) {
      const [one, other] = [await toBytes({}, attachments, signing), await toBytes({}, attachments, signing)]
      expect(one.equals(other)).toBe(true)
      const again = await composeMessage(snapshot, attachments, signing)
      if (!Buffer.isBuffer(again)) for (let i = 0; i < 2; i++) expect((await buffer(again())).equals(one)).toBe(true)
    }
})

it('a signature is valid for the key in the DNS record', async () => {
  const { privateKey, publicKey } = await createDkimKey()
  expect(toDkimRecord({ domain: 'example.com', selector: 's1', publicKey })).toEqual({
    name: 's1._domainkey.example.com',
    value: `v=DKIM1; k=rsa; p=${publicKey}`,
  })
  const content = { body: 'Trailing  spaces \n\nand üñ.\n\n', bodyFormat: 'text' } as const
  const attachment = {
    id: 'att_1',
    filename: 'a.bin',
    contentType: 'application/zip',
    content: () => Readable.from([Buffer.alloc(100_000)]),
  }
  for (const attachments of [[], [attachment]]) {
    const signed = await toBytes({ content }, attachments, { domain: 'example.com', selector: 's1', privateKey })
    expect(isSignatureValid(signed, publicKey)).toBe(true)
    expect(isSignatureValid(Buffer.from(signed.toString('latin1').replace('Re: Empty', 'Re: empty'), 'latin1'), publicKey)).toBe(false)
  }
  await expect(toBytes({}, [], { domain: 'example.com', selector: 's1', privateKey: 'none' })).rejects.toThrow(
    'The DKIM key of example.com cannot sign.',
  )
})

it('a file that cannot be read is an error, not a mail without it', async () => {
  const broken = { id: 'att_1', filename: 'a', contentType: 'text/plain', content: () => Readable.from(failAfter('start')) }
  await expect(toBytes({}, [broken])).rejects.toThrow('no file')
  await expect(toBytes({}, [broken], { domain: 'example.com', selector: 's1', ...(await createDkimKey()) })).rejects.toThrow('no file')
})

async function* failAfter(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
  throw new Error('no file')
}

/** Checks a DKIM signature with relaxed canonicalisation, independently of the library that made it (RFC 6376, section 3.4). */
function isSignatureValid(mail: Buffer, publicKey: string): boolean {
  const text = mail.toString('latin1')
  const at = text.indexOf('\r\n\r\n')
  const fields = text.slice(0, at).split(/\r\n(?![ \t])/)
  const relax = (value: string): string =>
    value
      .replaceAll('\r\n', '')
      .replaceAll(/[ \t]+/g, ' ')
      .trim()
  const signature = fields.find((field) => /^dkim-signature:/i.test(field)) ?? ''
  const tags = new Map(
    signature
      .slice(signature.indexOf(':') + 1)
      .split(';')
      .map((tag) => {
        const [name = '', ...value] = tag.split('=')
        return [name.trim(), value.join('=').replaceAll(/\s/g, '')] as const
      }),
  )
  const body = text
    .slice(at + 4)
    .split('\r\n')
    .map((line) => line.replaceAll(/[ \t]+/g, ' ').replace(/ $/, ''))
    .join('\r\n')
    .replace(/(\r\n)*$/, '\r\n')
  if (createHash('sha256').update(body, 'latin1').digest('base64') !== tags.get('bh')) return false
  const signed = (tags.get('h') ?? '').split(':').map((name) => {
    const field = fields.findLast((each) => each.toLowerCase().startsWith(`${name.toLowerCase()}:`)) ?? ''
    return `${name.toLowerCase()}:${relax(field.slice(field.indexOf(':') + 1))}\r\n`
  })
  const own = `dkim-signature:${relax(signature.slice(signature.indexOf(':') + 1).replace(/(\bb=)[^;]*$/, '$1'))}`
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  return verify('sha256', Buffer.from(signed.join('') + own, 'latin1'), key, Buffer.from(tags.get('b') ?? '', 'base64'))
}
