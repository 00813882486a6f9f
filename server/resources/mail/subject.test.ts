/** Subjects that differ only by what mail programs add are the same. */
import { describe, expect, it } from 'vitest'
import { findSubjectNumbers, isSameTopic, toBaseSubject, toReplySubject } from './subject.ts'

describe('the base subject', () => {
  it.each([
    'Re: Empty export',
    'RE: Re: re: Empty export',
    'AW: WG: Empty export',
    'Sv: VS: Antw: Odp: YNT: RIF: R: Empty export',
    'Fw: Fwd: TR: RV: ENC: I: Doorst: VL: Empty export',
    'Re[2]: Re(3): Re [4]: Re (5) : Empty export',
    'Re:Empty export',
    'Re：回复：Empty export',
    '[ACME-2026-000042] Re: Empty export',
    'Re: [ACME-2026-000042] Re: Empty export',
    'Empty export [#42]',
    'Re: [Acme Support #42] Empty   export',
    'Re: EMPTY\r\n\texport ',
    '\u200bRe: Empty\u00a0export',
  ])('of "%s" is that of the first mail', (subject) => expect(toBaseSubject(subject)).toBe('empty export'))

  it.each([
    ['Recipe: pancakes', 'recipe: pancakes'],
    ['Internal: x', 'internal: x'],
    ['[EXTERNAL] hello', '[external] hello'],
    ['Order [42]', 'order [42]'],
    ['Re:', ''],
    ['', ''],
    ['Re: [ACME-2026-000042]', ''],
    ['Cafe\u0301', 'caf\u00e9'],
  ])('of "%s" keeps what the sender wrote', (subject, expected) => expect(toBaseSubject(subject)).toBe(expected))

  it('of hostile subjects takes linear time', () => {
    for (const piece of ['Re: ', '[', '[#', '[a-2026-', ' ', 'Re(']) expect(toBaseSubject(piece.repeat(500_000)).length).toBeLessThan(2001)
  })
})

describe('a subject is of the same topic', () => {
  const foreign =
    'RES:|Antwort:|Rép:|Re\u0301p :|Vá:|ΑΠ:|תגובה:|رد:|\u200fرد:\u200f|Trả lời:|TL:|BLS:|返信：|답장:|회신:|Ответ:|Отг:|Odg:|Ats:|答覆：|Resp:'
  const unlisted = 'Svar:|Vastaus:|Risposta:|RES: RES:|Antwort: Re:|AW: RES: WG:|Automatic reply:|Undeliverable:'
  const tags = '[EXTERN] Re:|[EXTERNAL][MARKETING]|***SPAM***|Re: [Acme Support #42]|(External)'
  const prefixes = [foreign, unlisted, tags].flatMap((list) => list.split('|'))
  it.each(prefixes)('after "%s"', (prefix) => {
    for (const isSigned of [true, false]) expect(isSameTopic(`${prefix} Empty export`, 'Empty export', { isSigned })).toBe(true)
  })

  it('without what the first mail had before it or a gateway adds behind it', () => {
    expect(isSameTopic('Re: Empty export', '[EXTERN] Empty export', { isSigned: false })).toBe(true)
    expect(isSameTopic('Re: Empty export [SEC=OFFICIAL]', 'Empty export', { isSigned: false })).toBe(true)
    expect(isSameTopic('', 'Empty export', { isSigned: false })).toBe(true)
  })

  it('not if it differs in a word or a number, or does not end with the topic', () => {
    for (const subject of ['Empty import', 'Re: Empty export 2', 'Empty exports', 'Export', 'Re: Order [43]'])
      for (const topic of ['Empty export', 'Order [42]', ''])
        expect(isSameTopic(subject, topic, { isSigned: true }), `${subject} ${topic}`).toBe(false)
    expect(isSameTopic('Reimport', 'Import', { isSigned: false })).toBe(false)
  })

  it('without a space after an unknown prefix only with a secret of the thread', () => {
    expect(isSameTopic('回复見積もりの件', '見積もりの件', { isSigned: true })).toBe(true)
    expect(isSameTopic('回复見積もりの件', '見積もりの件', { isSigned: false })).toBe(false)
  })
})

describe('ticket numbers', () => {
  it.each([
    ['Re: [ACME-2026-000042] Empty export', ['ACME-2026-000042'], []],
    ['[acme-2026-000042]', ['ACME-2026-000042'], []],
    ['Empty export [#42]', [], [42]],
    ['[Acme: ACME-2026-1000042] and [#7] and [#7]', ['ACME-2026-1000042'], [7]],
    ['ACME-2026-000042 and #42 without brackets', [], []],
    ['[42]', [], []],
    ['[#1234567890123]', [], []],
  ])('of "%s" are those in brackets', (subject, ticketNumbers, publicNumbers) =>
    expect(findSubjectNumbers(subject)).toEqual({ ticketNumbers, publicNumbers }),
  )
})

it.each([
  ['Empty export', 'Re: Empty export'],
  ['Re: Empty export', 'Re: Empty export'],
  ['AW: Re: Empty export', 'Re: Empty export'],
  ['Fwd: Invoice', 'Re: Fwd: Invoice'],
  ['RECIPE', 'Re: RECIPE'],
  ['', 'Re:'],
  ['Hello\r\nBcc: grace@example.com', 'Re: Hello Bcc: grace@example.com'],
])('the reply to "%s" has the subject "%s"', (subject, expected) => expect(toReplySubject(subject)).toBe(expected))

it.each([
  ['RES: Empty export', 'Re: Empty export'],
  ['RES: Re: RES: Empty export', 'Re: Empty export'],
  ['Svar: Re: Vastaus: Empty export', 'Re: Empty export'],
  ['[EXTERN] AW: Empty Export', 'Re: Empty Export'],
  ['A word about the Empty export', 'Re: A word about the Empty export'],
  ['Problem: the Empty export', 'Re: Problem: the Empty export'],
  ['Another thing', 'Re: Another thing'],
])('the reply to "%s" in a thread about an empty export has the subject "%s"', (subject, expected) => {
  expect(toReplySubject(subject, 'Re: Empty export')).toBe(expected)
  expect(toReplySubject(expected, 'Empty export')).toBe(expected)
})

describe('the subject of a reply', () => {
  it.each([
    ['a'.repeat(300), `Re: ${'a'.repeat(251)}`],
    [`${'word '.repeat(49)}unforgettable`, `Re: ${'word '.repeat(49).trim()}`],
    [`${'注文'.repeat(200)}`, `Re: ${'注文'.repeat(200).slice(0, 251)}`],
    [`${'a'.repeat(250)}😀`, `Re: ${'a'.repeat(250)}`],
    ['Empty export', 'Re: Empty export'],
  ])('is not cut within a word: %s', (subject, expected) => expect(toReplySubject(subject)).toBe(expected))
})
