/** Search by the names of files of messages. */
import { describe, expect, it } from 'vitest'
import type { CreatedThread, PrivacyRequest } from '../../../client/index.ts'
import { statement } from '#platform/db.ts'
import { uploadFile } from '../../../test/support/files.ts'
import { until } from '../../../test/support/job-fixture.ts'
import { setUpService, type TestTenant } from '../../../test/support/service.ts'
import { indexTexts } from './index-texts.ts'
import { earlierSql } from '../../../test/support/earlier.ts'

const service = await setUpService({ worker: true })

async function create(tenant: TestTenant, body: string, filenames: string[], email = 'a@example.com'): Promise<CreatedThread> {
  const attachments: object[] = []
  for (const filename of filenames) attachments.push({ uploadId: (await uploadFile(tenant, { bytes: 'x', filename })).id })
  const answer = await tenant.api<CreatedThread>('POST', '/threads', { body: { title: 'Files', body, requester: { email }, attachments } })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.data
}
const find = async (tenant: TestTenant, q: string): Promise<string[]> =>
  (await tenant.skein.listThreads({ query: { q } })).data.map(({ id }) => id)

/** Counts the rows of the index that have a word. */
const countIn = async ({ tenantId }: TestTenant, word: string): Promise<number | undefined> =>
  (await service.db.first(rowsWith, { tenantId, word }))?.count
const rowsWith = statement<{ tenantId: string; word: string }, { count: number }>(`
  select (select count(*) from search_texts where tenant_id = :tenantId::uuid and words like '%' || :word::text || '%')
    + (select count(*) from search_words where tenant_id = :tenantId::uuid and word like '%' || :word::text || '%') as count`)

describe.each([
  ['before the index has read them', () => Promise.resolve()],
  ['after it has', () => indexTexts(service.db, { eager: true })],
])('names of files, %s', (_, settle) => {
  it('find their thread and are shown with the message', async () => {
    const tenant = await service.createTenant()
    const { threadId } = await create(tenant, 'Please see', ['Quarterly-report 2026.pdf', 'photo.png'])
    await create(tenant, 'quarterly figures', [])
    await settle()
    const { data, meta } = await tenant.skein.listThreads({ query: { q: 'quarterly-report' } })
    expect([data.map(({ id }) => id), meta.total]).toEqual([[threadId], 1])
    expect(meta.highlights?.[0]?.matches).toMatchObject([
      { field: 'attachment', text: 'Quarterly-report 2026.pdf', ranges: [{ start: 0, end: 16 }] },
    ])
    expect(meta.highlights?.[0]?.matches[0]?.messageId).toMatch(/^msg_/)
    expect(await find(tenant, 'phot*')).toEqual([threadId])
    expect(await find(tenant, 'png -quarterly')).toEqual([])
    // A phrase ends with the text, and with each name.
    expect([await find(tenant, '"see quarterly"'), await find(tenant, '"pdf photo"')]).toEqual([[], []])
  })

  it('of replies find their threads', async () => {
    const tenant = await service.createTenant()
    const { threadId } = await create(tenant, 'Hello', [])
    const attachments = [{ uploadId: (await uploadFile(tenant, { bytes: 'x', filename: 'kumquat.csv' })).id }]
    await tenant.skein.replyToThread({ path: { id: threadId }, body: { body: 'Here', attachments } })
    await settle()
    expect(await find(tenant, 'kumquat')).toEqual([threadId])
  })
})

it('of deleted files find nothing, and other files of the message are still found', async () => {
  const tenant = await service.createTenant()
  const { threadId } = await create(tenant, 'Hello', ['soursop.pdf', 'tamarind.pdf'])
  await indexTexts(service.db, { eager: true })
  expect(await find(tenant, 'soursop')).toEqual([threadId])
  // The file is older than the tenant keeps files.
  await service.db.script(`update uploads set created_at = ${earlierSql('created_at', "interval '40 days'")}
    where tenant_id = '${tenant.tenantId}' and filename = 'soursop.pdf'`)
  expect((await tenant.api('PATCH', '/tenant/settings', { body: { retention: { uploads: 30 } } })).status).toBe(200)
  await until(async () => (await find(tenant, 'soursop')).length === 0)
  await until(async () => (await countIn(tenant, 'soursop')) === 0)
  expect(await find(tenant, 'tamarind')).toEqual([threadId])
  expect(await find(tenant, 'hello')).toEqual([threadId])
})

it('an erasure removes names of files and their words', async () => {
  const tenant = await service.createTenant()
  const { customer, threadId } = await create(tenant, 'Hello', ['durian-certificate.pdf'], 'gone@example.com')
  await indexTexts(service.db, { eager: true })
  expect(await find(tenant, 'durian')).toEqual([threadId])
  const { body } = await tenant.api<PrivacyRequest>('POST', '/privacy/erase', { body: { customerId: customer.id, mode: 'ANONYMIZE' } })
  await until(async () => {
    const request = await tenant.api<PrivacyRequest>('GET', `/privacy/requests/${body.data.id}`)
    return request.body.data.state === 'DONE'
  })
  expect(await find(tenant, 'durian')).toEqual([])
  expect(await countIn(tenant, 'durian')).toBe(0)
})
