/** The HTML of a mail as it was sent keeps its look, and can neither run anything, load anything nor leave its place. */
import { expect, it } from 'vitest'
import { hostileMails } from '../../../dashboard/e2e/hostile-mails.ts'
import { toStyledMailHtml } from './styled-mail-html.ts'

it.each([
  [
    '<td bgcolor="#ff0000" style="color: white; padding: 4px 8px">Late</td>',
    '<td bgcolor="#ff0000" style="color: white; padding: 4px 8px">Late</td>',
  ],
  ['<p style="background-color: rgb(255, 0, 0)">x</p>', '<p style="background-color: rgb(255, 0, 0)">x</p>'],
  ['<body style="background: #eee"><p>x</p></body>', '<div style="background: #eee"><p>x</p></div>'],
  ['<font color="#00f" face="Arial" size="4">x</font>', '<font color="#00f" face="Arial" size="4">x</font>'],
  ['<img src="https://a.example/b.png" alt="B" width="10">', '<img data-remote="https://a.example/b.png" alt="B" width="10" />'],
  ['<img src="http://a.example/b.png">', '<img data-remote="https://a.example/b.png" alt="" />'],
  ['<img src="cid:logo@x">', '<img data-content-id="logo@x" alt="" />'],
  ['<img src="cid:logo%40x">', '<img data-content-id="logo@x" alt="" />'],
  ['<img src="cid:100%">', '<img data-content-id="100%" alt="" />'],
  ['<img src="cid:%22%3E%3Cb">', '<img data-content-id="&quot;&gt;&lt;b" alt="" />'],
  ['<head><title/></head><body><p style="color:red">Hello</p></body>', '<div><p style="color: red">Hello</p></div>'],
  ['<style type="text/css" /><p>Hello</p>', '<p>Hello</p>'],
])('%s keeps its look', (html, expected) => {
  expect(toStyledMailHtml(html)).toBe(expected)
})

it.each([
  '<p style="background: url(https://a.example/x)">x</p>',
  '<p style="background: u\\72l(https://a.example/x)">x</p>',
  '<p style="background: image-set(\'https://a.example/x\' 1x)">x</p>',
  '<p style="position: fixed; top: 0; z-index: 9">x</p>',
  '<p style="width: expression(alert(1))">x</p>',
  '<p style="margin: -900px; behavior: x">x</p>',
  '<p style="--a: 1; color: var(--a)">x</p>',
  '<p class="a" id="b" onclick="c()">x</p>',
  '<p background="https://a.example/x">x</p>',
  '<style>p { color: red }</style><p>x</p>',
])('%s loses what could load something or leave its place', (html) => {
  expect(toStyledMailHtml(html)).toBe('<p>x</p>')
})

it.each(Object.entries(hostileMails))('a hostile mail is harmless: %s', (_, html) => {
  const safe = toStyledMailHtml(html) ?? ''
  expect(safe).not.toMatch(
    /<(?!\/?(?:a|abbr|b|big|blockquote|br|caption|center|code|col|colgroup|dd|del|div|dl|dt|em|font|h[1-6]|hr|i|img|ins|kbd|li|ol|p|pre|q|s|small|span|strike|strong|sub|sup|table|tbody|td|tfoot|th|thead|tr|tt|u|ul)\b)/,
  )
  expect(safe).not.toMatch(/<[^>]*\s(?:on\w+|src|srcset|class|id|name|action|background|href="(?!https?:|mailto:|tel:))[\s=]/i)
  expect(safe).not.toMatch(/style="[^"]*(?:url|expression|@import|position|\\)/i)
})

it('HTML with more tags than any mail has is not sanitised', () => {
  expect(toStyledMailHtml('<b>'.repeat(20_000))).toBeNull()
})
