/** After the erasure of a customer, no table and no file contains any of their data, and another customer's data is complete. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Customer } from '../../client/index.ts'
import { statement } from '#platform/db.ts'
import { CollectedEffects, writeLedger } from '#platform/outbox/ledger.ts'
import { systemIdentity } from '#platform/outbox/write-identity.ts'
import { createSecrets } from '#platform/secrets.ts'
import { until } from '../support/job-fixture.ts'
import { readMailFiles } from '../support/mail-server.ts'
import { runPrivacyRequest, runSecondRounds } from '../support/privacy.ts'
import { openReceiver } from '../support/receiver.ts'
import { setUpService, type TestTenant } from '../support/service.ts'
import { whereIs } from '../support/snapshot.ts'
import { sendMail } from '../../server/resources/mail/index.ts'
import { indexTexts } from '../../server/resources/thread-search/index.ts'
import { aboutCustomers, fillWith } from './canary.ts'
import { leaveFormerTraces } from './former-traces.ts'

// The receiver echoes the request, so that deliveries contain it.
const receiver = await openReceiver((delivery, n) => ({
  status: n === 1 && delivery.event.sequence % 4 === 0 ? 500 : 200,
  body: delivery.body,
}))
afterAll(() => receiver.close())
const service = await setUpService({ worker: true })

/** Columns that workers write some time after the requests. */
const lastTraces = ['webhook_deliveries.response_body', 'search_texts.words', 'search_words.word']

describe.each(['ANONYMIZE', 'DELETE'] as const)('%s', (mode) => {
  it('removes every trace of one customer, and none of another', async () => {
    const tenant = await service.createTenant()
    for (const appliesTo of ['THREAD', 'CUSTOMER'])
      await tenant.api('POST', '/custom-fields', { body: { key: 'note', name: 'Note', appliesTo, type: 'TEXT' } })
    await tenant.skein.createWebhook({ body: { url: receiver.url, events: ['*'] } })
    const [gone, stays] = [`goner${mode.toLowerCase()}`, `stayer${mode.toLowerCase()}`]
    for (const canary of [gone, stays]) {
      const { refused, accepted } = await fillWith(tenant, canary)
      expect(refused).toEqual([])
      expect(accepted).toBeGreaterThanOrEqual(aboutCustomers.length)
      await leaveFormerTraces(tenant, canary)
    }
    const people = { [gone]: await onePerson(tenant, gone), [stays]: await onePerson(tenant, stays) }
    const id = people[gone] ?? ''
    await mailTo(tenant, `${gone}@example.com`)
    await mailTo(tenant, `${stays}@example.com`)
    await until(
      async () =>
        (await readMailFiles(service.config)).filter(({ to }) =>
          [gone, stays].some((canary) => to?.[0]?.address === `${canary}@example.com`),
        ).length === 2,
      20_000,
    )
    await indexTexts(service.db, { eager: true })
    // The background work for one customer may finish before that for the other.
    const traces = (): Promise<string[][]> => Promise.all([gone, stays].map((canary) => whereIs(service.db, [canary])))
    await until(async () => {
      const [ofGone = [], ofStays = []] = await traces()
      return lastTraces.every((trace) => ofGone.includes(trace)) && ofGone.join() === ofStays.join()
    }).catch(async () => expect((await traces())[0], 'both have left the same traces').toEqual((await traces())[1]))
    const before = await whereIs(service.db, [stays])
    await service.db.script('analyze')
    expect(await statisticsWith(gone), 'statistics keep no values of customers').toEqual([])
    expect(before.length, before.join(' ')).toBeGreaterThan(15)

    const { state, receipt } = await runPrivacyRequest(tenant, '/privacy/erase', { customerId: id, mode })
    expect([state, JSON.stringify(receipt).includes(gone)]).toEqual(['DONE', false])
    // Removes rows that were written during the erasure.
    await runSecondRounds(service)
    expect(await whereIs(service.db, [gone])).toEqual([])
    await service.db.script('analyze')
    expect(await statisticsWith(gone)).toEqual([])
    expect(await filesWith(gone)).toEqual([])
    expect(await whereIs(service.db, [stays])).toEqual(before)
    expect((await filesWith(stays)).length).toBeGreaterThan(0)
    // The remaining objects can still be read.
    for (const path of [
      '/threads?limit=100',
      '/customers?limit=100',
      '/events?limit=100',
      '/audit-logs?limit=100',
      '/webhook-deliveries?limit=100',
    ])
      expect((await tenant.api('GET', path)).status, path).toBe(200)
    const found = await tenant.api('GET', `/threads?q=${gone}`)
    expect([found.status, found.body.meta.total]).toEqual([200, 0])
  })
})

/** Merges all customers with the canary into one with a neutral address. Returns its id. */
async function onePerson(tenant: TestTenant, canary: string): Promise<string> {
  const { id } = (await tenant.skein.upsertCustomer({ body: { email: `${canary}@example.com` } })).data
  for (;;) {
    const { data } = (await tenant.api<Customer[]>('GET', `/customers?q=${canary}&limit=20`)).body
    const sourceIds = data.map((each) => each.id).filter((each) => each !== id)
    if (sourceIds.length === 0) return id
    const merged = await tenant.api('POST', `/customers/${id}/merge`, { body: { sourceIds } })
    expect(merged.status, merged.text).toBe(200)
  }
}

function mailTo(tenant: TestTenant, to: string): Promise<void> {
  return service.db.transaction(async (tx) => {
    const effects = new CollectedEffects()
    const values = { name: 'Ada', inviterName: 'Grace', token: 'token', expiresAt: '2026-03-04T09:30:00.000Z' }
    sendMail({ effects, secrets: createSecrets(service.config.secretKey) }, { to, template: 'invitation', values })
    await writeLedger(tx, systemIdentity(tenant.tenantId), effects, { status: 200, record: null })
  })
}

const findStatistics = statement<{ pattern: string }, { column: string }>(`
  select tablename || '.' || attname as column from pg_stats
  where schemaname = 'public' and concat_ws(' ', most_common_vals, histogram_bounds, most_common_elems) ilike :pattern::text
  union all select statistics_name from pg_stats_ext where concat_ws(' ', most_common_vals) ilike :pattern::text`)

/** Returns the columns whose planner statistics contain this text. */
async function statisticsWith(text: string): Promise<string[]> {
  return (await service.db.rows(findStatistics, { pattern: `%${text}%` })).map(({ column }) => column)
}

async function filesWith(text: string): Promise<string[]> {
  const entries = await readdir(service.config.dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const contents = await Promise.all(files.map(async (path) => `${path} ${await readFile(path, 'latin1')}`))
  return files.filter((_, i) => contents[i]?.includes(text))
}
