/** The HTML of a mail shows what its sender's program shows, and nothing in it runs, loads or hides. */
import { describe, expect, it } from 'vitest'
import { newId, toTypeId } from '#platform/ids.ts'
import { toSafeMailHtml } from './safe-mail-html.ts'
import { startCpuTime } from '../../../test/support/cpu-time.ts'

const logo = newId()
const toAttachmentId = (contentId: string) => (contentId === 'logo@example.com' ? logo : null)
const toHtml = (html: string) => toSafeMailHtml(html, { toAttachmentId })?.html

it.each([
  ['<center dir="rtl" lang="ar">x</center>', '<center dir="rtl" lang="ar">x</center>'],
  ['<p style="color:red" class="a" id="b" dir="sideways">x</p>', '<p>x</p>'],
  ['<font size="2" color="red">x</font>', 'x'],
  ['<html><head><title>Subject</title><style>p{}</style></head><body><p>x</p></body></html>', '<p>x</p>'],
  ['<form action="https://example.com"><input value="a"><button>x</button></form>', 'x'],
  ['<a href="/login">x</a>', '<a rel="noopener noreferrer nofollow">x</a>'],
  ['<a href="java&#10;script:alert(1)">x</a>', '<a rel="noopener noreferrer nofollow">x</a>'],
  ['<a href="mailto:ada@example.com">x</a>', '<a href="mailto:ada@example.com" rel="noopener noreferrer nofollow">x</a>'],
  ['<!--[if mso]><p>Outlook</p><![endif]--><![if !mso]><p>x</p><![endif]>', '<p>x</p>'],
  ['<div data-quoted="rest" data-attachment="att_1">x</div>', '<div>x</div>'],
  ['<div style="white-space:pre-wrap">a\r\nb\n  c</div>', '<div>a<br />b<br />\u00a0 c</div>'],
  ['<div style="white-space: pre">\n<p>a</p>\n</div>', '<div>\n<p>a</p>\n</div>'],
  ['<pre style="white-space:pre-wrap">a\n  b</pre>', '<pre>a\n  b</pre>'],
  ['<div style="white-space:pre"><p style="white-space:normal">a\n b</p></div>', '<div><p>a\n b</p></div>'],
])('keeps what is safe: %s', (html, expected) => {
  expect(toHtml(html)).toBe(expected)
})

describe('pictures', () => {
  it.each([
    ['<img src="cid:logo@example.com" width="40" height="9%">', `<img data-attachment="${toTypeId('att', logo)}" alt="" width="40" />`],
    ['<img src="CID:logo%40example.com" alt="Logo">', `<img data-attachment="${toTypeId('att', logo)}" alt="Logo" />`],
    ['<img src="logo@example.com">', `<img data-attachment="${toTypeId('att', logo)}" alt="" />`],
    ['<img src="pictures/logo%40example.com">', `<img data-attachment="${toTypeId('att', logo)}" alt="" />`],
    ['<img src="https://logo@example.com/">', '<img data-remote="https://logo@example.com/" alt="" />'],
    ['<img src="cid:other@example.com" alt="Other">', '<img alt="Other" />'],
    ['<img src="cid:%E0%A4%A">', ''],
    [
      '<img src="https://example.com/a.png" srcset="https://example.com/b.png 2x">',
      '<img data-remote="https://example.com/a.png" alt="" />',
    ],
    ['<img src="http://example.com/a.png">', '<img data-remote="https://example.com/a.png" alt="" />'],
    ['<img data-attachment="att_1" data-remote="https://example.com/a.png">', ''],
    ['<div style="visibility:hidden"><img src="https://example.com/a.png"></div>', '<div></div>'],
  ])('%s', (html, expected) => {
    expect(toHtml(html)).toBe(expected)
  })
  it('of the mail are listed once', () => {
    const html = '<img src="cid:logo@example.com"><img src="cid:logo%40example.com"><img src="cid:other">'
    expect(toSafeMailHtml(html, { toAttachmentId })?.usedAttachmentIds).toEqual([logo])
  })
})

describe('drops text that mail programs hide', () => {
  it.each([
    '<div style="display:none">no</div>',
    '<div style="DISPLAY : none !important"><p>no</p></div>',
    '<div hidden><b>no</b></div>',
    '<span style="opacity:0">no</span>',
    '<span style="mso-hide:all">no</span>',
    '<div style="max-height:0px;overflow:hidden">no</div>',
    '<div style="font-size:0"><p>no</p></div>',
    '<div style="visibility:hidden"><p>no</p></div>',
    '<div style="font-size:0px"><p style="font-size:1.2em">no</p></div>',
    '<img style="display:none" src="https://example.com/a.png" alt="no">',
  ])('%s', (html) => {
    expect(toHtml(`${html}yes`)).not.toContain('no')
    expect(toHtml(`${html}yes`)).toMatch(/yes$/)
  })
  it.each([
    // Mail builders remove the space between columns this way.
    '<td style="font-size:0px"><div style="font-size:13px">yes</div></td>',
    '<div style="font-size:0"><font size="2">yes</font></div>',
    '<div style="visibility:hidden"><p style="visibility:visible">yes</p></div>',
    '<a href="https://example.com" style="mso-hide:all">yes</a>',
    '<div style="max-height:0">yes</div>',
    '<div style="font-size:0.9em;opacity:0.5">yes</div>',
    '<style>p{display:none}</style><p>yes</p>',
  ])('but shows %s', (html) => {
    expect(toHtml(html)).toContain('yes')
  })
})

it.each([
  ['<div class="gmail_quote">x</div>', '<div data-quoted="container">x</div>'],
  ['<blockquote class="gmail_quote">x</blockquote>', '<blockquote data-quoted="cite">x</blockquote>'],
  ['<blockquote type="cite">x</blockquote>', '<blockquote data-quoted="cite">x</blockquote>'],
  ['<div class="ydp1a2b3cyahoo_quoted">x</div>', '<div data-quoted="cite">x</div>'],
  ['<div class="moz-cite-prefix">x</div>', '<div data-quoted="attribution">x</div>'],
  ['<section id="x_x_divRplyFwdMsg">x</section>', '<div data-quoted="rest">x</div>'],
])('keeps the mark of a quotation: %s', (html, expected) => {
  expect(toHtml(html)).toBe(expected)
})

it('hostile HTML is null or sanitised in linear time', () => {
  const cpuMs = startCpuTime()
  expect(toHtml('<'.repeat(1_000_000))).toBeUndefined()
  expect(toHtml('<table><tr><td>'.repeat(20_000))).toBeUndefined()
  for (const piece of ['<!-- ', '<a ', '<p style="', '<div hidden>', '<iframe>', '<table><td>', '<font size=1>', '</p>', '<svg><style>'])
    toHtml(`${piece.repeat(9_000 / (piece.split('<').length - 1))}${'x '.repeat(400_000)}`)
  toHtml(`<p style="${'a:b;/*'.repeat(150_000)}" class="${'x_ '.repeat(150_000)}" id="${'x_'.repeat(150_000)}">x`)
  toHtml(`<img src="cid:${'%'.repeat(500_000)}">`)
  expect(cpuMs()).toBeLessThan(4_000)
})
