/** Ids that this service signed lead back to their message, and no other id does. */
import { describe, expect, it } from 'vitest'
import { createSecrets } from '#platform/secrets.ts'
import {
  findSignedMessages,
  listReferences,
  markRecipient,
  normalizeMessageId,
  readSignedMessageId,
  readSignedThreadId,
  signedMessageHeader,
  signMessage,
  signMessageId,
  signThreadId,
  toReferenceHash,
} from './index.ts'

const secrets = createSecrets('a secret key of the tests, long enough')
const tenant = '0190a000-0000-7000-8000-000000000001'
const message = '0190a000-0000-7000-8000-0000000000ff'
const id = signMessageId(secrets, tenant, message, 'example.com')
const read = (text: string, of = tenant) => readSignedMessageId(secrets, of, text)

describe('a signed Message-ID', () => {
  it('has the id of the message, sixteen characters and the domain', () => {
    expect(id).toMatch(/^[0-7][0-9a-hjkmnp-tv-z]{25}\.[0-9a-hjkmnp-tv-z]{16}@example\.com$/)
    expect(signMessageId(secrets, tenant, message, 'example.com')).toBe(id)
    expect(signedMessageHeader).toBe('X-Skein-Message')
  })

  it.each([
    ['as it is', id],
    ['in angle brackets', `<${id}>`],
    ['in capitals', `<${id.toUpperCase()}>`],
    ['at another domain', id.replace('example.com', 'example.net')],
    ['without a domain', signMessage(secrets, tenant, message)],
    ['with the mark of a recipient', markRecipient(secrets, tenant, message, 'ada@example.com')],
    ['with spaces around', ` <${id}>\r\n`],
  ])('is read %s', (_, text) => expect(read(text)).toBe(message))

  it('is not read when one character of the signature or of the id differs', () => {
    const dot = id.indexOf('.')
    for (const at of [5, dot - 1, dot + 1, dot + 16]) {
      const other = id.charAt(at) === '0' ? '1' : '0'
      expect(read(`${id.slice(0, at)}${other}${id.slice(at + 1)}`)).toBeNull()
    }
  })

  it('is not read for another tenant or under another key', () => {
    expect(read(id, '0190a000-0000-7000-8000-000000000002')).toBeNull()
    expect(readSignedMessageId(createSecrets('another secret key, as long as the first'), tenant, id)).toBeNull()
  })

  it.each(['', '<>', '.', '@', 'x@example.com', `${id.slice(0, 26)}`, `a${id}`, `x ${id}`, '0'.repeat(2_000_000)])(
    'is not seen in %#',
    (text) => expect(read(text)).toBeNull(),
  )

  it('is found in a text of any size, at its place', () => {
    const forged = `${id.slice(0, 42)}0`
    const text = `Message-ID:\r\n <${id}>\n&lt;${id.toUpperCase()}&gt; <${forged}@example.com> x${id}`
    expect(findSignedMessages(secrets, tenant, text)).toEqual([
      { messageId: message, offset: text.indexOf(id) },
      { messageId: message, offset: text.indexOf(id.toUpperCase()) },
    ])
    expect(findSignedMessages(secrets, tenant, '0'.repeat(524_288))).toEqual([])
  })
})

describe('ids of other mails', () => {
  it.each([
    ['<a.b@example.com>', 'a.b@example.com'],
    [' < a@ex\r\n ample.com > ', 'a@example.com'],
    ['a@example.com', 'a@example.com'],
    ['<<a@b>>', 'a@b'],
    ['<"quoted id"@b>', '"quotedid"@b'],
    ['<ä@b>', 'ä@b'],
  ])('lose brackets and spaces: %s', (text, expected) => expect(normalizeMessageId(text)).toBe(expected))

  it.each([
    '',
    '<>',
    '< >',
    'null',
    '<1>',
    '<@>',
    '<a@>',
    '<@b>',
    'a>b@c',
    'a<b@c',
    'a\0@b',
    `${'a'.repeat(997)}@b`,
    'a@b'.repeat(1_000_000),
  ])('that are empty, malformed or too long never match: %#', (text) => expect(normalizeMessageId(text)).toBeNull())

  it('have one hash in either case', () => {
    expect(toReferenceHash('A@Example.com')).toEqual(toReferenceHash('a@example.com'))
    expect(toReferenceHash('a@example.com')).toHaveLength(32)
    expect(toReferenceHash('b@example.com')).not.toEqual(toReferenceHash('a@example.com'))
  })
})

describe('the id of a thread', () => {
  const ofThread = signThreadId(secrets, tenant, message, 'example.com')

  it('leads back to it in any spelling, and only in its tenant', () => {
    for (const text of [ofThread, `<${ofThread.toUpperCase()}>`, ofThread.replace('example.com', 'example.net')])
      expect(readSignedThreadId(secrets, tenant, text)).toBe(message)
    expect(readSignedThreadId(secrets, '0190a000-0000-7000-8000-000000000002', ofThread)).toBeNull()
    expect(
      readSignedThreadId(
        secrets,
        tenant,
        ofThread.replace(/.(?=@)/, (last) => (last === '0' ? '1' : '0')),
      ),
    ).toBeNull()
  })

  it('is no id of a message, and that of a message is no id of a thread', () => {
    expect(read(ofThread)).toBeNull()
    expect(readSignedThreadId(secrets, tenant, id)).toBeNull()
  })
})

describe('the References header', () => {
  const ids = Array.from({ length: 30 }, (_, i) => `m${i}@example.com`)
  const thread = 'thread@example.com'

  it('has the thread, the first id and the latest twelve, the mail answered last', () => {
    expect(listReferences(thread, ids)).toEqual([thread, 'm0@example.com', ...ids.slice(-12)])
    expect(listReferences(thread, [])).toEqual([thread])
    expect(listReferences(thread, ['a@b', 'a@b', thread, 'c@d'])).toEqual([thread, 'a@b', 'c@d'])
    expect(listReferences(thread, ['a@b', 'c@d', 'a@b'])).toEqual([thread, 'c@d', 'a@b'])
  })

  it('has at most 1,900 bytes, with the thread, the first id and the mail answered', () => {
    const long = Array.from({ length: 30 }, (_, i) => `${i}${'x'.repeat(300)}@example.com`)
    const kept = listReferences(thread, long)
    expect(kept.map((each) => `<${each}>`).join(' ').length).toBeLessThanOrEqual(1900)
    expect(kept.map((each) => each.replace(/(?:x|@).*/, ''))).toEqual(['thread', '0', '26', '27', '28', '29'])
    expect(listReferences(thread, ['a@b', `${'x'.repeat(980)}@c`, `${'y'.repeat(980)}@d`])).toEqual([thread, 'a@b', `${'y'.repeat(980)}@d`])
  })

  it('has no id that could add a header or would have to be encoded', () => {
    expect(listReferences(thread, ['a@b\r\nBcc: x@y', 'ä@b', '<>', 'fine@b'])).toEqual([thread, 'a@bBcc:x@y', 'fine@b'])
  })
})
