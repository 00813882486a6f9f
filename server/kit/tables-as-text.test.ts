import { expect, it } from 'vitest'
import { toPlainText, toSafeHtml, toTextWithQuoteMarks } from './safe-html.ts'

const tables: Readonly<Record<string, string>> = {
  plain: '<table><tr><th>Item</th><th>Price</th></tr><tr><td>Lamp</td><td>100</td></tr></table>',
  indented: `<table>
    <thead>
      <tr>
        <th>Item</th>
        <th>Price</th>
      </tr>
    </thead>
    <tbody>
      <tr>
        <td>Lamp</td>
        <td>100</td>
      </tr>
    </tbody>
  </table>`,
  'with paragraphs in cells':
    '<table><tr><td><p>Item</p></td><td><p>Price</p></td></tr><tr><td><div>Lamp</div></td> <td><div>100</div></td></tr></table>',
  'with formatted cells':
    '<table><tr><th><b>Item</b></th><th><i>Price</i></th></tr><tr><td><a href="https://example.com">Lamp</a></td><td>100</td></tr></table>',
  'with attributes':
    '<table border="1"><tr><td colspan="1" style="x">Item</td><td>Price</td></tr><tr><td>Lamp</td><td rowspan="1">100</td></tr></table>',
}

it.each(Object.entries(tables))('a table %s is lines with its cells apart', (_, table) => {
  const html = toSafeHtml(`Prices${table}Thanks`)
  expect(toPlainText(html)).toBe('Prices\nItem\tPrice\nLamp\t100\nThanks')
  const lines = toTextWithQuoteMarks(html)
    .split('\n')
    .filter((line) => line !== '')
  expect(lines.map((line) => line.trim())).toEqual(['Prices', 'Item Price', 'Lamp 100', 'Thanks'])
})

it('text before a block is a line of its own', () => {
  expect(toPlainText('Hello<div>Ada</div>')).toBe('Hello\nAda')
  expect(toPlainText('<b>Hello</b><p>Ada</p>')).toBe('Hello\nAda')
  expect(toPlainText('Two:<ul><li>one</li><li>two</li></ul>')).toBe('Two:\none\ntwo')
})
