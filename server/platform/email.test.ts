import { assert, constantFrom, property, stringMatching } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAnswerableEmail, readEmail, findEmailProblem } from './email.ts'

describe('equal addresses', () => {
  it.each([
    ['letter case', 'Ada@Example.COM', 'ada@example.com'],
    ['the two forms of a domain', 'ada@xn--bcher-kva.example', 'ada@bücher.example'],
    ['the two forms of a domain in any letter case', 'ADA@XN--BCHER-KVA.EXAMPLE', 'Ada@BÜCHER.example'],
    ['composed and decomposed letters', 'jo\u0308rg@mu\u0308ller.example', 'jörg@müller.example'],
    ['letter case of other scripts', 'ΔΗΜΉΤΡΗΣ@παράδειγμα.δοκιμή', 'δημήτρης@παράδειγμα.δοκιμή'],
    ['a letter whose lower case is two', '\u0130pek@example.com', 'i\u0307pek@example.com'],
    ['full width, and the dot of Japanese', 'ada@ｅｘａｍｐｌｅ。jp', 'ada@example.jp'],
  ])('%s', (_, one, other) => {
    expect(readEmail(one)).not.toBeNull()
    expect(readEmail(one)).toBe(readEmail(other))
  })
})

describe('accepted addresses', () => {
  it.each([
    ['用户@例え.jp', '用户@例え.jp'],
    ['उपयोगकर्ता@उदाहरण.भारत', 'उपयोगकर्ता@उदाहरण.भारत'],
    ['пользователь@пример.рф', 'пользователь@пример.рф'],
    ['用户+faktura@example.com', '用户+faktura@example.com'],
    ['straße@straße.example', 'straße@straße.example'],
    ["o'brien.{x}|y~z@example.com", "o'brien.{x}|y~z@example.com"],
    ['"Ada Lovelace"@example.com', '"ada lovelace"@example.com'],
    ['"a@b"@example.com', '"a@b"@example.com'],
    ['ops@localhost', 'ops@localhost'],
    ['a@1und1.example', 'a@1und1.example'],
    [`${'x'.repeat(64)}@example.com`, `${'x'.repeat(64)}@example.com`],
    [`${'ü'.repeat(32)}@example.com`, `${'ü'.repeat(32)}@example.com`],
  ])('%s', (given, kept) => {
    expect([findEmailProblem(given), readEmail(given)]).toEqual([null, kept])
  })
})

it.each([
  ['Ada@Example.com', 'ada@example.com'],
  ['support@acme.localhost', 'support@acme.localhost'],
  ['用户@例え。jp', '用户@例え.jp'],
  ['root@server', null],
  ['root@localhost', null],
  ['a.b@localhost', null],
  ['"a.b@c.d"@localhost', null],
  ['root', null],
])('%s can be answered at %s', (given, answered) => expect(readAnswerableEmail(given)).toBe(answered))

describe('refused addresses, with the reason', () => {
  it.each([
    ['', 'has no @'],
    ['ada', 'has no @'],
    ['@example.com', 'has nothing before the @'],
    ['ada@', 'has no domain after the @'],
    ['ada..b@example.com', 'has a dot at the wrong place before the @'],
    ['.ada@example.com', 'has a dot at the wrong place before the @'],
    ['ada b@example.com', 'has a character before the @ that addresses cannot have'],
    ['ada\u00a0b@example.com', 'has a character before the @ that addresses cannot have'],
    ['ada\u200bb@example.com', 'has a character before the @ that addresses cannot have'],
    ['ada\u202eb@example.com', 'has a character before the @ that addresses cannot have'],
    ['ada\n@example.com', 'has a character before the @ that addresses cannot have'],
    ['a@b@example.com', 'has a character before the @ that addresses cannot have'],
    ...['"ada', '""', '" ada"', '"ada "', '"a<b"', '"a>b"', '"a\\<b"', '"a\\!b"'].map((local) => [
      `${local}@example.com`,
      'has a quoted part before the @ that is malformed or that mail cannot be delivered to',
    ]),
    ['ada@exam ple.com', 'has a malformed domain'],
    ['ada@example..com', 'has a malformed domain'],
    ['ada@example.com.', 'has a malformed domain'],
    ['ada@-example.com', 'has a malformed domain'],
    ['ada@exam_ple.com', 'has a malformed domain'],
    ['ada@example.com/path', 'has a malformed domain'],
    ['ada@example.com:80', 'has a malformed domain'],
    ['ada@ex%61mple.com', 'has a malformed domain'],
    ['ada@xn--a.com', 'has a malformed domain'],
    ['ada@xn--zzzzzzzzzz99999.com', 'has a malformed domain'],
    ['ada@ex\u202eample.com', 'has a malformed domain'],
    ['ada@\u0663.com', 'has a malformed domain'],
    ['ada@[127.0.0.1]', 'has a malformed domain'],
    ['ada@127.0.0.1', 'has a number in place of a domain'],
    ['ada@1', 'has a number in place of a domain'],
    [`${'x'.repeat(65)}@example.com`, 'has more than 64 bytes before the @'],
    [`${'ü'.repeat(33)}@example.com`, 'has more than 64 bytes before the @'],
    [`ada@${'x'.repeat(64)}.example`, 'has a malformed domain'],
    [`ada@${'x'.repeat(250)}.example`, 'has more than 254 characters'],
  ])('%j', (given, why) => {
    expect([readEmail(String(given)), findEmailProblem(String(given))]).toEqual([null, why])
  })
})

it('the canonical form of a canonical address is the address itself', () => {
  const letters = stringMatching(/^[a-zA-ZäöüßÄÖÜéİıøΣςжя用户-]{1,12}$/u)
  assert(
    property(letters, letters, constantFrom('com', 'рф', 'xn--p1ai', 'JP'), (local, label, top) => {
      const email = readEmail(`${local}@${label}.${top}`)
      if (email !== null) expect(readEmail(email)).toBe(email)
    }),
    { numRuns: 2_000 },
  )
})
