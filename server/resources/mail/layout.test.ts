/** The HTML of mails works in Gmail, Outlook on Windows, Apple Mail, and Outlook.com or Yahoo: it has only what all of them support. */
import sanitizeHtml from 'sanitize-html'
import { describe, expect, it } from 'vitest'
import { mailExamples } from '../../../test/support/mail-examples.ts'
import { templates } from './templates.ts'

/** Attributes that each element may have. `class` is for the dark theme and for phones, which clients may ignore. The only picture is the tenant's logo. */
const attributes: Readonly<Record<string, readonly string[]>> = {
  html: ['lang', 'dir'],
  head: [],
  meta: ['charset', 'name', 'content'],
  title: [],
  style: [],
  body: ['class', 'style'],
  table: ['role', 'class', 'width', 'cellpadding', 'cellspacing', 'border', 'bgcolor', 'style'],
  tr: [],
  th: ['scope', 'class', 'style'],
  td: ['class', 'align', 'bgcolor', 'style'],
  h1: ['class', 'style'],
  p: ['class', 'style'],
  a: ['class', 'href', 'style'],
  img: ['class', 'src', 'alt', 'height', 'style'],
}

/** Inline properties. The values are the clients that ignore one, which then must not matter. */
const properties: Readonly<Record<string, string>> = {
  'background-color': '',
  border: '',
  'border-radius': 'Outlook on Windows, where corners are square',
  color: '',
  display: 'Outlook on Windows, where the cell of a button has the padding',
  'font-family': '',
  'font-size': '',
  'font-weight': '',
  'line-height': '',
  height: 'Outlook on Windows, which has the attribute',
  margin: '',
  'max-height': 'Outlook on Windows, where the attribute sets the height',
  'max-width': 'Outlook on Windows, which gets a table of a fixed width',
  'mso-padding-alt': 'all but Outlook on Windows',
  padding: '',
  'text-align': '',
  'text-decoration': '',
  'vertical-align': '',
  width: 'Outlook on Windows, which keeps the proportions of a picture with a height',
  'word-break': 'Outlook on Windows, which has word-wrap',
  'word-wrap': '',
}

/** Values that need a newer CSS than these clients have, or load something. */
const forbiddenValue = /(?<![a-z])(rem|em|vw|vh|var|calc|rgba?|hsla?|oklch|color-mix|light-dark|url|expression)\b|#[0-9a-f]{8}\b/i

const logoUrl = /^http:\/\/localhost:3000\/brand\/ten_\w{26}\/upl_\w{26}$/

type Element = { name: string; attribs: Readonly<Record<string, string>> }

function parse(html: string): Element[] {
  const elements: Element[] = []
  sanitizeHtml(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    onOpenTag: (name, attribs) => void elements.push({ name, attribs: { ...attribs } }),
  })
  return elements
}

/** Returns the reasons why a mail client may show an element differently. */
function findFaultsOf({ name, attribs }: Element): string[] {
  const known = attributes[name]
  if (!known) return [`<${name}>`]
  const strangers = Object.keys(attribs).filter((attribute) => !known.includes(attribute))
  const declarations = (attribs['style'] ?? '').split(';').filter((line) => line.trim() !== '')
  const refused = declarations.filter((declaration) => {
    const [property = '', value = ''] = declaration.split(/:(.*)/s).map((part) => part.trim())
    return !Object.hasOwn(properties, property) || value === '' || forbiddenValue.test(value)
  })
  // A logo from anywhere else would tell another server who reads the mail.
  if (name === 'img' && !logoUrl.test(attribs['src'] ?? '')) strangers.push('src')
  return [...strangers, ...refused].map((fault) => `<${name}> ${fault}`)
}

const mediaQuery = /@media \((?:max-width: \d+px|prefers-color-scheme: dark)\) \{/g
const plainRule = /^(?:\.[a-z]+|:root) \{(?: [a-z-]+: [#\w ]+(?: !important)?;)+$/
const outlookOnly = /^\[if mso\]><.*>\s*<!\[endif\]$/s

/** Returns the reasons why a mail client may show the HTML differently. */
function findFaults(html: string): string[] {
  const widths = [...html.matchAll(/\bwidth(?:="|:\s*)(\d+)(px|%|)/g)].filter(([, size, unit]) => unit !== '%' && Number(size) > 600)
  // Gmail drops a style element that it cannot parse, so these have only classes and plain properties, in one level of media queries.
  const rules = [...html.matchAll(/<style>(.*?)<\/style>/gs)].flatMap(([, css = '']) => css.replaceAll(mediaQuery, '').split('}'))
  const comments = [...html.matchAll(/<!--(.*?)-->/gs)].map(([, comment = '']) => comment)
  return [
    ...parse(html).flatMap(findFaultsOf),
    ...widths.map(([found]) => `wider than 600 pixels: ${found}`),
    ...rules.map((rule) => rule.trim()).filter((rule) => rule !== '' && !plainRule.test(rule)),
    ...comments.filter((comment) => !outlookOnly.test(comment)),
  ]
}

it('there is an example of each mail', () => {
  expect(new Set(mailExamples.map(({ template }) => template))).toEqual(new Set(Object.keys(templates)))
})

describe.each(mailExamples)('$name', ({ compose }) => {
  it('has only HTML and CSS that the common clients support', async () => {
    const { html = '' } = await compose()
    expect(findFaults(html)).toEqual([])
    // Gmail cuts mails after 102 kilobytes.
    expect(html.length).toBeLessThan(20_000)
  })

  it('names its language, and has one heading, which its subject contains', async () => {
    const { html = '', text = '', subject = '' } = await compose()
    const elements = parse(html)
    expect(elements.find(({ name }) => name === 'html')?.attribs).toEqual({ lang: text.includes('Guten Tag') ? 'de' : 'en', dir: 'ltr' })
    expect(elements.filter(({ name }) => name === 'h1')).toHaveLength(1)
    const heading = />([^<]*)<\/h1>/.exec(html)?.[1]?.replaceAll('&#39;', "'").replaceAll('&amp;', '&')
    expect(subject).toContain(heading)
  })

  it('has each colour in both themes', async () => {
    const { html = '' } = await compose()
    const [, darkRules = ''] = /prefers-color-scheme: dark\) \{(.*?)\n\}/s.exec(html) ?? []
    const inDark = (property: string) =>
      new Set([...darkRules.matchAll(new RegExp(`\\.(\\w+) \\{[^}]*(?<![\\w-])${property}:`, 'g'))].map(([, name = '']) => name))
    for (const { name, attribs } of parse(html))
      for (const property of ['color', 'background-color']) {
        if (!new RegExp(`(?<![\\w-])${property}:`).test(attribs['style'] ?? '')) continue
        // The text of a button is white in both themes.
        if (name === 'a') continue
        const classes = (attribs['class'] ?? '').split(' ')
        expect(
          classes.some((each) => inDark(property).has(each)),
          `<${name} class="${attribs['class']}"> ${property}`,
        ).toBe(true)
      }
  })

  it('has a plain alternative with the same links', async () => {
    const { html = '', text = '' } = await compose()
    const links = parse(html).flatMap(({ name, attribs }) => (name === 'a' ? [attribs['href'] ?? ''] : []))
    expect([...text.matchAll(/https?:\S+/g)].map(([url]) => url)).toEqual(links)
    const shown = html.replaceAll('&amp;', '&')
    // The links of choices differ only in the score, and a link within a sentence is rarely wanted, so they are not shown as text.
    const isHidden = (link: string): boolean => link.includes('?score=') || link.endsWith('/unsubscribe')
    for (const link of links) expect(shown.split(link).length - 1, 'as a link and as text').toBe(isHidden(link) ? 1 : 2)
  })
})

it.each([
  '<div>',
  '<p onclick="x()">',
  '<td style="display: flex; gap: 4px;">',
  '<td style="color: rgb(0 0 0 / 50%);">',
  '<td style="padding: 1rem;">',
  '<table width="640">',
  '<td style="max-width: 601px;">',
  '<img src="https://example.com/logo.png">',
  '<style>a[href] { color: #000000; }</style>',
  '<!-- a comment -->',
])('%s would be refused', (html) => {
  expect(findFaults(html)).not.toEqual([])
})
