/** Erasures that are interrupted at any statement continue from there, and retention erases with the same steps. */
import { expect, it } from 'vitest'
import type { PrivacyRequest } from '../../../client/index.ts'
import { statement, type Queryable } from '#platform/db.ts'
import { parseTypeId } from '#platform/ids.ts'
import { createLog } from '#platform/log.ts'
import { createSafeFetch } from '#platform/outbound/safe-fetch.ts'
import { CollectedEffects, writeLedger } from '#platform/outbox/ledger.ts'
import { systemIdentity } from '#platform/outbox/write-identity.ts'
import { createSecrets } from '#platform/secrets.ts'
import { until } from '../../../test/support/job-fixture.ts'
import { readMailFiles } from '../../../test/support/mail-server.ts'
import { runPrivacyRequest, runSecondRounds } from '../../../test/support/privacy.ts'
import { setUpTenant } from '../../../test/support/service.ts'
import { whereIs } from '../../../test/support/snapshot.ts'
import { sendMail } from '../mail/index.ts'
import { eraseOutside, eraseChunk } from './run-erasure.ts'
import { earlierSql } from '../../../test/support/earlier.ts'

const { service, tenant } = await setUpTenant()

const findPlace = statement<{ tenantId: string; id: string }, { place: string | null }>(
  'select place from privacy_requests where tenant_id = :tenantId::uuid and id = :id::uuid',
)

class Killed extends Error {}

/** Runs an erasure with kills: each attempt at a chunk is killed one statement later than the previous one, until the chunk completes. */
async function runWithKills(id: string, stopsAt?: string): Promise<{ kills: number; chunks: number }> {
  const { db, config } = service
  const { tenantId } = tenant
  const fetch = createSafeFetch({ allowedCidrs: [], timeoutMs: 1_000 })
  const context = {
    tenantId,
    key: parseTypeId('prv', id) ?? '',
    input: {},
    attempt: 1,
    config,
    log: createLog('silent').log,
    secrets: createSecrets(config.secretKey),
  }
  const done = { kills: 0, chunks: 0 }
  for (let last = 1, isMore = true; isMore; ) {
    if (stopsAt && (await db.first(findPlace, { tenantId, id: context.key }))?.place === stopsAt) break
    const found = await eraseOutside({ ...context, db, fetch, signal: AbortSignal.timeout(20_000) })
    try {
      isMore = await db.transaction(async (tx) => {
        let statements = 0
        const counted: Queryable['rows'] = (query, params) => {
          if (++statements > last) throw new Killed()
          return tx.rows(query, params)
        }
        const mortal: Queryable = {
          ...tx,
          rows: counted,
          first: async (query, params) => (await counted(query, params))[0] ?? null,
          script: (sql) => tx.script(sql),
        }
        const effects = new CollectedEffects()
        const again = await eraseChunk({ ...context, tx: mortal, effects, found })
        await writeLedger(tx, systemIdentity(tenantId), effects, { status: 200, record: null })
        return again !== undefined
      })
      done.chunks++
      last = 1
    } catch (error) {
      if (!(error instanceof Killed)) throw error
      done.kills++
      last += 5
    }
  }
  fetch.close()
  return done
}

it.each(['ANONYMIZE', 'DELETE'])('an erasure killed at any statement, %s, leaves nothing and counts each row once', async (mode) => {
  const canary = `killed${mode.toLowerCase()}`
  let customerId = ''
  for (const n of [1, 2, 3]) {
    const { data } = (
      await tenant.api('POST', '/threads', {
        body: { title: `${canary} ${n}`, body: canary, requester: { email: `${canary}@example.com` } },
      })
    ).body
    customerId = (data['customer'] as { id: string }).id
    await tenant.skein.saveDraft({ path: { id: String(data['threadId']) }, query: { kind: 'note' }, body: { body: canary } })
  }
  const { id } = (await tenant.api<PrivacyRequest>('POST', '/privacy/erase', { body: { customerId, mode } })).body.data
  const { kills, chunks } = await runWithKills(id)
  expect(kills).toBeGreaterThan(5)
  expect(chunks).toBeGreaterThan(1)
  const { receipt } = (await tenant.skein.getPrivacyRequest({ path: { id } })).data
  expect(receipt?.places).toEqual(
    expect.arrayContaining([
      { place: 'messages', count: 3 },
      { place: 'threads', count: 3 },
      { place: 'drafts', count: 3 },
      { place: 'customers', count: 1 },
    ]),
  )
  expect(await whereIs(service.db, [canary])).toEqual([])
  const events = (await tenant.skein.listEvents({ query: { limit: 100, types: 'privacy.request.completed' } })).data
  expect([events.filter((event) => JSON.stringify(event).includes(id)).length, (await service.db.rows(deleteMails, {})).length]).toEqual([
    1, 1,
  ])
})

const deleteMails = statement<object, object>(`delete from jobs where name = 'send-mail' returning id`)
it('an erasure that is requested again after a failure knows the earlier findings', async () => {
  const canary = 'givenup'
  const to = `${canary}@example.com`
  const { data } = (await tenant.api('POST', '/threads', { body: { title: canary, body: canary, requester: { email: to } } })).body
  const customerId = (data['customer'] as { id: string }).id
  await service.db.transaction(async (tx) => {
    const effects = new CollectedEffects()
    const values = { name: 'Ada', inviterName: 'Grace', token: 'token', expiresAt: '2026-03-04T09:30:00.000Z' }
    sendMail({ effects, secrets: createSecrets(service.config.secretKey) }, { to, template: 'invitation', values })
    await writeLedger(tx, systemIdentity(tenant.tenantId), effects, { status: 200, record: null })
  })
  const worker = service.startWorker()
  const countMailFiles = async () => (await readMailFiles(service.config)).filter((mail) => mail.to?.[0]?.address === to).length
  await until(async () => (await countMailFiles()) === 1)
  await worker.stop()

  const body = { customerId, mode: 'DELETE' }
  const first = (await tenant.api<PrivacyRequest>('POST', '/privacy/erase', { body })).body.data.id
  // Stops at the step that deletes files, as with a file store that does not respond for hours.
  await runWithKills(first, 'kept-mails')
  await service.db.script(
    `delete from jobs where name = 'erase-personal-data'; update privacy_requests set state = 'FAILED' where place = 'kept-mails'`,
  )
  expect([(await tenant.api('GET', `/customers/${customerId}`)).body.error, await countMailFiles()]).toEqual([null, 1])
  const again = service.startWorker()
  expect(await runPrivacyRequest(tenant, '/privacy/erase', body)).toMatchObject({ state: 'DONE' })
  await runSecondRounds(service)
  await again.stop()
  expect([await countMailFiles(), await whereIs(service.db, [canary])]).toEqual([0, []])
})

const closeDaysAgo = statement<{ tenantId: string; subject: string; days: number }, object>(
  `update threads set closed_at = ${earlierSql('closed_at', 'make_interval(days => :days::int)')} where tenant_id = :tenantId::uuid and subject = :subject`,
)

it('threads that were closed for longer than the setting are erased completely', async () => {
  const other = await service.createTenant()
  const closed = async (subject: string, days: number) => {
    const { data } = (
      await other.api('POST', '/threads', {
        body: { title: subject, body: `Body ${subject}`, requester: { email: 'ada@example.com', name: 'Ada' } },
      })
    ).body
    const id = String(data['threadId'])
    await other.skein.updateThread({ path: { id }, body: { status: 'closed' } })
    await service.db.rows(closeDaysAgo, { tenantId: other.tenantId, subject, days })
    return id
  }
  const [old, young, reopened] = [await closed('oldest', 31), await closed('younger', 29), await closed('reopened', 60)]
  await other.skein.updateThread({ path: { id: reopened }, body: { status: 'open' } })
  const worker = service.startWorker()
  await other.skein.updateTenantSettings({ body: { retention: { closedThreads: 30 } } })
  const requests = async () => (await other.skein.listPrivacyRequests()).data
  await until(async () => (await requests())[0]?.state === 'DONE')
  const [request] = await requests()
  expect(request).toMatchObject({ type: 'RETENTION', customerId: null, requestedBy: null })
  expect(request?.receipt?.places).toEqual(
    expect.arrayContaining([
      { place: 'messages', count: 1 },
      { place: 'threads', count: 1 },
    ]),
  )
  await runSecondRounds(service)
  await worker.stop()
  const status = async (id: string) => (await other.api('GET', `/threads/${id}`)).status
  expect([await status(old), await status(young), await status(reopened)]).toEqual([404, 200, 200])
  expect(await whereIs(service.db, ['oldest'])).toEqual([])
  const { total } = (await other.api('GET', '/threads?status=closed')).body.meta
  expect([total, (await other.api('GET', '/customers')).body.meta.total]).toEqual([1, 1])
})
