/** Target languages for translations, with their names in the user's language. */
import { getLanguageName, languageTags } from '../../ui/language-names.ts'
import { createStoredChoice } from '../../ui/stored-choice.ts'

const browserLanguage = navigator.language.split('-')[0] ?? 'en'

export const languages: readonly { tag: string; name: string }[] = languageTags
  .map((tag) => ({ tag, name: getLanguageName(tag) }))
  .toSorted((a, b) => a.name.localeCompare(b.name))

const readTagOr = (first: string) => (stored: unknown) => (typeof stored === 'string' && languageTags.includes(stored) ? stored : first)

/** The languages that the agent reads and writes, stored in the browser. */
export const readLanguage = createStoredChoice(
  'skein.language.read',
  languageTags.includes(browserLanguage) ? browserLanguage : 'en',
  readTagOr('en'),
)
export const writeLanguage = createStoredChoice('skein.language.write', 'en', readTagOr('en'))
