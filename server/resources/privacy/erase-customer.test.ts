/** The rows that an erasure deletes and leaves, and the numbers that it reports. */
import { describe, expect, it } from 'vitest'
import type { Message, PrivacyRequest, Thread } from '../../../client/index.ts'
import { statement } from '#platform/db.ts'
import { until } from '../../../test/support/job-fixture.ts'
import { uploadFile } from '../../../test/support/files.ts'
import { runPrivacyRequest, waitForPrivacyRequest, runSecondRounds } from '../../../test/support/privacy.ts'
import { whereIs } from '../../../test/support/snapshot.ts'
import { setUpTenant } from '../../../test/support/service.ts'
import { createSecrets } from '#platform/secrets.ts'
import { readCounters, recountCounters } from '../tenants/queries.ts'
import { indexTexts } from '../thread-search/index.ts'
import { computeProof } from './run-erasure.ts'

const { service, tenant } = await setUpTenant({ worker: true })

let count = 0
/** Creates a customer with a thread in which both the customer and an agent have written. */
async function createCustomerWithThread(canary = `canary${++count}x`) {
  const email = `${canary}@example.com`
  const { data: thread } = (
    await tenant.api('POST', '/threads', {
      body: {
        title: `Title ${canary}`,
        body: `Body ${canary}`,
        requester: { email, name: `Name ${canary}` },
        external_reference_id: `ref-${canary}`,
      },
      headers: { 'idempotency-key': `make-${canary}` },
    })
  ).body
  const threadId = String(thread['threadId'])
  await tenant.skein.replyToThread({ path: { id: threadId }, body: { body: `Dear ${canary}` } })
  await tenant.skein.createMessage({ path: { id: threadId }, body: { body: `About ${canary}`, internal: true } })
  return { canary, email, threadId, customerId: (thread['customer'] as { id: string }).id }
}

describe.each(['ANONYMIZE', 'DELETE'] as const)('an erasure with %s', (mode) => {
  it('leaves nothing of the customer in any table, and everything of another customer', async () => {
    const gone = await createCustomerWithThread()
    const stays = await createCustomerWithThread()
    await indexTexts(service.db, { eager: true })
    const before = await whereIs(service.db, [stays.canary])
    const preview = await runPrivacyRequest(tenant, '/privacy/erase', { customerId: gone.customerId, mode, dryRun: true })
    expect(await whereIs(service.db, [gone.canary]), 'a dry run changes nothing').not.toEqual([])
    const { state, receipt } = await runPrivacyRequest(tenant, '/privacy/erase', { customerId: gone.customerId, mode })
    expect([preview.state, state]).toEqual(['DONE', 'DONE'])
    expect(await whereIs(service.db, [gone.canary])).toEqual([])
    expect(await whereIs(service.db, [stays.canary])).toEqual(before)
    const counts = Object.fromEntries((receipt?.places ?? []).map((place) => [place.place, place.count]))
    expect(counts).toMatchObject({ customers: 1, messages: 3, threads: 1 })
    // The erasure itself writes events and audit rows, which contain no data to erase.
    expect(receipt?.places).toEqual(preview.preview?.places)
    await runSecondRounds(service)
    const rest = await tenant.api('GET', `/threads/${gone.threadId}`)
    expect(rest.status).toBe(mode === 'DELETE' ? 404 : 200)
    expect((await tenant.api('GET', `/customers/${gone.customerId}`)).status).toBe(mode === 'DELETE' ? 404 : 200)
  })
})

const erase = (customerId: string, mode = 'DELETE') => runPrivacyRequest(tenant, '/privacy/erase', { customerId, mode })

it('an erasure includes all customers who were merged into this one', async () => {
  const [target, source] = [await createCustomerWithThread(), await createCustomerWithThread()]
  await tenant.skein.mergeCustomer({ path: { id: target.customerId }, body: { sourceIds: [source.customerId] } })
  const { receipt } = await runPrivacyRequest(tenant, '/privacy/erase', { email: source.email, mode: 'DELETE' })
  await runSecondRounds(service)
  expect(receipt?.places).toContainEqual({ place: 'customers', count: 2 })
  expect(await whereIs(service.db, [target.canary, source.canary])).toEqual([])
  expect((await tenant.api('GET', `/customers/${source.customerId}`)).status).toBe(404)
})

it('a thread in which another customer has messages goes to that customer', async () => {
  const [gone, stays] = [await createCustomerWithThread(), await createCustomerWithThread()]
  await tenant.skein.mergeThread({ path: { id: gone.threadId }, body: { sourceIds: [stays.threadId], allowCrossCustomer: true } })
  await erase(gone.customerId)
  await runSecondRounds(service)
  expect(await whereIs(service.db, [gone.canary])).toEqual([])
  const { data: thread } = (await tenant.api<Thread>('GET', `/threads/${gone.threadId}`)).body
  expect([thread.customer.id, thread.messageCount]).toEqual([stays.customerId, 6])
  const { data } = (await tenant.api<Message[]>('GET', `/threads/${gone.threadId}/messages`)).body
  expect(data.map(({ body }) => body).filter((body) => body.includes(stays.canary))).toHaveLength(3)
  expect((await tenant.api('POST', `/threads/${stays.threadId}/unmerge`)).status, 'and the merge can be undone').toBe(200)
})

it('messages of the customer that merges and splits moved are found', async () => {
  const [gone, stays] = [await createCustomerWithThread(), await createCustomerWithThread()]
  await tenant.skein.mergeThread({ path: { id: stays.threadId }, body: { sourceIds: [gone.threadId], allowCrossCustomer: true } })
  const { data } = (await tenant.api<Message[]>('GET', `/threads/${stays.threadId}/messages`)).body
  const own = data.filter(({ body }) => body === `Body ${gone.canary}`).map(({ id }) => id)
  await tenant.skein.splitThread({ path: { id: stays.threadId }, body: { subject: 'Split', messageIds: own } })
  await erase(gone.customerId, 'ANONYMIZE')
  await runSecondRounds(service)
  expect(await whereIs(service.db, [gone.canary])).toEqual([])
})

it('an erasure runs once when it is requested twice, and again finds nothing', async () => {
  const gone = await createCustomerWithThread()
  const asked = await Promise.all(
    [1, 2].map(() => tenant.api<PrivacyRequest>('POST', '/privacy/erase', { body: { customerId: gone.customerId, mode: 'ANONYMIZE' } })),
  )
  const both = await Promise.all(asked.map(({ body }) => waitForPrivacyRequest(tenant, body.data.id)))
  expect(both.map(({ state }) => state)).toEqual(['DONE', 'DONE'])
  const counts = both.map(({ receipt }) => receipt?.places.find(({ place }) => place === 'messages')?.count ?? 0)
  expect(counts.toSorted()).toEqual([0, 3])
  const again = await runPrivacyRequest(tenant, '/privacy/erase', { customerId: gone.customerId, mode: 'DELETE', dryRun: true })
  expect(again.preview?.places).toEqual([{ place: 'threads', count: 1 }])
})

it('an erasure is complete after two rounds, whatever is written meanwhile', async () => {
  const gone = await createCustomerWithThread()
  const writing = { isOver: false }
  const writers = [1, 2].map(async (n) => {
    while (!writing.isOver) {
      // Uses the raw API, because the client throws once the thread is erased.
      await tenant.api('POST', `/threads/${gone.threadId}/reply`, { body: { body: `reply ${n} to ${gone.canary}` } })
      const body = { subject: `subject ${gone.canary}`, priority: n === 1 ? 'HIGH' : 'LOW' }
      await tenant.api('PATCH', `/threads/${gone.threadId}`, { body })
    }
  })
  const { state } = await erase(gone.customerId)
  writing.isOver = true
  await Promise.all(writers)
  await runSecondRounds(service)
  expect([state, await whereIs(service.db, [gone.canary])]).toEqual(['DONE', []])
})

it('an erased customer accepts no new data', async () => {
  const gone = await createCustomerWithThread()
  await erase(gone.customerId, 'ANONYMIZE')
  const inboxId = tenant.inboxId
  const refused = [
    await tenant.api('PATCH', `/customers/${gone.customerId}`, { body: { name: 'Ada' } }),
    await tenant.api('POST', '/threads', { body: { inboxId, customerId: gone.customerId, subject: 'New', body: 'New' } }),
    await tenant.api('POST', `/customers/${(await createCustomerWithThread()).customerId}/merge`, {
      body: { sourceIds: [gone.customerId] },
    }),
  ]
  expect(refused.map(({ body }) => body.error?.code)).toEqual([
    'SVC-CUSTOMER-ERASED',
    'SVC-VALIDATION-UNKNOWN_REFERENCE',
    'SVC-CUSTOMER-MERGE_CONFLICT',
  ])
  const anew = await tenant.api('POST', '/customers', { body: { email: gone.email } })
  expect(anew.status, 'the address is free').toBe(201)
})

it('a retry of an erased request gets a response without the data, and no effect', async () => {
  const canary = `canary${++count}x`
  const body = { title: `Title ${canary}`, body: 'Body', requester: { email: `${canary}@example.com` } }
  const headers = { 'idempotency-key': canary }
  const first = await tenant.api('POST', '/threads', { body, headers })
  await erase((first.body.data['customer'] as { id: string }).id)
  const again = await tenant.api('POST', '/threads', { body, headers })
  expect([again.status, again.headers['idempotent-replayed'], again.body.data.id]).toEqual([201, 'true', first.body.data.id])
  expect(again.text).not.toContain(canary)
})

it('an erasure waits while another worker has the search index, then continues', async () => {
  const gone = await createCustomerWithThread()
  await indexTexts(service.db, { eager: true })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const holding = service.db.transaction(async (tx) => {
    await tx.rows(lockSearchIndex, tenant)
    await released
  })
  const { data: asked } = (await tenant.api('POST', '/privacy/erase', { body: { customerId: gone.customerId, mode: 'ANONYMIZE' } })).body
  await until(async () => (await service.db.first(waitsForIndex, tenant)) !== null).finally(release)
  await holding
  expect((await waitForPrivacyRequest(tenant, String(asked['id']))).state).toBe('DONE')
  expect(await whereIs(service.db, [gone.canary])).toEqual([])
})
const lockSearchIndex = statement<{ tenantId: string }, object>('select from search_cursors where tenant_id = :tenantId::uuid for update')
const waitsForIndex = statement<{ tenantId: string }, object>(
  `select from privacy_requests where tenant_id = :tenantId::uuid and place = 'search' and position is not null`,
)

it('an erasure keeps totals exact', async () => {
  const totals = async () =>
    Promise.all(['/threads', '/customers', '/threads?status=open'].map(async (path) => (await tenant.api('GET', path)).body.meta.total))
  const before = await totals()
  const gone = await createCustomerWithThread()
  await erase(gone.customerId)
  expect(await totals()).toEqual(before)
  const { tenantId } = tenant
  const kept = await service.db.first(readCounters, { tenantId })
  expect(await service.db.first(recountCounters, { tenantId })).toEqual(kept)
})

it('the receipt proves itself, and a changed one does not', async () => {
  const { id, receipt } = await erase((await createCustomerWithThread()).customerId)
  const { proof, ...facts } = receipt ?? { proof: '' }
  const secrets = createSecrets(service.config.secretKey)
  expect(computeProof(secrets, { id, mode: 'DELETE', ...facts })).toBe(proof)
  expect(computeProof(secrets, { id, mode: 'ANONYMIZE', ...facts })).not.toBe(proof)
})

it('files that a draft for the customer names are deleted', async () => {
  const { canary, customerId, threadId } = await createCustomerWithThread()
  const upload = await uploadFile(tenant, { bytes: `about ${canary}`, filename: `${canary}.txt` })
  const saved = await tenant.api('PUT', `/threads/${threadId}/draft`, { body: { body: 'later', attachments: [{ uploadId: upload.id }] } })
  expect(saved.status).toBe(200)
  await erase(customerId, 'ANONYMIZE')
  expect(await whereIs(service.db, [canary])).toEqual([])
  expect((await tenant.api('GET', `/uploads/${upload.id}`)).status).toBe(404)
})

it('files and their names are deleted, wherever these are stored', async () => {
  const canary = `canary${++count}x`
  const upload = await uploadFile(tenant, { bytes: `about ${canary}`, filename: `${canary}.txt` })
  const body = { title: 'A file', body: 'See there', requester: { email: `${canary}@example.com` }, attachments: [{ uploadId: upload.id }] }
  const { data } = (await tenant.api('POST', '/threads', { body })).body
  const customerId = (data['customer'] as { id: string }).id
  await erase(customerId, 'ANONYMIZE')
  await runSecondRounds(service)
  expect(await whereIs(service.db, [canary])).toEqual([])
  expect((await tenant.api('GET', `/uploads/${upload.id}`)).status).toBe(404)
})
