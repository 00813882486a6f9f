import { expect, test } from 'vitest'
import { readBody } from './body.ts'

test.each([
  'a < b',
  '1<2',
  '<3 you',
  'a < b and c > d',
  '<>',
  '<',
  '&lt;script&gt;',
  'Tom &amp; Jerry',
  'unclosed <b at the end',
  'Ada <ada@example.com>',
  'List<String> names',
  'Map<K, V> of x<y>z',
  'replace <your-name> here',
])('text without an HTML element stays as it is: %s', (input) => {
  expect(readBody(input)).toEqual({ body: input, bodyFormat: 'text', bodyText: input })
})

test.each([
  ['<b>bold', '<b>bold</b>', 'bold'],
  ['<img src="<" onerror=alert(1)>x', 'x', 'x'],
  ['<x < onclick=alert(1)>x', 'x', 'x'],
  ['<x/onclick=alert(1)>x', 'x', 'x'],
  ['<x y=">" onclick=alert(1)>x', 'x', 'x'],
  ['<SCRIPT\n>alert(1)</SCRIPT\n>x', 'x', 'x'],
  ['<svg/onload=alert(1)>x', 'x', 'x'],
  ['<a href="javascript:alert(1)">x</a>', '<a rel="noopener noreferrer nofollow">x</a>', 'x'],
  ['before <!-- hidden -->after', 'before after', 'before after'],
  [
    '<table><tr><td>a</td> <td>b</td></tr><tr><td>c</td></tr></table>',
    '<table><tr><td>a</td> <td>b</td></tr><tr><td>c</td></tr></table>',
    'a\t b\nc',
  ],
])('what a parser takes for HTML is sanitised: %s', (input, body, bodyText) => {
  expect(readBody(input)).toEqual({ body, bodyFormat: 'html', bodyText })
})

test('elements nested beyond all reason lose their tags and keep their words', () => {
  const { body, bodyText } = readBody(`${'<b>'.repeat(2_000)}deep`)
  expect(bodyText).toBe('deep')
  expect(body.length).toBeLessThan(3000)
})

test('telling text from HTML takes no longer for a body of nothing but tags', () => {
  const started = performance.now()
  for (const input of ['<a<'.repeat(87_000), '<x'.repeat(131_000), `${'<x>'.repeat(87_000)}=`, `${'<x '.repeat(87_000)}>`])
    expect(readBody(input).bodyFormat).toBe('text')
  expect(performance.now() - started).toBeLessThan(2000)
})
