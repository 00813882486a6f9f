/** The languages of the chat's own texts. */
export const widgetLanguages = ['en', 'de'] as const
export type WidgetLanguage = (typeof widgetLanguages)[number]

/** Returns the language of a tag, such as `de-AT`; null if the chat has no texts in it. */
export function findWidgetLanguage(tag: string): WidgetLanguage | null {
  return widgetLanguages.find((language) => language === tag.toLowerCase().split('-')[0]) ?? null
}

/** Returns the language of the first tag that has one; English if none has. */
export function chooseWidgetLanguage(...tags: readonly (string | undefined)[]): WidgetLanguage {
  return tags.map((tag) => findWidgetLanguage(tag ?? '')).find((language) => language !== null) ?? 'en'
}
