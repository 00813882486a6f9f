/** Searches over random histories of random texts, compared with a search of the same texts in plain JavaScript. */
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CreatedThread } from '../../../client/index.ts'
import { propertyRuns } from '../../../test/extent.ts'
import { setUpService, type TestTenant } from '../../../test/support/service.ts'
import { indexTexts } from './index-texts.ts'

const service = await setUpService()

/** Words as they are written, and the form in which they are compared. */
const written: Readonly<Record<string, readonly string[]>> = {
  refund: ['refund', 'Refund', 'REFUND', 'réfünd'],
  refunds: ['refunds', 'Refunds'],
  strasse: ['Straße', 'STRASSE', 'strasse'],
  отчет: ['отчёт', 'ОТЧЕТ'],
  ουρανος: ['ουρανός', 'ΟΥΡΑΝΟΣ'],
  كتاب: ['كِتَاب', 'كتاب'],
  '😀': ['😀'],
  '42': ['42', '٤٢'.length === 2 ? '４２' : '42'],
}
const words = Object.keys(written)
/** Runs in scripts without spaces: found by any part. */
const runs = ['東京都', '京都府', 'ホテル', 'ขอเงินคืน', '한국어']

type Piece = { key: string; shown: string; isRun: boolean }
const piece: fc.Arbitrary<Piece> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(...words)
      .chain((key) => fc.constantFrom(...(written[key] ?? [])).map((shown) => ({ key, shown, isRun: false }))),
  },
  { weight: 1, arbitrary: fc.constantFrom(...runs).map((key) => ({ key, shown: key, isRun: true })) },
)
/** Few words many times, so that rows of several become common, and a text has some of a phrase in another order. */
const twoWords = fc.constantFrom('refund', '42').map((key) => ({ key, shown: key, isRun: false }))
const text = fc.oneof(
  { weight: 2, arbitrary: fc.array(piece, { minLength: 1, maxLength: 5 }) },
  { weight: 1, arbitrary: fc.array(twoWords, { minLength: 2, maxLength: 9 }) },
)
const shown = (pieces: readonly Piece[]): string => pieces.map((each) => each.shown).join(' ')

type Step =
  | { do: 'create'; subject: Piece[]; body: Piece[]; customer: number }
  | { do: 'message'; thread: number; body: Piece[] }
  | { do: 'subject'; thread: number; subject: Piece[] }
  | { do: 'resolve'; thread: number }
  | { do: 'rename'; customer: number; name: Piece[] }
  | { do: 'index' }
const customer = fc.nat({ max: 1 })
const thread = fc.nat({ max: 20 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('create' as const), subject: text, body: text, customer }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('message' as const), thread, body: text }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('subject' as const), thread, subject: text }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('resolve' as const), thread }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rename' as const), customer, name: text }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('index' as const) }) },
)

/** A term of a query: how it is written, and whether a text has it. */
type Asked = { q: string; isIn: (text: readonly Piece[]) => boolean }
const hasWord =
  (key: string): Asked['isIn'] =>
  (of) =>
    of.some((each) => !each.isRun && each.key === key)
const term: fc.Arbitrary<Asked> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(...words).chain((key) => fc.constantFrom(...(written[key] ?? [])).map((q) => ({ q, isIn: hasWord(key) }))),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('ref', 'refu', 'refund', 'stra', 'от')
      .map((q) => ({ q: `${q}*`, isIn: (of: readonly Piece[]) => of.some((each) => !each.isRun && each.key.startsWith(q)) })),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('東京', '京都', '京', '都', '東京都', 'テル', 'เงิน', '국어', '東都')
      .map((q) => ({ q, isIn: (of: readonly Piece[]) => of.some((each) => each.isRun && each.key.includes(q)) })),
  },
  {
    weight: 3,
    arbitrary: fc
      .oneof(
        fc.array(fc.constantFrom(...words), { minLength: 2, maxLength: 3 }),
        fc.array(fc.constantFrom('refund', '42'), { minLength: 2, maxLength: 8 }),
      )
      .map((row) => ({
        q: `"${row.join(' ')}"`,
        isIn: (of: readonly Piece[]) => of.some((_, i) => row.every((key, k) => !of[i + k]?.isRun && of[i + k]?.key === key)),
      })),
  },
)
const group = fc.array(fc.record({ term, not: fc.boolean().chain((odd) => (odd ? fc.boolean() : fc.constant(false))) }), {
  minLength: 1,
  maxLength: 3,
})
const query = fc.array(group, { minLength: 1, maxLength: 2 })

type Known = { id: string; subject: Piece[]; messages: Piece[][]; customer: number; status: string }

it('the search finds, counts and pages like plain JavaScript, in any index state', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 16 }),
      fc.array(query, { minLength: 6, maxLength: 6 }),
      async (steps, queries) => {
        const tenant = await service.createTenant()
        const names: Piece[][] = [[], []]
        const threads: Known[] = []
        for (const each of steps) await take(tenant, each, threads, names)
        for (const groups of queries) {
          const q = groups.map((of) => of.map(({ term: { q: word }, not }) => `${not ? '-' : ''}${word}`).join(' ')).join(' or ')
          const matching = threads.filter(({ subject, messages, customer: whose }) => {
            const texts = [subject, names[whose] ?? [], ...messages]
            return groups.some((of) => of.every(({ term: { isIn }, not }) => texts.some((own) => isIn(own)) !== not))
          })
          await compare(tenant, { q }, matching)
          await compare(tenant, { q, sort: 'createdAt' }, matching, true)
          await compare(tenant, { q, sort: '-lastMessageAt' }, matching)
          await compare(
            tenant,
            { q, status: 'open' },
            matching.filter(({ status }) => status === 'open'),
          )
          await compare(
            tenant,
            { q, status: 'open', sort: '-createdAt' },
            matching.filter(({ status }) => status === 'open'),
          )
        }
      },
    ),
    propertyRuns({ short: 6, all: 40 }),
  )
})

async function take(tenant: TestTenant, each: Step, threads: Known[], names: Piece[][]): Promise<void> {
  const of = 'thread' in each ? threads[each.thread % Math.max(1, threads.length)] : undefined
  if (each.do === 'index')
    await indexTexts(service.db, { eager: true, batchSize: { events: 3, threads: 2, messages: 3 }, minCommonThreads: 2 })
  if (each.do === 'create') {
    const {
      status,
      text: answer,
      body,
    } = await tenant.api<CreatedThread>('POST', '/threads', {
      body: { title: shown(each.subject), body: shown(each.body), requester: { email: `c${each.customer}@example.com` } },
    })
    expect(status, answer).toBe(201)
    threads.push({ id: body.data.threadId, subject: each.subject, messages: [each.body], customer: each.customer, status: 'open' })
  }
  if (each.do === 'rename' && threads.some(({ customer: whose }) => whose === each.customer)) {
    await tenant.skein.upsertCustomer({ body: { email: `c${each.customer}@example.com`, name: shown(each.name) } })
    names[each.customer] = each.name
  }
  if (!of) return
  if (each.do === 'message') {
    await tenant.skein.createMessage({ path: { id: of.id }, body: { body: shown(each.body) } })
    of.messages.push(each.body)
    of.status = 'open'
  }
  if (each.do === 'subject') {
    await tenant.skein.updateThread({ path: { id: of.id }, body: { subject: shown(each.subject) } })
    of.subject = each.subject
  }
  if (each.do === 'resolve') {
    await tenant.skein.updateThread({ path: { id: of.id }, body: { status: 'resolved' } })
    of.status = 'resolved'
  }
}

/** Walks the whole list in small pages. */
async function compare(tenant: TestTenant, asked: Record<string, string>, matching: readonly Known[], inOrder = false): Promise<void> {
  const found: string[] = []
  for (let cursor = ''; ; ) {
    const {
      status,
      text: answer,
      body,
    } = await tenant.api<{ id: string }[]>(
      'GET',
      `/threads?${new URLSearchParams({ ...asked, limit: '3', ...(cursor ? { cursor } : {}) })}`,
    )
    expect(status, `${JSON.stringify(asked)} ${answer}`).toBe(200)
    expect(body.meta.total, JSON.stringify(asked)).toBe(matching.length)
    found.push(...body.data.map(({ id }) => id))
    if (!body.meta.hasMore) break
    cursor = body.meta.cursor
  }
  const wanted = matching.map(({ id }) => id)
  if (inOrder) expect(found, JSON.stringify(asked)).toEqual(wanted)
  else expect(found.toSorted(), JSON.stringify(asked)).toEqual(wanted.toSorted())
}
