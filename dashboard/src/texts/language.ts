/** The user's language. It is stored in the browser, so that the first paint already has it; a change reloads the page. */
import { createStore } from '../api/store.ts'

/** The languages of the dashboard by their own names, and a pseudo-language from right to left for tests, which no menu offers. */
export const languages = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof languages

const key = 'skein.language'
const pseudo = 'ar-XB'

/** A BCP 47 tag, also for `Intl`. */
export const language: Language | typeof pseudo = readLanguage()

/**
 * The language with the region that the browser prefers, such as `en-GB`. It decides between the 12-hour and the 24-hour clock and on the
 * order of day and month. For `Intl`.
 */
export const formatLocale: string = readLocale()

function readLocale(): string {
  if (typeof navigator === 'undefined') return language
  // Some browsers list a tag with a suffix that `Intl` refuses: `en-US@posix`.
  return navigator.languages.find((tag) => tag.startsWith(`${language}-`) && /^[\w-]+$/.test(tag)) ?? language
}

function readLanguage(): Language | typeof pseudo {
  // Tests of single modules run without a browser.
  if (typeof localStorage === 'undefined') return 'en'
  const stored = localStorage.getItem(key)
  if (stored === pseudo) return pseudo
  return isLanguage(stored) ? stored : (navigator.languages.map((tag) => tag.split('-')[0] ?? '').find(isLanguage) ?? 'en')
}

/** Marks the page with the language. Call this before the first render. */
export function applyLanguage(): void {
  document.documentElement.lang = language
  document.documentElement.dir = language === pseudo ? 'rtl' : 'ltr'
}

/** The choice of the user; null for the browser's language. */
export const chosenLanguage = createStore<Language | null>(readChosenLanguage())

/** Stores the chosen language, and loads the page again if it is in another one. */
export function chooseLanguage(chosen: Language | null): void {
  if (chosen === null) localStorage.removeItem(key)
  else localStorage.setItem(key, chosen)
  chosenLanguage.set(chosen)
  if (readLanguage() !== language) location.reload()
}

function readChosenLanguage(): Language | null {
  if (typeof localStorage === 'undefined') return null
  const stored = localStorage.getItem(key)
  return isLanguage(stored) ? stored : null
}

export function isLanguage(tag: string | null): tag is Language {
  return tag !== null && Object.hasOwn(languages, tag)
}
