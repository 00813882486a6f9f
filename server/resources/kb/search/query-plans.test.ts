/** A search reads the texts that have its words, however many articles there are, and none of another tenant. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, statement } from '#platform/db.ts'
import { newId } from '#platform/ids.ts'
import { writeArray } from '#platform/postgres/arrays.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { cloneDatabase, type TestDatabase } from '../../../../test/support/test-database.ts'
import { loosenTerm, parseQuery } from '../../text-search/index.ts'
import { searchTexts, toSearchParameters } from './queries.ts'

let database: TestDatabase
let db: Database
const [tenantId, otherId] = [newId(), newId()]
beforeAll(async () => {
  database = await cloneDatabase()
  db = openDatabase({ connection: database.connection, max: 1, statementTimeoutMs: 0 })
  await db.script(`
    insert into kb_texts (tenant_id, article_id, title, body, title_words, body_words)
      select tenant::uuid, gen_random_uuid(), '', '', ' ' || md5(n::text) || ' ', ' a common word and ' || md5((n % 500)::text || 'r') || ' one '
      from generate_series(1, 2000) n cross join unnest(array['${tenantId}', '${otherId}']) tenant;
    analyze kb_texts`)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
/** Words of the texts: `rare` and `other` are in one title each, `shared` in four bodies. */
const [rare, other, shared] = [md5('77'), md5('88'), md5('33r')]
const none = { locale: null, visibility: null, collectionIds: null, hiddenIds: null, afterPoints: null, afterId: null }

it.each([
  ['a rare word', rare, 40],
  ['two words', `${shared} common`, 40],
  ['a phrase', `"and ${shared} one"`, 40],
  ['either of two words', `${rare} or ${other}`, 80],
  ['a word in all texts', 'common', 2_000],
  ['an excluded word', '-common', 2_000],
  ['a word that no text has', 'bicycle', 0],
])('for %s is found by the index of words', async (_, q, mostRows) => {
  const values = { tenantId, ...none, ...toSearchParameters(parseQuery(q), loosenTerm), limit: 31 }
  const literals = searchTexts.names.map((name) => toLiteral(Object.entries(values).find(([key]) => key === name)?.[1]))
  await db.script(
    `deallocate all; set plan_cache_mode = force_generic_plan; set enable_seqscan = off; prepare judged as ${searchTexts.text}`,
  )
  const rows = await db.rows(statement<object, { 'QUERY PLAN': string }>(`explain (analyze) execute judged(${literals.join(', ')})`), {})
  const plan = rows.map((row) => row['QUERY PLAN'])
  expect(plan.filter((line) => /Seq Scan on kb_/.test(line))).toEqual([])
  const scan = plan.find((line) => line.includes('Bitmap Index Scan on kb_texts_word_starts')) ?? ''
  expect(Number(/actual .*rows=([\d.]+)/.exec(scan)?.[1]), plan.join('\n')).toBeLessThanOrEqual(mostRows)
})

function toLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  return Array.isArray(value) ? `'${writeArray(value.map(String))}'` : `'${String(value)}'`
}
