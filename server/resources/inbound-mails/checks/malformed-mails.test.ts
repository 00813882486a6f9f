/** Mails that break every rule of the format: each ends in one outcome, and its message can be read. */
import { beforeAll, expect, it } from 'vitest'
import type { InboundMail, Message } from '../../../../client/index.ts'
import { until } from '../../../../test/support/job-fixture.ts'
import { openMailInbox, supportAddress } from '../../../../test/support/mails.ts'
import { setUpTenant } from '../../../../test/support/service.ts'
import { defaultMailGuards } from '#platform/mail-guards.ts'

let inboxId: string
const guards = { ...defaultMailGuards, threadsPerSender: 10_000, sameMailsPerSender: 10_000 }
const { tenant } = await setUpTenant({ worker: true, config: { mailIn: { guards } } })
beforeAll(async () => {
  ;({ inboxId } = await openMailInbox(tenant))
})

const smile = '\u{1f600}'
const from = 'From: Ada <ada@example.com>\r\n'
const head = `${from}To: ${supportAddress}\r\n`
const multipart = (...parts: string[]): string =>
  `Content-Type: multipart/mixed; boundary=b\r\n\r\n${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`
const file = (fields: string, content = 'x'): string => `Content-Disposition: attachment\r\n${fields}\r\n\r\n${content}`
const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le')
/** Three bytes each, in an order that cannot be compressed. */
const ideographs = (count: number): string =>
  Array.from({ length: count }, (_, i) => String.fromCharCode(0x4e00 + ((i * 7919 + 13 * i * i) % 20_000))).join('')
/** Half of a character in UTF-7, which JSON can carry and PostgreSQL cannot. */
const half = (charset: string): string => (charset === 'utf-7' ? '=?utf-7?q?a+2D0-b?=' : '=?utf-16be?b?AGHYPQBi?=')

const outcomes = {
  MESSAGE: {
    'two Froms': `${head}From: Grace <grace@example.com>\r\n\r\nHello`,
    'NUL everywhere': `From: A\0da <ada@example.com>\r\nTo: sup\0port@acme.example, ${supportAddress}\r\nSubject: a\0b\r\nMessage-ID: <a\0b@example.com>\r\nReferences: <c\0d@example.com>\r\nReply-To: "\0" <a\0@example.com>\r\n${multipart(
      'Content-Type: text/plain\r\n\r\nhe\0llo',
      file('Content-Type: text/p\0lain; name="a\0b.txt"\r\nContent-ID: <a\0b>'),
    )}`,
    'encoded NUL': `${head}Subject: =?utf-8?b?YQBi?= =?utf-16be?q?=00a=00=00=00b?=\r\n${multipart(file("Content-Type: text/plain; name*=utf-8''a%00b%0d%0a.txt", 'a=00b'))}`,
    'half characters': `From: ${half('utf-7')} <ada@example.com>\r\nTo: ${half('utf-16')} <${supportAddress}>\r\nSubject: ${half('utf-7')} ${half('utf-16')}\r\n${multipart(
      'Content-Type: text/plain; charset=utf-7\r\n\r\na+2D0-b',
      file("Content-Type: text/plain; name*=utf-16be''%00a%d8%3d%00b"),
      file('Content-Type: text/plain; name="=?utf-7?q?a+2D0-b?="'),
    )}`,
    'characters cut in half': `${head}Subject: ${'a'.repeat(997)}${smile}\r\nMessage-ID: <${'m'.repeat(997)}${smile}>\r\n${multipart(
      file(`Content-Type: text/plain; name="${'n'.repeat(254)}${smile}.txt"\r\nContent-ID: <${'c'.repeat(997)}${smile}>`),
    )}`,
    'a body cut in half of a character': `${head}Content-Type: text/plain; charset=utf-8\r\n\r\n${'x'.repeat(262_143)}${smile.repeat(10)}`,
    'a Message-ID that no index takes': `${head}Message-ID: <${ideographs(990)}@example.com>\r\nReferences: <${ideographs(900)}@example.com>\r\n\r\nHello`,
    'a Message-ID of 100 KB': `${head}Message-ID: <${'m'.repeat(100_000)}@example.com>\r\n\r\nHello`,
    'a subject of 5 MB': `${head}Subject: ${'s'.repeat(5_000_000)}\r\n\r\nHello`,
    '50,000 recipients': `${from}To: ${supportAddress}\r\nCc: ${Array.from({ length: 50_000 }, (_, i) => `p${i}@example.com`).join(',\r\n ')}\r\n\r\nHello`,
    'long addresses': `${from}To: ${supportAddress}\r\nCc: ${Array.from({ length: 60 }, (_, i) => `${ideographs(240 + i)}@example.com`).join(', ')}\r\n\r\nHello`,
    '10,000 headers': `${head}${'X-A: b\r\n'.repeat(10_000)}\r\nHello`,
    '10,000 References': `${head}References: ${Array.from({ length: 10_000 }, (_, i) => `<r${i}@example.com>`).join('\r\n ')}\r\n\r\nHello`,
    'only headers': `${head}Subject: nothing else`,
    'an empty body': `${head}\r\n`,
    'lone carriage returns': `${head}\r\nHello`.replaceAll('\n', ''),
    'bare line feeds': `${head}\r\nHello`.replaceAll('\r', ''),
    'a byte order mark': `\ufeff${head}\r\nHello`,
    'a line of an mbox file': `From ada@example.com Fri Feb 19 10:00:00 2010\r\n${head}\r\nHello`,
    'the date 1970': `${head}Date: Thu, 1 Jan 1970 00:00:00 +0000\r\n\r\nHello`,
    'the date 2090': `${head}Date: Sun, 1 Jan 2090 00:00:00 +0000\r\n\r\nHello`,
    'no date': `${head}Date: yesterday\r\n\r\nHello`,
    'a line of 400,000 characters': `${head}\r\n${'word '.repeat(80_000)}`,
    '400,000 characters without a space': `${head}\r\n${'x'.repeat(400_000)}`,
    'words that are not in any index': `${head}Content-Type: text/plain; charset=utf-8\r\n\r\n${ideographs(260_000).replaceAll(/(.{8})/gu, '$1 ')}`,
    'emoji only': `${head}Content-Type: text/plain; charset=utf-8\r\n\r\n${smile.repeat(120_000)}`,
    '12,000 tags': `${head}Content-Type: text/html\r\n\r\n${'<b>x</b>'.repeat(6_000)}`,
    '12,000 nested tags': `${head}Content-Type: text/html\r\n\r\n${'<div>'.repeat(12_000)}x`,
    'hidden text': `${head}Content-Type: text/html\r\n\r\n<p>Hello<span style="display:none">secret</span></p>`,
    'an unknown charset': `${head}Content-Type: text/plain; charset=x-klingon\r\n\r\nHell\xf6`,
    'a wrong charset': `${head}Content-Type: text/plain; charset=utf-8\r\n\r\n\xff\xfe\xfd`,
    'a body in UTF-16': Buffer.concat([Buffer.from(`${head}Content-Type: text/plain; charset=utf-16\r\n\r\n`), utf16('Hello')]),
    'broken base64': `${head}${multipart('Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\nSGVsbG8!!=?=A===B', file('Content-Transfer-Encoding: base64', '====***'))}`,
    'broken quoted-printable': `${head}Content-Transfer-Encoding: quoted-printable\r\n\r\nHello =ZZ =\r\n= =E`,
    'a depth of 60': `${head}${Array.from({ length: 60 }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}x\r\n\r\n--b${i}x\r\n`).join('')}\r\ndeep`,
    'attached mails at a depth of 300': `${head}${'Content-Type: message/rfc822\r\n\r\n'.repeat(300)}Subject: x\r\n\r\nHello`,
    'a boundary that contains itself': `${head}Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n\r\nHello\r\n--b--\r\n--b--\r\n`,
    'no boundary': `${head}Content-Type: multipart/mixed\r\n\r\nHello`,
    '3,000 parts': `${head}${multipart(...Array.from({ length: 3_000 }, (_, i) => file(`Content-Type: ${'t'.repeat(1_000)}/${i}`)))}`,
    'a header in a display name': `From: =?utf-8?q?Ada=0d=0aBcc:_eve@example.net=0d=0a?= <ada@example.com>\r\nTo: ${supportAddress}\r\nSubject: =?utf-8?q?a=0d=0aX-Spam-Flag:_YES?=\r\n\r\nHello`,
    'an address of look-alike letters': `From: Ada <\u0430da@ex\u0430mple.com>\r\nTo: ${supportAddress}\r\n\r\nHello`,
    'a name that turns around': `From: "\u202eadA\u2066" <ada@example.com>\r\nTo: ${supportAddress}\r\n\r\nHello`,
    'names with slashes': `${head}${multipart(file('Content-Type: text/plain; name="../../etc/passwd"'), file('Content-Type: text/plain; name="C:\\\\a\\\\..\\\\b\u202Etxt.exe"'), file('Content-Type: text/plain; name=".."'))}`,
    'a winmail.dat without an end': `${head}${multipart(file('Content-Type: application/ms-tnef; name=winmail.dat', '\x78\x9f\x3e\x22\x01\x00\x02\x02\x90\x06\x00\xff\xff\xff\xff'))}`,
    'a zip bomb': `${head}${multipart(file('Content-Type: application/zip; name=a.zip', `PK\x03\x04${'\0'.repeat(26)}`))}`,
    'an unfinished encoded word': `${head}Subject: =?utf-8?b?${'A'.repeat(5_000)}\r\n\r\nHello`,
    'a strange envelope': `${head}Delivered-To: ${'\0'.repeat(5)}a@b\r\nX-Original-To: support+r${'\u0130'.repeat(16)}@acme.example\r\n\r\nHello`,
    'an address with a line break': `From: "a\r\n b"@example.com, <ada@exam\r\n ple.com>\r\n\r\nHello`,
  },
  NO_SENDER: {
    'no From': `To: ${supportAddress}\r\n\r\nHello`,
    'a From of one word': `From: root\r\nTo: ${supportAddress}\r\n\r\nHello`,
    'a machine as From': `From: root@server\r\nTo: ${supportAddress}\r\n\r\nHello`,
    'a From without letters': `From: <@>\r\nTo: ${supportAddress}\r\n\r\nHello`,
    'a From beyond the limit of the header': `${'X-A: b\r\n'.repeat(40_000)}${head}\r\nHello`,
  },
}

type Posted = { name: string; expected: string; mail: InboundMail }
const posted: Posted[] = Object.entries(outcomes).flatMap(([expected, mails]) =>
  // Safe because the mails are listed after they were posted.
  Object.keys(mails).map((name) => ({ name, expected, mail: null as unknown as InboundMail })),
)
const raws = new Map<string, string | Buffer>(Object.values(outcomes).flatMap((mails) => Object.entries(mails)))

/** Bytes beyond ASCII are Latin-1 where a text has no other letters, because programs that write raw bytes send them; else UTF-8. */
function toBytes(name: string): Buffer {
  const raw = raws.get(name) ?? ''
  if (typeof raw !== 'string') return raw
  // Mails without an id are identified by their content.
  const text = raw.replace('Hello', `Hello from ${name}`)
  return Buffer.from(text, [...text].every((letter) => letter <= '\xff') ? 'latin1' : 'utf8')
}

let startedAt: number
beforeAll(async () => {
  startedAt = Date.now()
  for (const entry of posted) {
    const options = { raw: toBytes(entry.name), headers: { 'content-type': 'message/rfc822' } }
    const { status, body } = await tenant.api<InboundMail>('POST', `/inboxes/${inboxId}/mails`, options)
    expect([entry.name, status]).toEqual([entry.name, 202])
    entry.mail = body.data
  }
  await until(async () => (await tenant.skein.listInboundMails({ query: { outcome: 'RECEIVED' } })).meta.total === 0)
})

async function readMessage(name: string): Promise<Message> {
  const id = posted.find((each) => each.name === name)?.mail.id ?? ''
  const { threadId } = (await tenant.skein.getInboundMail({ path: { id } })).data
  const [message] = (await tenant.skein.listMessages({ path: { id: threadId ?? '' } })).data
  if (!message) throw new Error(`${name} has no message`)
  return message
}

it.each(posted)('$name becomes $expected at the first attempt', async ({ mail, expected }) => {
  const { data } = await tenant.skein.getInboundMail({ path: { id: mail.id } })
  expect([data.cause ?? data.outcome, data.attempts, data.lastError]).toEqual([expected, 1, null])
  if (data.threadId === null) return
  const { text, body } = await tenant.api<Message[]>('GET', `/threads/${data.threadId}/messages`)
  expect(text).not.toMatch(/\0|\\u0000|\\ud[89a-f]/i)
  expect(body.data[0]?.body).not.toBe('')
  const createdAt = Date.parse(body.data[0]?.createdAt ?? '')
  expect([createdAt >= startedAt - 1_000, createdAt <= Date.now() + 1_000]).toEqual([true, true])
})

it('no encoded line break adds a header, a recipient or a guard', async () => {
  expect((await readMessage('a header in a display name')).email).toMatchObject({
    subject: 'a X-Spam-Flag: YES',
    from: { name: 'Ada Bcc: eve@example.net', address: 'ada@example.com' },
    cc: [],
    bcc: [],
  })
})

it('names of files lead nowhere and do not turn around', async () => {
  const names = (await readMessage('names with slashes')).attachments.map(({ filename }) => filename)
  expect(names).toEqual(['passwd', 'btxt.exe', 'file'])
  expect((await readMessage('a name that turns around')).email?.from?.name).toBe('adA')
})

it('text that the sender hid is not shown', async () => {
  const { body, bodyText } = await readMessage('hidden text')
  expect(`${body}${bodyText}`).not.toContain('secret')
})

it('text is whole up to the limit, and says where it was cut', async () => {
  expect((await readMessage('a line of 400,000 characters')).email?.bodyTruncated).toBe(true)
  expect((await readMessage('12,000 tags')).bodyText).toHaveLength(6_000)
  expect((await readMessage('emoji only')).email?.bodyTruncated).toBe(false)
})

it('nothing is empty or without a header, which is refused', async () => {
  for (const raw of ['', '\r\n\r\n', 'no header', utf16(`${head}\r\nHello`)]) {
    const { status, body } = await tenant.api('POST', `/inboxes/${inboxId}/mails`, {
      raw: Buffer.from(raw),
      headers: { 'content-type': 'message/rfc822' },
    })
    expect([status, body.error?.code]).toEqual([400, 'SVC-MAIL-MALFORMED'])
  }
})
