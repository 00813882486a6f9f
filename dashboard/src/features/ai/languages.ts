/** Languages that a text can be translated into, by their names in the language of the browser. */
import { createStored } from '../../ui/stored.ts'

const tags = 'ar bg ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv nb nl pl pt ro ru sk sl sr sv th tr uk vi zh'.split(' ')

const own = navigator.language.split('-')[0] ?? 'en'

export const languages: readonly { tag: string; name: string }[] = tags
  .map((tag) => ({ tag, name: nameOf(tag) }))
  .toSorted((a, b) => a.name.localeCompare(b.name))

function nameOf(tag: string): string {
  return new Intl.DisplayNames(undefined, { type: 'language' }).of(tag) ?? tag
}

const known = (first: string) => (stored: unknown) => (typeof stored === 'string' && tags.includes(stored) ? stored : first)

/** What an agent reads, and what their customers do: two choices, each kept. */
export const readLanguage = createStored('skein.language.read', tags.includes(own) ? own : 'en', known('en'))
export const writeLanguage = createStored('skein.language.write', 'en', known('en'))
