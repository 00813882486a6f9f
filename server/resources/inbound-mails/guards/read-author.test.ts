/** A sender is authenticated only if every reader of mails reads the same address. */
import { array, assert, asyncProperty, constantFrom, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startCpuTime } from '../../../../test/support/cpu-time.ts'
import { parseMail } from '../parse/parse-mail.ts'
import { readSenderAddress } from '../threading/find-sender.ts'
import { isAuthenticated } from './authenticate-sender.ts'
import { toAuthentication } from './authentication-results.ts'
import { readRawHeader } from './raw-header.ts'
import { readAuthor } from './read-author.ts'

const agent = 'agent@acme.example'
const eve = 'eve@evil.example'
const toRaw = (header: string): Buffer => Buffer.from(`${header}\r\nSubject: Hello\r\n\r\nHello`)
const read = (header: string): string | null => readAuthor(readRawHeader(toRaw(header)))?.address ?? null

describe('reads the author of', () => {
  it.each([
    ['From: ada@example.com', 'ada@example.com'],
    ['From: <Ada@Example.com>', 'ada@example.com'],
    ['FROM : Ada Lovelace <ada@example.com>', 'ada@example.com'],
    ['From: "Lovelace, Ada \\"A.\\"" <ada@example.com>', 'ada@example.com'],
    ['From: Ada L. (Engines) <ada@example.com>', 'ada@example.com'],
    ['From: ada@example.com (Ada Lovelace)', 'ada@example.com'],
    ['From:\r\n\t"Ada"\r\n <ada@example.com>', 'ada@example.com'],
    ['From: =?utf-8?q?Ada_L=C3=B6velace?= =?utf-8?B?w7Y=?= <ada@example.com>', 'ada@example.com'],
    ['From: Jürgen <ada@example.com>', 'ada@example.com'],
    [`From: "${agent}" <${eve}>`, eve],
    [`From: =?utf-8?q?agent=40acme.example?= <${eve}>`, eve],
    ['From: ada@xn--bcher-kva.example', 'ada@bücher.example'],
    ['From: root@server', 'root@server'],
    ['X: y\r\nFrom: ada@example.com\r\nSender: grace@example.org', 'ada@example.com'],
    ['From ada@example.com Sun Nov 29 11:00:00 2026\r\nFrom: ada@example.com', 'ada@example.com'],
  ])('%s', (header, address) => expect(read(header)).toBe(address))
})

/** From headers of a mail that evil.example has signed, in which some reader could see the agent. */
const unclear = [
  `From: (${eve} <${agent}>`,
  `From: (${eve}) <${agent}> (<${eve}>)`,
  `From: ${agent} (<${eve}>)`,
  `From: ${eve} " <${agent}>`,
  `From: "${eve} <${agent}>`,
  `From: ${agent} "\\" <${eve}>`,
  `From: <=?utf-8?q?agent=40acme.example?=>, <${eve}>`,
  `From: =?utf-8?q?agent=40acme.example?=, <${eve}>`,
  `From: =?utf-8?q?=3Cagent=40acme.example=3E?=`,
  `From: =?utf-8?q?<agent@acme.example>,?= <${eve}>`,
  `From: =?utf-8?q?=3D=3Futf-8=3Fq=3Fa?= =?x <${eve}>`,
  `From: =?utf-8?q?"?= <${agent}> ," <${eve}>`,
  `From: =?utf-8?q?x <${eve}> ?= <${agent}>`,
  `From: a <${agent}\r\n <${eve}>`,
  `From: a <${agent}\n <${eve}>`,
  `From: ${agent}\rFrom: ${eve}`,
  `From: ${eve}\r\r\nFrom: ${agent}`,
  `X: y\rFrom: ${agent}\r\nFrom: ${eve}`,
  `X: y\n\rFrom: ${agent}\r\nFrom: ${eve}`,
  `\ufeffFrom: ${agent}\r\nFrom: ${eve}`,
  `\ufeffFrom: ${agent}\r\nSender: ${eve}`,
  ` From: ${agent}\r\nFrom: ${eve}`,
  `\0From: ${agent}\r\nFrom: ${eve}`,
  `\u00a0From: ${agent}\r\nFrom: ${eve}`,
  `X: y\r\n\u00a0From: ${agent}\r\nFrom: ${eve}`,
  `X: y\r\n\vFrom: ${agent}\r\nFrom: ${eve}`,
  `From\u00a0: ${agent}\r\nFrom: ${eve}`,
  `From\0: ${agent}\r\nFrom: ${eve}`,
  `From\r\n : ${agent}\r\nFrom: ${eve}`,
  `From: ${agent}\r\nFrom: ${eve}`,
  `From: ${eve}\r\nfrom: ${agent}`,
  `From: ${agent}, ${eve}`,
  `From: ${agent}; ${eve}`,
  `From: ${agent} ${eve}`,
  `From: ${agent} <${eve}>`,
  `From: <${agent}> <${eve}>`,
  `From: <${agent}> ${eve}`,
  `From: <<${agent}>>`,
  `From: Team: ${agent}, ${eve};`,
  `From: Team: ${eve};`,
  `From: <@evil.example:${agent}>`,
  `From: <@evil.example,@x.example:${agent}>`,
  `From: <mailto:${agent}>`,
  `From: "agent"@acme.example`,
  `From: "agent@acme.example <x"@evil.example`,
  `From: agent@acme.example\\@evil.example`,
  `From: agent@[192.0.2.1]`,
  `From: agent@ａcme.example`,
  `From: agent@\u0430cme.example`,
  `From: \u212Aagent@acme.example`,
  `From: agent\0@acme.example`,
  `From: ${agent}.`,
  `From: agent@acme.example.`,
  'From:',
  `Sender: ${agent}`,
  `X: y\r\n\r\nFrom: ${agent}`,
]

it.each([
  ['a long name', `From: ${'a '.repeat(500)}<${agent}>`],
  ['much white space', `From: ${' '.repeat(990)}${agent}`],
  ['a long header', `X: ${'y'.repeat(262_144)}\r\nFrom: ${agent}`],
])('reads no author behind %s', (_, header) => expect(read(header)).toBeNull())

it.each(unclear)('reads no author of %j', (header) => expect(read(header)).toBeNull())

describe('never authenticates an address by the results of another', () => {
  const trusted = ['mx.example.net']
  /** Returns whether a server's statement about evil.example authenticates the sender that the parser reads. */
  const judge = async (header: string): Promise<[string, boolean]> => {
    const raw = toRaw(header)
    const stated = 'mx.example.net; dkim=pass header.d=evil.example; dmarc=pass header.from=evil.example'
    const authentication = toAuthentication(stated, readAuthor(readRawHeader(raw)), trusted)
    const sender = readSenderAddress(await parseMail(Buffer.from(raw))) ?? ''
    return [sender, authentication !== null && isAuthenticated(authentication, sender)]
  }

  it.each(unclear)('in a mail with %j', async (header) => expect((await judge(header))[1]).toBe(false))

  const pieces = [
    ['From', 'from', 'Sender', 'X', ':', ': ', ' ', '\t', '\r\n', '\r\n ', '\r', '\n', '\0', '\ufeff', '\u00a0'],
    [agent, eve, `<${agent}>`, `<${eve}>`, '@', '<', '>', '(', ')', '"', '\\', ',', ';', 'Ada', '.', '[', ']', '@evil.example:'],
    ['=?utf-8?q?', '=40', '=3C', '=22', '?=', '=?utf-8?b?', 'PGFnZW50QGFjbWUuZXhhbXBsZT4=', '"agent"@acme.example', 'é', '\u202e'],
  ].flat()
  it('of whatever pieces its header is made', async () => {
    let authenticated = 0
    const header = tuple(constantFrom('', 'From: ', 'X: y\r\nFrom: ', 'From:\r\n '), array(constantFrom(...pieces), { maxLength: 9 }))
    await assert(
      asyncProperty(header, async ([start, rest]) => {
        const text = start + rest.join('')
        const [sender, isBelieved] = await judge(text)
        if (isBelieved) authenticated++
        expect(!isBelieved || sender.endsWith('@evil.example')).toBe(true)
        // The strict reader and the parser never read different addresses.
        expect([sender, null]).toContain(read(text))
      }),
      { numRuns: 1_500, seed: 7 },
    )
    // Some headers are clear, so that the property is not empty.
    expect(authenticated).toBeGreaterThan(10)
  })
})

it.each(['a', '"', '(a)', '=?', 'a@', 'a.', '\\"', '"\\', '" "', '(', ' ', '<', 'a-', '\r\n '])(
  'costs little time with many %j',
  (piece) => {
    const cpuMs = startCpuTime()
    for (const end of ['', `<${agent}`, `<${agent}>x`]) read(`From: ${piece.repeat(Math.floor(950 / piece.length))}${end}`)
    for (const end of ['', `<${agent}>`]) read(`From: ${piece.repeat(Math.floor(60_000 / piece.length))}${end}`)
    expect(cpuMs()).toBeLessThan(1_000)
  },
)
