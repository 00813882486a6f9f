/**
 * The texts of the dashboard in the user's language. English stands in the code and is the key of the other languages, as in gettext:
 * `t('Saved.')`, `t('Snoozed until {time}', { time })`, `plural(count, '{count} thread', '{count} threads')`. The catalogues are in
 * `texts/<language>/`, one file for each feature; e2e/texts.test.ts compares them with the code.
 */
import type { ReactNode } from 'react'
import type { Catalogue } from './catalogue.ts'
import { language } from './language.ts'

type Values = Readonly<Record<string, string | number>>

let catalogue: Catalogue = {}
const pluralRules = new Intl.PluralRules(language)
const numbers = new Intl.NumberFormat(language)

const catalogues: Readonly<Record<string, () => Promise<{ default: Catalogue }>>> = { de: () => import('./de/index.ts') }

/** Loads the catalogue of the user's language. Call this before the first render. Without the catalogue, texts are in English. */
export async function loadTexts(): Promise<void> {
  const load = catalogues[language]
  // An old page whose catalogue is gone still works, in English.
  if (load)
    catalogue = await load().then(
      ({ default: loaded }) => loaded,
      () => ({}),
    )
  else if (language === 'ar-XB')
    catalogue = new Proxy({}, { get: (_, text) => (typeof text === 'string' ? pseudoTranslate(text) : undefined) })
}

/** Returns a text in the user's language. `{name}` in it is replaced by the value; numbers are formatted. */
export function t(given: string | Message, values?: Values): string {
  const text = typeof given === 'string' ? given : given.message
  const translation = catalogue[text] ?? text
  return fill(typeof translation === 'string' ? translation : translation.other, values)
}

/** Returns the form of a text that fits the number. `{count}` is the number. */
export function plural(count: number, one: string, other: string, values: Values = {}): string {
  const translation = catalogue[other] ?? { one, other }
  const form = typeof translation === 'string' ? translation : (translation[pluralRules.select(count)] ?? translation.other)
  return fill(form, { ...values, count })
}

/** Like `t`, for values that are elements, such as links and keys. */
export function tx(text: string, values: Readonly<Record<string, ReactNode>>): ReactNode[] {
  return t(text)
    .split(/\{(\w+)\}/)
    .map((part, at) => (at % 2 === 0 ? part : values[part]))
}

/** A text of a table that is created before the catalogue is loaded. Only `t` can show it, so that it cannot be forgotten there. */
export type Message = { readonly message: string }

export const message = (text: string): Message => ({ message: text })

/** Creates a table with many texts when it is first used, because the catalogue is loaded by then. */
export function lazily<Table>(create: () => Table): () => Table {
  let table: { created: Table } | null = null
  return () => (table ??= { created: create() }).created
}

function fill(text: string, values: Values | undefined): string {
  if (values === undefined) return text
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    return value === undefined ? whole : typeof value === 'number' ? numbers.format(value) : value
  })
}

/** Longer words in another script's direction, to see which texts are not in the catalogue and what long or right-to-left texts break. */
function pseudoTranslate(text: string): string {
  const accents: Readonly<Record<string, string>> = { a: 'ä', e: 'ë', i: 'ï', o: 'öö', u: 'ü' }
  const longer = text
    .split(/(\{\w+\})/)
    .map((part, at) => (at % 2 === 0 ? part.replaceAll(/[aeiou]/g, (letter) => accents[letter] ?? letter) : part))
    .join('')
  return `\u202e${longer}\u202c`
}
