import { expect, test } from 'vitest'
import { readBody } from './message-body.ts'
import { startCpuTime } from '../../../../test/support/cpu-time.ts'

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
  'List<Object> items',
  'Set<Label> and Future<Time>',
  'see <!-- note',
  'before <!-- hidden -->after',
  '<?xml version="1.0"?>',
  'Use <!DOCTYPE html> at the top',
  '<x/onclick=alert(1)>x',
  '<x y=">" onclick=alert(1)>x',
])('text without an HTML element stays as it is: %s', (input) => {
  expect(readBody({ body: input })).toEqual({ body: input, bodyFormat: 'text', bodyText: input })
})

test.each([
  ['<b>bold', '<b>bold</b>', 'bold'],
  ['plain<b>bold</b>', 'plain<b>bold</b>', 'plainbold'],
  ['a line<br>another', 'a line<br />another', 'a line\nanother'],
  ['<p>before <!-- hidden -->after</p>', '<p>before after</p>', 'before after'],
  ['<x y=">" onclick=alert(1)><i>x</i>', '<i>x</i>', 'x'],
  ['<img src="<" onerror=alert(1)>x', 'x', 'x'],
  // Remote pictures must not load when a client shows the body.
  [
    '<img src="https://a.example/x y.png" alt="a &quot;cat&quot;" width="40" height="9%" srcset="https://a.example/2.png 2x" data-remote="https://b.example">x',
    '<img data-remote="https://a.example/x%20y.png" alt="a &quot;cat&quot;" width="40" />x',
    'x',
  ],
  [
    '<img src="http://a.example/1.png" alt="one"><img src="cid:2" alt="two"><img src="data:image/png;base64,AA" alt="">x',
    '<img data-remote="https://a.example/1.png" alt="one" /><img alt="two" />x',
    'x',
  ],
  ['<img src="javascript:alert(1)" data-remote="javascript:alert(1)" alt="x">x', '<img alt="x" />x', 'x'],
  ['<SCRIPT\n>alert(1)</SCRIPT\n>x', 'x', 'x'],
  ['<svg/onload=alert(1)>x', 'x', 'x'],
  ['<a href="javascript:alert(1)">x</a>', '<a rel="noopener noreferrer nofollow">x</a>', 'x'],
  [
    '<table><tr><td>a</td> <td>b</td></tr><tr><td>c</td></tr></table>',
    '<table><tr><td>a</td> <td>b</td></tr><tr><td>c</td></tr></table>',
    'a\tb\nc',
  ],
])('a body that a parser would read as HTML is sanitised: %s', (input, body, bodyText) => {
  expect(readBody({ body: input })).toEqual({ body, bodyFormat: 'html', bodyText })
})

test('elements nested too deeply lose their tags and keep their text', () => {
  const { body, bodyText } = readBody({ body: `${'<b>'.repeat(2_000)}deep` })
  expect(bodyText).toBe('deep')
  expect(body.length).toBeLessThan(3000)
})

test('detecting HTML is as fast for a body that consists only of tags', () => {
  const cpuMs = startCpuTime()
  for (const input of ['<a<'.repeat(87_000), '<x'.repeat(131_000), `${'<x>'.repeat(87_000)}=`, `${'<x '.repeat(87_000)}>`])
    expect(readBody({ body: input }).bodyFormat).toBe('text')
  expect(cpuMs()).toBeLessThan(2000)
})

test('bodyFormat decides, whatever the body contains', () => {
  expect(readBody({ body: '<b>bold</b>', bodyFormat: 'text' })).toEqual({
    body: '<b>bold</b>',
    bodyFormat: 'text',
    bodyText: '<b>bold</b>',
  })
  expect(readBody({ body: 'a &amp; b', bodyFormat: 'html' })).toEqual({ body: 'a &amp; b', bodyFormat: 'html', bodyText: 'a & b' })
})

test.each(['<script>alert(1)</script>', '<img src=x>', '<hr>', '<p> </p>', '<p>&nbsp;</p>'])(
  'HTML without words is refused: %s',
  (body) => {
    expect(() => readBody({ body })).toThrow('The HTML body has no text after sanitising')
  },
)
