/** Reads words and texts to find similar threads. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'

type Words = { tenantId: Uuid; words: string[] }

/** Returns the size of each word's sets. Small sets belong to rare words, which say most about a thread. */
export const findWordSizes = statement<Words, { word: string; bytes: number }>(`
  select word, sum(octet_length(head) + octet_length(body))::bigint as bytes from search_words
  where tenant_id = :tenantId::uuid and word = any(:words::text[]) group by word`)

/** Reads the subject and the first messages of each thread, truncated, so that very long texts cost no more. */
export const findFirstTexts = statement<
  { tenantId: Uuid; numbers: number[]; parts: number; characters: number },
  { number: number; part: Uuid; words: string }
>(`
  select wanted.number, x.part, x.words from unnest(:numbers::int[]) as wanted(number) cross join lateral (
    select part, left(words, :characters::int) as words from search_texts where tenant_id = :tenantId::uuid and number = wanted.number
    order by tenant_id, number, part limit :parts::int) x`)
