import { expect, it } from 'vitest'
import { decodeText } from './charsets.ts'
import { decodeWords } from './encoded-words.ts'

const bytes = (latin: string): Uint8Array => Buffer.from(latin, 'latin1')

it.each([
  ['utf-8', 'Gr\xc3\xbc\xc3\x9fe', 'Grüße'],
  ['"UTF-8"', 'Gr\xc3\xbc\xc3\x9fe', 'Grüße'],
  ['utf8mb4', 'Gr\xc3\xbc\xc3\x9fe', 'Grüße'],
  ['iso-8859-1', 'Gr\xfc\xdfe', 'Grüße'],
  ['cp850', 'Gr\x81\xe1e', 'Grüße'],
  ['utf-7', 'Gr+APwA3w-e', 'Grüße'],
  ['koi8-r', '\xf0\xd2\xc9\xd7\xc5\xd4', 'Привет'],
  ['gb2312', '\xc4\xe3\xba\xc3', '你好'],
  ['hz-gb-2312', '~{Dc:C~} ~~ ok', '你好 ~ ok'],
  ['iso-2022-kr', '\x1b$)C\x0e>H3gGO<<?d\x0f ok', '안녕하세요 ok'],
  ['iso-2022-jp', '\x1b$B%F%9\x1b(B\x1b$B%H\x1b(B', 'テスト'],
  ['utf-16', '\xfe\xff\x00A\x00d\x00a', 'Ada'],
  ['utf-16le', 'A\x00d\x00a\x00', 'Ada'],
  ['x-unheard-of', 'Gr\xfc\xdfe', 'Grüße'],
  ['us-ascii', 'Gr\xc3\xbc\xc3\x9fe', 'Grüße'],
  [null, 'Gr\xfc\xdfe', 'Grüße'],
  [null, '\x1b$BCmJ8HV9f\x1b(B', '注文番号'],
  ['us-ascii', '\x1b$BNN<}=q\x1b(B', '領収書'],
  ['utf-8', '\x1b$BJVIJ\x1b(B', '返品'],
  ['shift_jis', '\x1b$@JVIJ\x1b(J', '返品'],
  [null, '\x1b$)C\x0e>H3gGO<<?d\x0f ok', '안녕하세요 ok'],
  [null, '\x1b[31mred\x1b[0m', '\x1b[31mred\x1b[0m'],
  ['iso-8859-1', 'Gr\xc3\xbc\xc3\x9fe', 'Grüße'],
  ['windows-1252', '\xe2\x82\xac 5', '€ 5'],
  ['windows-1251', '\xd0\x9f\xd1\x80\xd0\xb8', 'При'],
  ['windows-1251', '\xcf\xf0\xe8', 'При'],
  ['latin1', 'CAF\xc9', 'CAFÉ'],
  ['utf-16', 'Gr\xc3\xbc\xc3\x9fe', 'Grüße'],
  [null, '\xff\xfeA\x00d\x00a\x00', 'Ada'],
  ['utf-8', 'Gr\xfcn', 'Gr\ufffdn'],
  ['utf-8', 'a\0b', 'ab'],
  ['utf-16le', '\x3d\xd8A\x00', '\ufffdA'],
])('decodes %s', (charset, latin, expected) => {
  expect(decodeText(bytes(latin), charset)).toBe(expected)
})

it('decodes bytes without a charset by the charset of the mail', () => {
  expect(decodeText(bytes('\xf0\xd2\xc9'), null, 'koi8-r')).toBe('При')
})

it.each([
  ['=?utf-8?Q?Gr=C3=BC=C3=9Fe_an_Ada?=', 'Grüße an Ada'],
  ['=?UTF-8?b?R3LDvMOfZQ?= (=?iso-8859-1?q?=FC?=)', 'Grüße (ü)'],
  // A character split between two words, and white space between words.
  ['=?utf-8?Q?Gr=C3?=  =?utf-8?Q?=BC?= x', 'Grü x'],
  ['=?utf-8?Q?a?= b =?utf-8?Q?c?=', 'a b c'],
  ['=?utf-8*de?Q?Gr=C3=BC=C3=9Fe?=', 'Grüße'],
  ['=?utf-8?Q?two words?=', 'two words'],
  ['=?iso-2022-jp?B?GyRCJUYlORsoQg==?= =?iso-2022-jp?B?GyRCJUgbKEI=?=', 'テスト'],
  ['=?iso-8859-1?Q?raw_\u00fc?=', 'raw ü'],
  ['=?utf-8?Q?open', '=?utf-8?Q?open'],
  ['=?utf-8?X?a?=', '=?utf-8?X?a?='],
  // An encoded line break does not become one.
  ['=?utf-8?Q?a=0D=0ABcc:_b@example.com?=', 'a Bcc: b@example.com'],
])('decodes the words of %s', (encoded, expected) => {
  expect(decodeWords(encoded)).toBe(expected)
})
