/** A tenant whose threads are real conversations, repeated until there are enough messages. Loaded once and kept between runs. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { statement } from '#platform/db.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import { indexTexts } from '../../server/resources/thread-search/index.ts'
import { ensureDataset, withDatabase, type Dataset } from './dataset.ts'

type Conversation = { turns: { text: string }[] }
type Text = { number: number; id: Uuid; turn: number; text: string }

const threadsPerStatement = 2_000

export async function ensureTexts(root: string, file: string, messages: number): Promise<Dataset> {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  // Safe because the file has the format that `skein seed --from` reads.
  const conversations = lines.map((line) => JSON.parse(line) as Conversation).filter(({ turns }) => turns.length > 0)
  const perRound = conversations.reduce((sum, { turns }) => sum + turns.length, 0)
  const threads = Math.ceil((messages / perRound) * conversations.length)
  const dataset = await ensureDataset(root, `texts-${messages}`, [threads])
  const noteFile = join(dataset.dataDir, 'texts')
  const made = createHash('sha256')
    .update(lines.join('\n'))
    .update(readFileSync(import.meta.filename))
    .digest('hex')
  if ((await readFile(noteFile, 'utf8').catch(() => '')) === made) return dataset
  const tenantId = dataset.tenants[0]?.tenantId ?? ''
  await withDatabase(dataset.dataDir, async (db) => {
    await db.script(
      "set synchronous_commit = off; truncate messages, search_words, search_texts, search_marks, search_cursors; set work_mem = '64MB'",
    )
    for (let number = 1; number <= threads; number += threadsPerStatement) {
      const upto = Math.min(threads, number + threadsPerStatement - 1)
      const texts: Text[] = []
      for (let n = number; n <= upto; n++) {
        const { turns } = conversations[n % conversations.length] ?? { turns: [] }
        for (const [turn, { text }] of turns.entries()) texts.push({ number: n, id: newId(), turn, text })
      }
      await db.rows(fillMessages, { tenantId, texts })
    }
    process.stderr.write(`Indexing ${messages.toLocaleString('en')} messages …\n`)
    const startedAt = performance.now()
    await indexTexts(db, { eager: true, batchSize: { events: 20_000, threads: 5_000, messages: 40_000 } })
    process.stderr.write(`Indexed in ${Math.round((performance.now() - startedAt) / 1000)} s\n`)
    await db.script('vacuum (analyze)')
    await db.script('checkpoint')
  })
  await writeFile(noteFile, made)
  return dataset
}

const fillMessages = statement<{ tenantId: Uuid; texts: Text[] }, object>(`with
texts as materialized (
  select t.id as thread_id, t.customer_id, t.created_at + x.turn * interval '1 minute' as at, x.* from json_to_recordset(:texts::json) as x(number bigint, id uuid, turn int, text text)
  join threads t on t.tenant_id = :tenantId::uuid and t.public_number = x.number),
told as (
  insert into messages (tenant_id, id, thread_id, author_type, author_id, body, body_format, body_text, created_at)
  select :tenantId::uuid, x.id, x.thread_id, 'CUSTOMER', x.customer_id, x.text, 'text', x.text, x.at from texts x)
update threads t set subject = left(x.first, 80), message_count = x.n
from (select number, count(*) as n, min(text) filter (where turn = 0) as first from texts group by number) x
where t.tenant_id = :tenantId::uuid and t.public_number = x.number`)
