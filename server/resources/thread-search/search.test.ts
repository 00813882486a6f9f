import { beforeAll, describe, expect, it } from 'vitest'
import type { Thread } from '../../../client/index.ts'
import { setUpService, type TestTenant } from '../../../test/support/service.ts'
import { indexTexts } from './index-texts.ts'
import { TextScanner } from './scan-texts.ts'

type Match = { field: string; messageId: string | null; fieldKey: string | null; text: string; ranges: { start: number; end: number }[] }
type Highlight = { threadId: string; matches: Match[] }

let scans = 0
const service = await setUpService({ onStatement: (text) => (scans += text.includes('strpos(words, ') ? 1 : 0) })

async function create(tenant: TestTenant, subject: string, body: string, more: object = {}): Promise<string> {
  const {
    status,
    text,
    body: answer,
  } = await tenant.api<Thread & { threadId: string }>('POST', '/threads', {
    body: { title: subject, body, requester: { email: 'ada@example.com', name: 'Ada Lovelace' }, ...more },
  })
  expect(status, text).toBe(201)
  return answer.data.threadId
}

async function search(tenant: TestTenant, q: string, more: Record<string, string> = {}) {
  const { status, text, body } = await tenant.api<Thread[]>('GET', `/threads?${new URLSearchParams({ q, ...more })}`)
  expect(status, text).toBe(200)
  // Safe because the answer was compared with the document.
  const { highlights } = body.meta as unknown as { highlights: Highlight[] }
  return { threads: body.data, subjects: body.data.map(({ subject }) => subject), meta: body.meta, highlights }
}

/** The index as it is before a worker has read anything, and after. */
const states = [
  ['not read by the index yet', () => Promise.resolve()],
  ['read by the index', () => indexTexts(service.db, { eager: true })],
] as const

describe.each(states)('texts that are %s', (_, settle) => {
  let tenant: TestTenant
  beforeAll(async () => {
    tenant = await service.createTenant()
    await create(tenant, 'Refund for the café', 'I want my money back.', { external_reference_id: 'order-1842' })
    const second = await create(tenant, 'Export', 'The export of café bills is empty. Refund me, Straße 5!')
    await tenant.skein.createMessage({ path: { id: second }, body: { body: 'a secret note', authorType: 'AGENT', internal: true } })
    await create(tenant, '東京都のホテル', 'ホテルを予約したいです。', { requester: { email: 'bob@example.org', name: 'Bob' } })
    await create(tenant, 'สวัสดี', 'ขอเงินคืน', { requester: { email: 'bob@example.org' } })
    await create(tenant, 'مُحَمَّد', 'أريد استرداد أموالي', { requester: { email: 'bob@example.org' } })
    await create(tenant, 'Smile 😀', 'the money of 42 people', { requester: { email: 'bob@example.org' } })
    await settle()
  })

  it.each([
    ['refund', ['Refund for the café', 'Export']],
    ['REFUND cafe', ['Refund for the café', 'Export']],
    ['"refund for"', ['Refund for the café']],
    ['refund -export', ['Refund for the café']],
    ['refund -"for the"', ['Export']],
    ['money or bills', ['Smile 😀', 'Export', 'Refund for the café']],
    ['strasse', ['Export']],
    ['exp*', ['Export']],
    ['order-1842', ['Refund for the café']],
    ['#3', ['東京都のホテル']],
    ['ada@example.com secret', ['Export']],
    ['lovelace', ['Export', 'Refund for the café']],
    ['東京', ['東京都のホテル']],
    ['京都', ['東京都のホテル']],
    ['都', ['東京都のホテル']],
    ['予約 ホテル', ['東京都のホテル']],
    ['東都', []],
    ['เงินคืน', ['สวัสดี']],
    ['محمد', ['مُحَمَّد']],
    ['😀', ['Smile 😀']],
    ['"money back" refund', ['Refund for the café']],
    ['-money -export', ['مُحَمَّد', 'สวัสดี', '東京都のホテル']],
  ])('%s', async (q, subjects) => {
    const found = await search(tenant, q)
    expect(found.subjects).toEqual(subjects)
    expect(found.meta.total).toBe(subjects.length)
  })

  it('have their words marked', async () => {
    const { highlights, threads } = await search(tenant, 'refund café')
    expect(highlights.map(({ threadId }) => threadId)).toEqual(threads.map(({ id }) => id))
    expect(highlights[0]?.matches).toEqual([
      {
        field: 'subject',
        messageId: null,
        fieldKey: null,
        text: 'Refund for the café',
        ranges: [
          { start: 0, end: 6 },
          { start: 15, end: 19 },
        ],
      },
    ])
    expect(highlights[1]?.matches).toMatchObject([{ field: 'message', text: 'The export of café bills is empty. Refund me, Straße 5!' }])
  })
})

describe('a search', () => {
  let tenant: TestTenant
  beforeAll(async () => {
    tenant = await service.createTenant()
  })

  it.each(['-', '"', '""', '!!!', 'or', '- or -', '***', `"${'-'.repeat(500)}`, '\u{200d}'])(
    '%j has no word, and the error says so',
    async (q) => {
      const { status, body } = await tenant.api('GET', `/threads?${new URLSearchParams({ q })}`)
      expect(status).toBe(400)
      expect(body.error).toMatchObject({ code: 'SVC-VALIDATION-FAILED', details: [{ field: 'q', code: 'NO_WORDS' }] })
    },
  )

  it.each([
    'a "b',
    '"a b',
    'a -',
    'a or',
    'or a',
    '--a',
    'a""b',
    '"a" "',
    'ﷺ',
    'a*b',
    '½',
    'x'.repeat(1000),
    'NULL',
    "a' or 1=1 --",
    String.raw`\ a`,
    '{a}',
    '\u{feff}a',
    'a\u{10ffff}b',
  ])('%j is accepted', async (q) => {
    await search(tenant, q)
  })

  it('of more than fifty words, or a thousand characters, is refused', async () => {
    const words = Array.from({ length: 51 }, (_, i) => `w${i}`).join(' ')
    expect((await tenant.api('GET', `/threads?${new URLSearchParams({ q: words })}`)).body.error).toMatchObject({
      details: [{ code: 'TOO_MANY_WORDS' }],
    })
    expect((await tenant.api('GET', `/threads?${new URLSearchParams({ q: 'a '.repeat(501) })}`)).status).toBe(400)
    await search(tenant, words.replace(' w50', ''))
  })

  it('never finds another tenant’s text', async () => {
    const other = await service.createTenant()
    await create(other, 'zebra crossing', 'zebra', { external_reference_id: 'zebra-1' })
    await create(tenant, 'mine', 'nothing striped')
    for (const q of ['zebra', 'zeb*', '"zebra crossing"', 'zebra-1', '-unheard'])
      expect((await search(tenant, q)).subjects, q).not.toContain('zebra crossing')
    await indexTexts(service.db, { eager: true })
    for (const q of ['zebra', 'zeb*', '"zebra crossing"', 'zebra-1', '-unheard'])
      expect((await search(tenant, q)).subjects, q).not.toContain('zebra crossing')
    expect((await search(other, 'zebra')).meta.total).toBe(1)
  })

  it.each([false, true])('follows a new subject and customer name at once (after the index read them: %s)', async (first) => {
    const own = await service.createTenant()
    const id = await create(own, 'Giraffe', 'a body that stays')
    if (first) await indexTexts(service.db, { eager: true })
    await own.skein.updateThread({ path: { id }, body: { subject: 'Elephant' } })
    const look = async () => {
      expect((await search(own, 'giraffe')).meta.total).toBe(0)
      expect((await search(own, 'elephant body')).subjects).toEqual(['Elephant'])
      expect((await search(own, '"ada lovelace"')).meta.total).toBe(0)
      expect((await search(own, 'countess elephant')).meta.total).toBe(1)
    }
    await create(own, 'Other', 'text', { requester: { email: 'ada@example.com', name: 'Countess' } })
    await look()
    await indexTexts(service.db, { eager: true })
    await look()
    await indexTexts(service.db, { eager: true })
    await look()
  })

  it.each([false, true])('follows messages through merges and back (after the index read them: %s)', async (settles) => {
    const own = await service.createTenant()
    const settle = async (): Promise<void> => (settles ? indexTexts(service.db, { eager: true }) : undefined)
    const [source, target] = [await create(own, 'Source', 'walrus tusk'), await create(own, 'Target', 'penguin')]
    await settle()
    await own.skein.mergeThread({ path: { id: target }, body: { sourceIds: [source] } })
    const merged = async (): Promise<void> => {
      expect((await search(own, 'walrus')).subjects).toEqual(['Target'])
      expect((await search(own, '"walrus tusk" penguin')).subjects).toEqual(['Target'])
      expect((await search(own, '-walrus')).subjects).toEqual(['Source'])
    }
    await merged()
    await settle()
    await merged()
    await own.skein.unmergeThread({ path: { id: source } })
    const apart = async (): Promise<void> => {
      expect((await search(own, 'walrus')).subjects).toEqual(['Source'])
      expect((await search(own, 'penguin -tusk')).subjects).toEqual(['Target'])
    }
    await apart()
    await settle()
    await apart()
  })

  it('finds a thread by its number and by its reference before those that mention them', async () => {
    const own = await service.createTenant()
    const [first] = [await create(own, 'one', 'x', { external_reference_id: 'A 7/b' }), await create(own, '1 A 7/b', 'see 1 and A 7/b')]
    const { threads } = await search(own, 'one')
    const ticketNumber = threads[0]?.ticketNumber ?? ''
    for (const q of ['#1', '1', ticketNumber, ticketNumber.toLowerCase(), 'A 7/b', '"A 7/b"'])
      expect((await search(own, q)).threads[0]?.id, q).toBe(first)
    expect((await search(own, ticketNumber)).highlights[0]?.matches[0]).toEqual({
      field: 'ticketNumber',
      messageId: null,
      fieldKey: null,
      text: ticketNumber,
      ranges: [{ start: 0, end: ticketNumber.length }],
    })
    expect((await search(own, `${ticketNumber} one`)).subjects).toEqual(['one'])
    expect((await search(own, `${ticketNumber.replace(/\d{4}-/, '1999-')}`)).meta.total).toBe(0)
  })

  it('shows excerpts of long messages that contain the match and end between words', async () => {
    const own = await service.createTenant()
    const filler = '😀 naïve 東京都は大きい '.repeat(900)
    const id = await create(own, 'long', `${filler} needle ${filler}`)
    for (const settle of states.map(([, run]) => run)) {
      await settle()
      const { highlights } = await search(own, 'needle')
      const [match] = highlights[0]?.matches ?? []
      expect(highlights[0]?.threadId).toBe(id)
      expect(match?.text.length).toBeLessThan(400)
      expect(match?.text.isWellFormed()).toBe(true)
      expect(match?.ranges.map(({ start, end }) => match.text.slice(start, end))).toEqual(['needle'])
      expect(filler.includes(match?.text.slice(0, match.ranges[0]?.start ?? 0).trim() ?? '?')).toBe(true)
    }
  })

  it('for a phrase of common words uses the index, even if they became common later', async () => {
    const own = await service.createTenant()
    for (let i = 0; i < 4; i++) await create(own, `case ${i}`, i === 3 ? 'you may thank me' : 'oh thank you very much')
    await indexTexts(service.db, { eager: true, minCommonThreads: 100 })
    await create(own, 'last', 'Thank you very much!')
    await indexTexts(service.db, { eager: true, minCommonThreads: 3 })
    scans = 0
    expect((await search(own, '"thank you"')).meta.total).toBe(4)
    expect((await search(own, '"thank you very much"')).meta.total).toBe(4)
    expect((await search(own, 'thank -"thank you"')).subjects).toEqual(['case 3'])
    expect(scans).toBe(0)
    expect((await search(own, '"oh thank you"')).meta.total).toBe(3)
    expect(scans).toBe(1)
    expect((await search(own, '"may thank me"')).subjects).toEqual(['case 3'])
    expect(scans).toBe(2)
  })

  it('scans long threads in batches, and only a limited number of texts', async () => {
    const own = await service.createTenant()
    for (let i = 0; i < 3; i++) {
      const id = await create(own, `thread ${i}`, 'alpha and beta')
      for (let k = 0; k < 4; k++) await own.skein.createMessage({ path: { id }, body: { body: k === i ? 'alpha beta' : 'beta alpha' } })
    }
    await indexTexts(service.db, { eager: true })
    const limits = { search: { texts: 18, bytes: 10_000 }, statement: { texts: 2, bytes: 10_000 }, firstTexts: 2 }
    const find = async (numbers: number[], raw: string, more: Partial<typeof limits> = {}): Promise<number[]> => {
      const found: number[] = []
      const scanner = new TextScanner(service.db, own.tenantId, 'q', { ...limits, ...more })
      await scanner.find({ words: raw.split(' '), isPrefix: false, raw }, numbers, ({ number }) => found.push(number))
      return [...new Set(found)]
    }
    expect(await find([1, 2, 3], 'alpha beta')).toEqual([1, 2, 3])
    expect(await find([1, 3], 'alpha beta')).toEqual([1, 3])
    expect(await find([1, 2, 3], 'alpha alpha')).toEqual([])
    const details = [{ field: 'q', code: 'PHRASE_TOO_COMMON', message: expect.stringContaining('alpha beta') }]
    await expect(find([1, 2, 3], 'alpha beta', { search: { texts: 17, bytes: 10_000 } })).rejects.toMatchObject({ details })
    await expect(find([1, 2, 3], 'alpha beta', { search: { texts: 18, bytes: 100 } })).rejects.toMatchObject({ details })
  })
})
