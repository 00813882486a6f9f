import { language } from '../texts/language.ts'
import type { SelectOption } from './select-option.ts'

export const languageTags =
  'ar bg ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv nb nl pl pt ro ru sk sl sr sv th tr uk vi zh'.split(' ')
/** Languages whose spelling differs between regions. */
const regionTags =
  'de-AT de-CH de-DE en-AU en-CA en-GB en-IE en-IN en-NZ en-US es-ES es-MX fr-CA fr-CH fr-FR pt-BR pt-PT zh-CN zh-TW'.split(' ')

/** Returns the name of a language in the user's language: `Portuguese (Brazil)` for `pt-BR`. */
export function getLanguageName(tag: string): string {
  return new Intl.DisplayNames(language, { type: 'language', languageDisplay: 'standard' }).of(tag) ?? tag
}

/** Returns the languages as form options, sorted by name, including regional variants. */
export function listLanguages(): SelectOption[] {
  return [...languageTags, ...regionTags]
    .map((tag) => ({ value: tag, label: getLanguageName(tag), hint: tag }))
    .toSorted((a, b) => a.label.localeCompare(b.label, language))
}
