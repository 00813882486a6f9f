/** The beginning of HTML that was not sanitised becomes text, quickly. */
import { expect, it } from 'vitest'
import { toTextOfBeginning } from './safe-html.ts'

const cut = { isCut: true }
const whole = { isCut: false }

it('has the text alone, with entities decoded', () => {
  expect(toTextOfBeginning('<p>Dear <b>Ada</b>,</p><p>we&nbsp;are &lt;here&gt; &amp; &uuml;ber<br>there</p>', whole)).toBe(
    'Dear Ada,  we\u00A0are <here> & über there',
  )
  expect(toTextOfBeginning('<style>p { color: red }</style>Hello<script>alert(1)</script>', whole)).toBe('Hello')
  expect(toTextOfBeginning('1 < 2 AT&T', whole)).toBe('1 < 2 AT&T')
})

it('leaves out what was cut off', () => {
  expect(toTextOfBeginning('Hello <img src="data:image/png;base64,iVBORw0KG', cut)).toBe('Hello')
  expect(toTextOfBeginning('<img alt="a > b" src="data:image/png;base64,iVBORw0KG', cut)).toBe('')
  expect(toTextOfBeginning('Hello<style>p { color', cut)).toBe('Hello')
  expect(toTextOfBeginning('Hello<!-- a comm', cut)).toBe('Hello')
  expect(toTextOfBeginning('Fish &amp; chips &nbs', cut)).toBe('Fish & chips')
})

it('takes no quadratic time', () => {
  for (const html of [`<table>${'<tr '.repeat(20_000)}`, `<table>${'> '.repeat(40_000)}<`, '<'.repeat(80_000), '&'.repeat(80_000)]) {
    const startedAt = performance.now()
    toTextOfBeginning(html, cut)
    expect(performance.now() - startedAt, html.slice(0, 20)).toBeLessThan(1_500)
  }
})
