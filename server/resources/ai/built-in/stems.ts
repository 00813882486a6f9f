/** Stems words with PostgreSQL's Snowball dictionaries: `refund` for "refunds", `die` for "dies". */
import type { Queryable } from '#platform/db.ts'
import { stemsOfTexts } from './queries.ts'

/** Text search configurations of every supported PostgreSQL, by the language subtag. */
const configurations: Readonly<Record<string, string>> = {
  ar: 'arabic',
  ca: 'catalan',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hi: 'hindi',
  hu: 'hungarian',
  hy: 'armenian',
  id: 'indonesian',
  it: 'italian',
  lt: 'lithuanian',
  nb: 'norwegian',
  ne: 'nepali',
  nl: 'dutch',
  nn: 'norwegian',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
}

/** Whether PostgreSQL has a dictionary for the language. */
export function hasStems(locale: string): boolean {
  return findConfiguration(locale) !== undefined
}

function findConfiguration(locale: string): string | undefined {
  return configurations[locale.split('-')[0]?.toLowerCase() ?? '']
}

/** Returns the stems of each text, in one round trip; none for a language without a dictionary. */
export async function readStems(db: Queryable, texts: readonly { text: string; locale: string }[]): Promise<ReadonlySet<string>[]> {
  const known = texts.flatMap(({ text, locale }, at) => {
    const configuration = findConfiguration(locale)
    return configuration === undefined ? [] : [{ text, configuration, at }]
  })
  const found = texts.map(() => new Set<string>())
  if (known.length === 0) return found
  const rows = await db.rows(stemsOfTexts, {
    texts: known.map(({ text }) => text),
    configurations: known.map(({ configuration }) => `pg_catalog.${configuration}`),
  })
  for (const [i, { stems }] of rows.entries()) found[known[i]?.at ?? 0] = new Set(stems)
  return found
}
