/** Writes the tables of keyboard shortcuts at the end of the handbooks' keyboard pages, from the dashboard's table of shortcuts. */
import { readFileSync } from 'node:fs'
import type { Catalogue } from '../dashboard/src/texts/catalogue.ts'
import german from '../dashboard/src/texts/de/index.ts'

type Shortcuts = {
  shortcuts: Readonly<Record<string, { keys: string; label: { message: string }; group: string }>>
  shortcutGroups: Readonly<Record<string, { message: string }>>
  formatPresses: (keys: string) => string
}

/** Everything before this heading is written by hand. */
const headings = { en: '## All shortcuts', de: '## Alle Tastenkürzel' } as const
const columns = { en: ['Keys', 'What they do'], de: ['Tasten', 'Was sie tun'] } as const
const catalogues: Readonly<Record<keyof typeof headings, Catalogue>> = { en: {}, de: german }

/** Returns the complete pages by path. */
export async function keyboardPages(): Promise<Readonly<Record<string, string>>> {
  // A static import would check the module without the types of browsers, which it needs.
  const path = new URL('../dashboard/src/keyboard/shortcuts.ts', import.meta.url).href
  // Safe because the module exports these; its own test uses them.
  const table = (await import(/* @vite-ignore */ path)) as Shortcuts
  return { ...getPage(table, 'en'), ...getPage(table, 'de') }
}

function getPage({ shortcuts, shortcutGroups, formatPresses }: Shortcuts, language: keyof typeof headings): Record<string, string> {
  const translate = (text: string): string => {
    const translation = catalogues[language][text] ?? text
    return typeof translation === 'string' ? translation : translation.other
  }
  const formatKeys = (keys: string): string =>
    formatPresses(keys)
      .replaceAll('Ctrl', translate('Ctrl'))
      .split(' then ')
      .map((press) => `\`${press}\``)
      .reduce((first, second) => translate('{first} then {second}').replace('{first}', first).replace('{second}', second))
  const all = Object.values(shortcuts)
  const groups = [...new Set(all.map(({ group }) => group))].map((group) => {
    const rows = all
      .filter((each) => each.group === group)
      .map(({ keys, label }) => `| ${formatKeys(keys)} | ${translate(label.message)} |`)
    return `### ${translate(shortcutGroups[group]?.message ?? group)}\n\n| ${columns[language].join(' | ')} |\n|---|---|\n${rows.join('\n')}\n`
  })
  const file = `docs/for-agents/${language}/keyboard.md`
  const [byHand = ''] = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8').split(headings[language])
  return { [file]: `${byHand}${headings[language]}\n\n${groups.join('\n')}` }
}
