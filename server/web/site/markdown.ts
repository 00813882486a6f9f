/** Converts the Markdown of docs/ to HTML. Escapes raw HTML. */
import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import dockerfile from 'highlight.js/lib/languages/dockerfile'
import http from 'highlight.js/lib/languages/http'
import ini from 'highlight.js/lib/languages/ini'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import nginx from 'highlight.js/lib/languages/nginx'
import python from 'highlight.js/lib/languages/python'
import typescript from 'highlight.js/lib/languages/typescript'
import yaml from 'highlight.js/lib/languages/yaml'
import MarkdownIt from 'markdown-it'

export type Heading = { level: number; id: string; text: string }

/** A heading and the plain text up to the next one. `id` is null before the first heading below the title. */
export type Section = { id: string | null; heading: string; text: string }

export type Rendered = {
  title: string
  /** First paragraph, as plain text. */
  description: string
  html: string
  headings: Heading[]
}

const languages = { bash, dockerfile, http, ini, javascript, json, nginx, python, typescript, yaml }
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language)

const markdown = new MarkdownIt({
  html: false,
  highlight: (code, language) => (hljs.getLanguage(language) ? hljs.highlight(code, { language }).value : ''),
})
const { rules } = markdown.renderer
// Keyboard users scroll long lines and wide tables by keys, so make these focusable.
rules.table_open = () => '<div class="table" tabindex="0"><table>\n'
const renderFence = rules.fence
rules.fence = (...given) => (renderFence?.(...given) ?? '').replace('<pre>', '<pre tabindex="0">')
rules.table_close = () => '</table></div>\n'

/** Renders a page. `linkOf` returns the target of a link in the text, and throws for an unknown target. */
export function renderMarkdown(text: string, linkOf: (href: string) => string): Rendered {
  const tokens = markdown.parse(text, {})
  const headings = setAnchors(tokens)
  let description = ''
  for (const [i, token] of tokens.entries()) {
    const inline = tokens[i + 1]
    if (token.type === 'paragraph_open' && token.level === 0 && inline && description === '') description = plain(inline.children)
    for (const child of token.children ?? []) {
      if (child.type === 'link_open') child.attrSet('href', linkOf(String(child.attrGet('href'))))
    }
  }
  const html = markdown.renderer.render(tokens, markdown.options, {})
  return { title: headings.find(({ level }) => level === 1)?.text ?? '', description, html, headings }
}

/** Returns a page's sections for the search. Does not render, because highlighting the code of all guides takes a second. */
export function readSections(text: string): Section[] {
  const tokens = markdown.parse(text, {})
  const headings = setAnchors(tokens)
  const sections: Section[] = [{ id: null, heading: '', text: '' }]
  for (const [i, token] of tokens.entries()) {
    const heading = token.type === 'heading_open' ? headings.find(({ id }) => id === token.attrGet('id')) : undefined
    if (heading && heading.level > 1) sections.push({ id: heading.id, heading: heading.text, text: '' })
    addToSection(sections.at(-1), token, tokens[i - 1]?.type)
  }
  return sections
}

/** Gives each heading an anchor, and returns the headings. */
function setAnchors(tokens: ReturnType<typeof markdown.parse>): Heading[] {
  const headings: Heading[] = []
  for (const [i, token] of tokens.entries()) {
    const inline = tokens[i + 1]
    if (token.type !== 'heading_open' || !inline) continue
    const text = plain(inline.children)
    const heading = { level: Number(token.tag.slice(1)), id: uniqueId(getAnchor(text), headings), text }
    token.attrSet('id', heading.id)
    headings.push(heading)
  }
  return headings
}

/** Adds a token's text to a section, without headings and headers of tables. */
function addToSection(section: Section | undefined, { type, content, children }: Inline, before = ''): void {
  const isText = type === 'fence' || (type === 'inline' && before !== 'heading_open' && before !== 'th_open')
  if (!section || !isText) return
  const text = (type === 'fence' ? content : plain(children)).replaceAll(/\s+/g, ' ').trim()
  const separator = section.text === '' ? '' : before === 'td_open' ? ' · ' : ' '
  section.text += separator + text
}

type Inline = { type: string; content: string; children?: readonly Inline[] | null }

function plain(inline: readonly Inline[] | null | undefined): string {
  return (inline ?? []).map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('')
}

/** Returns a heading's anchor, the same as on GitHub, so that links work in both places. */
function getAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

function uniqueId(id: string, headings: readonly Heading[]): string {
  const taken = headings.filter((heading) => heading.id === id || heading.id.replace(/-\d+$/, '') === id).length
  return taken === 0 ? id : `${id}-${taken}`
}
