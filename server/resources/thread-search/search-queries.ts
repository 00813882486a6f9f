/** Statements of searches. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { filesOfMessage, ownTextSql, type Tenant, type TextRow } from './queries.ts'

/** Texts of some threads, by number and part. `after` is the last part of the thread `first` that has been read. */
type TextsAfter = Tenant & { numbers: number[]; first: number; after: Uuid | null; limit: number }
const textsAfter = (columns: string): string => `
  select number, part, ${columns} from search_texts where tenant_id = :tenantId::uuid and number = any(:numbers::int[])
    and (number > :first::int or :after::uuid is null or part > :after::uuid) order by tenant_id, number, part limit :limit::int`

export const readTexts = statement<TextsAfter, TextRow>(textsAfter('words'))

/** A scanned thread: the number and size of its texts, the last one, and whether the head or the body contains the phrase. */
export type ScannedThread = { number: number; texts: number; bytes: number; last: Uuid; inHead: boolean; inBody: boolean }
export const verifyPhrase = statement<TextsAfter & { needle: string; head: Uuid }, ScannedThread>(`
  select number, count(*) as texts, sum(bytes)::bigint as bytes, (array_agg(part order by part))[count(*)] as last,
    bool_or(found and part = :head::uuid) as "inHead", bool_or(found and part <> :head::uuid) as "inBody"
  from (${textsAfter('octet_length(words) as bytes, strpos(words, :needle::text) > 0 as found')}) x group by number order by number`)

/** Finds threads by number or reference. */
export const findNamed = statement<
  Tenant & { numbers: number[]; refs: string[] },
  { number: number; ticketNumber: string; externalRef: string | null }
>(`
  select public_number as number, ticket_number as "ticketNumber", external_ref as "externalRef" from threads
  where tenant_id = :tenantId::uuid and public_number = any(:numbers::int[])
  union
  select public_number, ticket_number, external_ref from threads where tenant_id = :tenantId::uuid and external_ref = any(:refs::text[])`)

/** Finds the latest messages of each thread that contain one of `needles`. Scans the latest `texts` messages, up to `bytes` of words. */
export const matchingMessages = statement<
  Tenant & { numbers: number[]; threadIds: Uuid[]; needles: string[]; part: Uuid; each: number; texts: number; bytes: number },
  { number: number; id: Uuid; text: string; files: string | null; at: string }
>(`
  select wanted.number, m.id, ${ownTextSql} as text, ${filesOfMessage}, m.created_at as at
  from unnest(:numbers::int[], :threadIds::uuid[]) as wanted(number, thread_id) cross join lateral (
    select part, written_at from (
      select part, written_at, words, sum(octet_length(words)) over (order by part desc rows unbounded preceding) - octet_length(words) as before
      from search_texts where tenant_id = :tenantId::uuid and number = wanted.number and part <> :part::uuid order by part desc limit :texts::int) x
    where x.before < :bytes::bigint and exists (select 1 from unnest(:needles::text[]) as needle(words) where strpos(x.words, needle.words) > 0)
    order by x.part desc limit :each::int) x
  cross join lateral (
    select id, body_text, email, attachments, created_at from messages where tenant_id = :tenantId::uuid and thread_id = wanted.thread_id and created_at = x.written_at
      and id = x.part limit 1) m
  order by wanted.number, m.created_at desc`)
