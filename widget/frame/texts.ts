/** The frame's texts: English ones are the keys, `texts-de.ts` has the German ones. */
import { signal } from '@preact/signals'
import { german } from './texts-de.ts'

/** Language tag of the texts, which also formats times. */
export const locale = signal('en')
/** The visitor's language, of which the chat itself may have no texts. Articles and agents may. */
export let visitorLocale = 'en'

/** Translates a text and fills in its `{names}`. */
export function t(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  const found = locale.value.startsWith('de') ? (german[text] ?? text) : text
  return found.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** Chooses between the texts for one and for several. */
export function plural(count: number, one: string, several: string): string {
  return t(count === 1 ? one : several, { count })
}

/**
 * Sets the language of the document. Visitors whose language is written from right to left get that direction, whatever the texts' language.
 * `preferred` is the language of the texts for visitors whose own has none.
 */
export function setLocale(tag: string, preferred = 'en'): void {
  visitorLocale = isTag(tag) ? tag : 'en'
  const language = (visitorLocale.split('-')[0] ?? 'en').toLowerCase()
  const texts = language === 'de' || language === 'en' ? language : preferred
  locale.value = language === texts ? visitorLocale : texts
  document.documentElement.lang = texts
  document.documentElement.dir = ['ar', 'fa', 'he', 'ur', 'yi', 'ps', 'sd', 'ckb', 'dv', 'ug'].includes(language) ? 'rtl' : 'ltr'
}

/** Whether the service takes a language tag, and `Intl` does, which throws for tags such as `en-a`. */
function isTag(tag: string): boolean {
  try {
    return /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(tag) && tag.length <= 35 && Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}
