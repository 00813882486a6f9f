/** Target languages for translations, with their names in the user's language. */
import { language } from '../../texts/language.ts'
import { createStoredChoice } from '../../ui/stored-choice.ts'

const tags = 'ar bg ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv nb nl pl pt ro ru sk sl sr sv th tr uk vi zh'.split(' ')

const browserLanguage = navigator.language.split('-')[0] ?? 'en'

export const languages: readonly { tag: string; name: string }[] = tags
  .map((tag) => ({ tag, name: getLanguageName(tag) }))
  .toSorted((a, b) => a.name.localeCompare(b.name))

function getLanguageName(tag: string): string {
  return new Intl.DisplayNames(language, { type: 'language' }).of(tag) ?? tag
}

const readTagOr = (first: string) => (stored: unknown) => (typeof stored === 'string' && tags.includes(stored) ? stored : first)

/** The languages that the agent reads and writes. Each is remembered in the browser. */
export const readLanguage = createStoredChoice(
  'skein.language.read',
  tags.includes(browserLanguage) ? browserLanguage : 'en',
  readTagOr('en'),
)
export const writeLanguage = createStoredChoice('skein.language.write', 'en', readTagOr('en'))
