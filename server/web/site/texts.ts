/** Lists the texts of docs/ in the order of their table of contents, docs/guides/README.md. */
import { readFileSync } from 'node:fs'

export type Text = {
  path: string
  /** Path of its Markdown, the base of relative links, as in the repository. */
  markdownPath: string
  title: string
  about: string
  /** Heading above it in the list of pages; empty if it is not listed. */
  group: string
  /** Returns its Markdown. */
  read: () => string
}

export function readTexts(): Text[] {
  const contents = 'guides/README.md'
  const getText = (file: string, { title, about, group }: Pick<Text, 'title' | 'about' | 'group'>): Text => ({
    path: `/docs/${file.replace(/(\/README)?\.md$/, '')}`,
    markdownPath: `/docs/${file}`,
    title,
    about,
    group,
    read: () => readFileSync(new URL(`../../../docs/${file}`, import.meta.url), 'utf8'),
  })
  const index = getText(contents, { title: 'Guides', about: 'All guides', group: '' })
  const listed = readContents(index.read()).map((line) =>
    getText(new URL(`${line.name}.md`, 'http://docs/guides/').pathname.slice(1), line),
  )
  return [index, ...listed]
}

/** Parses `## Group`, then lines `- [Title](name.md): about`. Does not use the Markdown library, which is only loaded for pages. */
function readContents(text: string): { group: string; title: string; name: string; about: string }[] {
  const found: ReturnType<typeof readContents> = []
  let group = ''
  for (const line of text.split('\n')) {
    group = /^## (.+)$/.exec(line)?.[1] ?? group
    const [, title, name, about] = /^- \[(.+?)\]\((.+?)\.md\): (.+)$/.exec(line) ?? []
    if (title !== undefined && name !== undefined && about !== undefined) found.push({ group, title, name, about })
  }
  return found
}
