import { expect, it } from 'vitest'
import { toCsvLine } from './csv.ts'

it('a cell with a comma, a quote or a line break is quoted', () => {
  expect(toCsvLine(['plain', 'a,b', 'say "hi"', 'two\nlines', 'two\r\nlines', '', null, 0, -1.5])).toBe(
    'plain,"a,b","say ""hi""","two\nlines","two\r\nlines",,,0,-1.5\r\n',
  )
})

it('a text that a spreadsheet would run as a formula begins with an apostrophe', () => {
  const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '=HYPERLINK("http://a.example","b")']
  expect(toCsvLine(formulas)).toBe(`'=1+1,'+1,'-1,'@SUM(A1),'\tx,"'\rx","'=HYPERLINK(""http://a.example"",""b"")"\r\n`)
  expect(toCsvLine(['\n=1', '＝1', '＋1', '－1', '＠SUM(A1)'])).toBe(`"'\n'=1",'＝1,'＋1,'－1,'＠SUM(A1)\r\n`)
  expect(toCsvLine(['a=1', ' =1', 'ada@example.com', '2026-03-04', 'a-b; c'])).toBe('a=1, =1,ada@example.com,2026-03-04,"a-b; c"\r\n')
})

it('a part that a spreadsheet with other separators would run begins with one, too', () => {
  expect(toCsvLine(['a;=1+1', 'a;+1;@x', 'a\t=1', 'two\n=lines', 'a;＝1'])).toBe(`"a;'=1+1","a;'+1;'@x",a\t'=1,"two\n'=lines","a;'＝1"\r\n`)
})
