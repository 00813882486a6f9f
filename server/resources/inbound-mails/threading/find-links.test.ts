/** Finds tokens, ids and numbers in every part of a mail that can carry them, strongest first. */
import { describe, expect, it } from 'vitest'
import { createSecrets } from '#platform/secrets.ts'
import { signMessageId, signThreadId, toReferenceHash } from '../../mail/index.ts'
import { findThreadLinks, listEnvelope } from './find-links.ts'

const secrets = createSecrets('a secret key of the tests, long enough')
const tenant = '0190a000-0000-7000-8000-000000000001'
const [first, second] = ['0190a000-0000-7000-8000-0000000000aa', '0190a000-0000-7000-8000-0000000000bb']
const sign = (message: string) => signMessageId(secrets, tenant, message, 'example.com')
const token = '0123456789abcdef'
const tokenized = `support+r${token}@example.com`
const none = { headers: [], to: [], cc: [], inReplyTo: [], references: [], subject: '' }
const find = (changes: object, envelope: string[] = []) => findThreadLinks({ ...none, ...changes }, envelope, secrets, tenant)
const nothing = { tokens: [], signedMessages: [], signedThreads: [], ids: [], ticketNumbers: [], publicNumbers: [] }

it('a mail without links has none', () => expect(find({})).toEqual(nothing))

describe('a token is found in', () => {
  it.each<[string, object, string[]]>([
    ['the envelope', {}, [tokenized]],
    ['To', { to: [{ name: null, address: tokenized.toUpperCase() }] }, []],
    ['Cc', { cc: [{ name: 'Support', address: tokenized }] }, []],
    ...['delivered-to', 'x-original-to', 'envelope-to', 'x-forwarded-to'].map((name): [string, object, string[]] => [
      name,
      { headers: [{ name, value: `x@y.example, <${tokenized}>` }] },
      [],
    ]),
  ])('%s', (_, changes, envelope) => expect(find(changes, envelope)).toEqual({ ...nothing, tokens: [token] }))
  it('no other header, and not in the subject', () => {
    expect(find({ headers: [{ name: 'x-other', value: tokenized }], subject: tokenized })).toEqual(nothing)
  })
})

describe('ids are found', () => {
  it('in In-Reply-To first, then in References from last to first, each once', () => {
    const links = find({ inReplyTo: ['<c@x>'], references: ['<a@x>', 'b@x', '<c@x>', '<>', 'null'] })
    expect(links.ids.map(({ id }) => id)).toEqual(['c@x', 'b@x', 'a@x'])
    expect(links.ids[0]).toEqual({ id: 'c@x', hash: toReferenceHash('c@x'), aliasHash: toReferenceHash('c') })
  })
  it('with the messages that this service signed, and without forged ones', () => {
    const forged = sign(first).replace(/.(?=@)/, (last) => (last === '0' ? '1' : '0'))
    expect(find({ inReplyTo: [forged], references: [sign(first), sign(second), 'x@y'] }).signedMessages).toEqual([second, first])
    expect(find({ inReplyTo: [forged] }).signedMessages).toEqual([])
  })
  it('with the threads whose ids this service signed', () => {
    const thread = signThreadId(secrets, tenant, first, 'example.com')
    expect(find({ references: [thread, sign(second)] })).toMatchObject({ signedThreads: [first], signedMessages: [second] })
    expect(find({ inReplyTo: [thread.replace(/.(?=@)/, (last) => (last === '0' ? '1' : '0'))] }).signedThreads).toEqual([])
  })
  it('up to a hundred', () => {
    const references = Array.from({ length: 10_000 }, (_, i) => `${i}@x`)
    const { ids } = find({ inReplyTo: ['first@x'], references })
    expect([ids.length, ids[0]?.id, ids[1]?.id]).toEqual([100, 'first@x', '9999@x'])
  })
})

it('numbers are found in the subject', () => {
  expect(find({ subject: 'Re: [ACME-2026-000042] [#7]' })).toEqual({ ...nothing, ticketNumbers: ['ACME-2026-000042'], publicNumbers: [7] })
})

it('the envelope has its recipients first, then those that servers noted', () => {
  const headers = [
    { name: 'delivered-to', value: 'b@x.example' },
    { name: 'x-original-to', value: 'a@x.example root' },
  ]
  expect(listEnvelope({ headers }, ['a@x.example'])).toEqual(['a@x.example', 'b@x.example'])
})
