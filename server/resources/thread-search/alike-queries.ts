/** The texts and the sets of threads that are read to find threads alike another one. */
import { statement, type Uuid } from '../../kit/index.ts'

type Words = { tenantId: Uuid; words: string[] }

/** How large what the index has of each word is: what is in few threads is small, and tells most. */
export const sizesOfWords = statement<Words, { word: string; bytes: number }>(`
  select word, sum(octet_length(head) + octet_length(body))::bigint as bytes from search_words
  where tenant_id = :tenantId::uuid and word = any(:words::text[]) group by word`)

/** The beginning of what was read of each of some threads: subject and first messages, cut, so that a very long one costs no more. */
export const beginningsOf = statement<
  { tenantId: Uuid; numbers: number[]; parts: number; characters: number },
  { number: number; part: Uuid; words: string }
>(`
  select wanted.number, x.part, x.words from unnest(:numbers::int[]) as wanted(number) cross join lateral (
    select part, left(words, :characters::int) as words from search_texts where tenant_id = :tenantId::uuid and number = wanted.number
    order by tenant_id, number, part limit :parts::int) x`)
