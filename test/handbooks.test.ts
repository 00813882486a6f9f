/** The handbooks for agents and admins name what is on the screens, in each language, and the dashboard links to pages that exist. */
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Translation } from '../dashboard/src/texts/catalogue.ts'
import german from '../dashboard/src/texts/de/index.ts'
import { readTexts } from '../server/web/site/texts.ts'
import { keyboardPages } from '../tools/keyboard-tables.ts'

const root = new URL('../', import.meta.url)
const getText = (path: string): string => readFileSync(new URL(path, root), 'utf8')
const folders = ['for-agents', 'for-admins'] as const
const pages = folders.flatMap((folder) =>
  readdirSync(new URL(`docs/${folder}/en/`, root)).map((name) => ({ en: `docs/${folder}/en/${name}`, de: `docs/${folder}/de/${name}` })),
)

/** A placeholder in a text of the dashboard is `…` in the handbooks: *Merge into …*. */
const withoutPlaceholders = (text: string): string => text.replaceAll(/\{\w+\}/g, '…')
const listForms = (translation: Translation): string[] => (typeof translation === 'string' ? [translation] : Object.values(translation))
/** The German names by English name. A catalogue has every text of the code, which dashboard/e2e/texts.test.ts checks. */
const names = new Map<string, Set<string>>()
for (const [text, translation] of Object.entries(german)) {
  const known = names.get(withoutPlaceholders(text)) ?? new Set()
  for (const form of listForms(translation)) known.add(withoutPlaceholders(form))
  names.set(withoutPlaceholders(text), known)
}

/** Returns the names in italics, without the table of shortcuts, which is generated. */
const listNames = (path: string): string[] => [
  ...new Set([...getText(path).matchAll(/(?<![*\w])\*([^*\n]+)\*(?!\*)/g)].map(([, name = '']) => name)),
]
const listHeadings = (path: string): number[] => [...getText(path).matchAll(/^(#+) /gm)].map(([, marks = '']) => marks.length)

describe.each(pages)('$en', ({ en, de }) => {
  it('has names that are texts of the dashboard', () => {
    expect(listNames(en).filter((name) => !names.has(name))).toEqual([])
  })
  it('has the same names in German, and the same parts', () => {
    const [english, translated] = [listNames(en), listNames(de)]
    const isTranslation = (name: string, other: string): boolean => names.get(name)?.has(other) === true
    expect(english.filter((name) => !translated.some((other) => isTranslation(name, other)))).toEqual([])
    expect(translated.filter((other) => !english.some((name) => isTranslation(name, other)))).toEqual([])
    expect(listHeadings(de)).toEqual(listHeadings(en))
    expect(getText(de).match(/^(?:\d+\.|-|\|) /gm)).toEqual(getText(en).match(/^(?:\d+\.|-|\|) /gm))
  })
  it('has at most 80 lines, besides the table of shortcuts', () => {
    for (const path of [en, de])
      expect(
        getText(path)
          .split(/^## (?:All shortcuts|Alle Tastenkürzel)$/m)[0]
          ?.split('\n').length,
      ).toBeLessThanOrEqual(81)
  })
})

it('the tables of shortcuts are those of the dashboard; npm run generate writes them', async () => {
  for (const [path, text] of Object.entries(await keyboardPages())) expect(getText(path), path).toBe(text)
})

it('the keys in the handbooks are shortcuts of the dashboard', async () => {
  const tables = Object.values(await keyboardPages()).join('\n')
  const listKeys = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map(([, key = '']) => key)
  const known = new Set([
    ...listKeys(tables.replaceAll(/^[^|].*$/gm, '')),
    // Keys of menus and text fields.
    '@',
    'Enter',
    'Shift Enter',
    'Ctrl',
    'Strg',
  ])
  const unknown = pages.flatMap(({ en, de }) =>
    [en, de].flatMap((path) =>
      listKeys(getText(path))
        .filter((key) => !known.has(key))
        .map((key) => `${path}: ${key}`),
    ),
  )
  expect(unknown).toEqual([])
})

it('the tables of contents list every page of their folder, by its title', () => {
  const texts = readTexts()
  for (const folder of folders)
    for (const language of ['en', 'de']) {
      const files = readdirSync(new URL(`docs/${folder}/${language}/`, root)).map((name) => `/docs/${folder}/${language}/${name}`)
      const listed = texts.filter(({ markdownPath }) => markdownPath.startsWith(`/docs/${folder}/${language}/`))
      expect(listed.map(({ markdownPath }) => markdownPath).toSorted()).toEqual(files.toSorted())
      for (const { title, read, markdownPath } of listed) expect(/^# (.+)$/m.exec(read())?.[1], markdownPath).toBe(title)
    }
})

it('the dashboard links to pages that exist', () => {
  const paths = new Set(readTexts().map(({ path }) => path.replace(/^\/docs\//, '').replace(/\/en(?=\/|$)/, '')))
  const links = globSync('dashboard/src/features/**/*.{ts,tsx}', { cwd: root.pathname }).flatMap((path) =>
    [...getText(path).matchAll(/['"](for-agents|for-admins|guides)((?:\/[\w-]+)?)['"]/g)].map(
      ([, folder = '', name = '']) => folder + name,
    ),
  )
  expect(links.length).toBeGreaterThan(20)
  expect(links.filter((link) => !paths.has(link))).toEqual([])
})
