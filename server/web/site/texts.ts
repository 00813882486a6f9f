/**
 * Lists the texts of docs/: the handbooks for agents and admins in each language, and the guides for developers. Each part has a table of
 * contents, the README.md of its folder.
 */
import { readFileSync } from 'node:fs'
import type { Language } from '../help/words.ts'

export type Part = 'agents' | 'admins' | 'developers'

export type Text = {
  path: string
  /** Path of its Markdown, the base of relative links, as in the repository. */
  markdownPath: string
  title: string
  about: string
  part: Part
  language: Language
  /** Heading above it in the list of pages; empty for the table of contents, which is not listed. */
  group: string
  /** Returns its Markdown. */
  read: () => string
}

/** In the order of the header. */
export const docsParts: readonly Part[] = ['agents', 'admins', 'developers']

/** Folders of the handbooks below /docs. Each has a folder for each language, with the same file names. */
export const handbooks: readonly { part: Part; folder: string }[] = [
  { part: 'agents', folder: 'for-agents' },
  { part: 'admins', folder: 'for-admins' },
]
export const handbookLanguages: readonly Language[] = ['en', 'de']

/** Returns the path of a part's table of contents. Without a language, a handbook's path leads to the reader's language. */
export function getPartPath(part: Part, language: Language | null): string {
  const handbook = handbooks.find((each) => each.part === part)
  if (!handbook) return '/docs/guides'
  return `/docs/${handbook.folder}${language === null ? '' : `/${language}`}`
}

/** Returns the path of a handbook's page without its language; null for other pages. */
export function withoutLanguage(path: string): string | null {
  const [, folder, rest = ''] = /^(\/docs\/for-\w+)\/(?:en|de)(\/[\w-]+)?$/.exec(path) ?? []
  return folder === undefined ? null : folder + rest
}

export function readTexts(): Text[] {
  return [
    ...handbooks.flatMap(({ part, folder }) =>
      handbookLanguages.flatMap((language) => readFolder(`${folder}/${language}`, part, language)),
    ),
    ...readFolder('guides', 'developers', 'en'),
  ]
}

/** Returns the table of contents of a folder, then its texts in their order. */
function readFolder(folder: string, part: Part, language: Language): Text[] {
  const getText = (file: string, { title, about, group }: Pick<Text, 'title' | 'about' | 'group'>): Text => ({
    path: `/docs/${file.replace(/(\/README)?\.md$/, '')}`,
    markdownPath: `/docs/${file}`,
    title,
    about,
    part,
    language,
    group,
    read: () => readFileSync(new URL(`../../../docs/${file}`, import.meta.url), 'utf8'),
  })
  const contents = `${folder}/README.md`
  const markdown = getText(contents, { title: '', about: '', group: '' }).read()
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? ''
  const index = getText(contents, { title, about: '', group: '' })
  const listed = readContents(markdown).map((line) => getText(new URL(`${line.name}.md`, `http://docs/${folder}/`).pathname.slice(1), line))
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
