/** Deleting a tenant leaves none of its rows and files, and all data of another tenant. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { removeFiles } from '../../server/commands/tenant-delete.ts'
import { newId, toTypeId } from '#platform/ids.ts'
import { CollectedEffects, writeLedger } from '#platform/outbox/ledger.ts'
import { systemIdentity } from '#platform/outbox/write-identity.ts'
import { createSecrets } from '#platform/secrets.ts'
import { until } from '../support/job-fixture.ts'
import { readMailFiles } from '../support/mail-server.ts'
import { setUpService, type TestTenant } from '../support/service.ts'
import { rowCounts, snapshot, whereIs } from '../support/snapshot.ts'
import { sendMail } from '../../server/resources/mail/index.ts'
import { removeTenant } from '../../server/resources/tenants/index.ts'
import { indexTexts } from '../../server/resources/thread-search/index.ts'
import { mutations, operations, requestsOf } from './operations.ts'

const service = await setUpService()
const gone = await service.createTenant('gone')
const stays = await service.createTenant('stays')

/** Tables that no request fills, each with the reason. */
const unfilled: Readonly<Record<string, string>> = {
  thread_batch_items: 'noted by a batch and taken off the list by its job',
  kb_article_counts: 'filled by readers of the help centre',
  kb_votes: 'filled by readers of the help centre',
  kb_missed_searches: 'filled by readers of the help centre',
  search_marks: 'taken off the list by the job that reads threads',
  search_words: 'written in larger chunks',
  rebuilt_facts: 'emptied at the end of a rebuild',
  rebuilt_thread_measures: 'emptied at the end of a rebuild',
}

const invitation = { name: 'Ada', inviterName: 'Grace', token: 'x', expiresAt: '2026-03-04T09:30:00.000Z' }
const mailTo = (tenant: TestTenant) =>
  service.db.transaction(async (tx) => {
    const effects = new CollectedEffects()
    const context = { effects, secrets: createSecrets(service.config.secretKey) }
    sendMail(context, { to: `${tenant.slug}@example.com`, template: 'invitation', values: invitation })
    await writeLedger(tx, systemIdentity(tenant.tenantId), effects, { status: 200, record: null })
  })

it('a deletion leaves nothing of the tenant, in whatever tables and files there are', async () => {
  const requests = requestsOf(gone)
  for (const endpoint of mutations) await requests.succeed(endpoint, { headers: { 'idempotency-key': `fill-${endpoint.operationId}` } })
  // Operations that write rows only for some bodies, or after a job has read the threads.
  await requests.succeed(one('getJob'))
  await requests.succeed(one('enrollTotp'))
  await requests.succeed(one('createCalendarFeed'))
  await requests.succeed(one('createPushSubscription'))
  await gone.skein.replyToThread({ path: { id: await requests.make('thr') }, body: { body: 'Later', undoSeconds: 120 } })
  await gone.skein.createSlaPolicy({ body: { name: 'For everybody', order: 0, targets: { firstResponse: { normal: 60 } } } })
  await gone.skein.createThread({ body: { title: 'Promised', body: 'x', requester: { email: 'gone@example.com' } } })
  // Written only after a DNS look-up, where plus addresses arrive, and by a worker that sends mail; deleted when the test of an inbox ends.
  await service.db.script(`
    insert into proved_domains (tenant_id, domain) values ('${gone.tenantId}', 'example.com');
    insert into thread_mail_keys (tenant_id, thread_id, token)
    select tenant_id, id, 'token' from threads where tenant_id = '${gone.tenantId}' limit 1;
    insert into automatic_replies (tenant_id, message_id, thread_id, inbox_id, address)
    values ('${gone.tenantId}', '${newId()}', '${newId()}', '${newId()}', 'gone@example.com');
    insert into round_trip_mails (tenant_id, id, inbox_id, job_id, form, recipient)
    values ('${gone.tenantId}', '${newId()}', '${newId()}', '${newId()}', 'PLAIN', 'gone@example.com');
    insert into notification_mailings (tenant_id, user_id, since, mails)
    select tenant_id, id, now(), 1 from users where tenant_id = '${gone.tenantId}' limit 1;
    insert into automation_mails (tenant_id, customer_id, day, mails) values ('${gone.tenantId}', '${newId()}', now(), 1);
    insert into automation_rule_threads (tenant_id, rule_id, thread_id)
    select tenant_id, id, '${newId()}' from automation_rules where tenant_id = '${gone.tenantId}' limit 1;
    insert into automation_rule_times (tenant_id, rule_id, started_at, looked_until, next_look_at)
    select tenant_id, id, now(), now(), now() from automation_rules where tenant_id = '${gone.tenantId}' limit 1;
    insert into automation_dry_runs (tenant_id, id, rule, state, from_at, to_at)
    values ('${gone.tenantId}', '${newId()}', '{}', 'DONE', now(), now());
    insert into automation_dry_run_threads (tenant_id, dry_run_id, thread_id)
    select tenant_id, id, '${newId()}' from automation_dry_runs where tenant_id = '${gone.tenantId}';
    insert into automation_dry_run_matches (tenant_id, id, dry_run_id, thread_id, outcome, changes, actions, created_at)
    select tenant_id, gen_random_uuid(), id, gen_random_uuid(), 'NO_EFFECT', '{}', '[]', now() from automation_dry_runs
    where tenant_id = '${gone.tenantId}'`)
  await gone.runRule()
  await indexTexts(service.db)
  await requestsOf(stays).make('msg')
  const worker = service.startWorker()
  await mailTo(gone)
  await mailTo(stays)
  await until(async () => (await readMailFiles(service.config)).length >= 2)
  // A periodic job counts events.
  await until(async () => ((await rowCounts(service.db, gone.tenantId))['event_type_totals'] ?? 0) > 0)
  // An event reader stores versions of business hours.
  await until(async () => ((await rowCounts(service.db, gone.tenantId))['measure_hours'] ?? 0) > 0)
  await worker.stop()
  const filled = await rowCounts(service.db, gone.tenantId)
  expect(Object.keys(filled).filter((table) => filled[table] === 0 && !(table in unfilled))).toEqual([])
  const before = await snapshot(service.db, stays.tenantId)

  const { rows, files } = await removeTenant(service.db, gone.tenantId, () => removeFiles(service.config, gone.tenantId))
  expect(Object.keys(rows).toSorted(), 'tables that it looked into').toEqual(Object.keys(filled).toSorted())
  expect(files).toBeGreaterThan(0)
  const left = await rowCounts(service.db, gone.tenantId)
  expect(Object.entries(left).filter(([, count]) => count > 0)).toEqual([])
  expect(await whereIs(service.db, [gone.tenantId, toTypeId('ten', gone.tenantId)])).toEqual([])
  expect(await filesWith(toTypeId('ten', gone.tenantId))).toEqual([])
  expect(await filesWith('gone@example.com')).toEqual([])

  expect(await snapshot(service.db, stays.tenantId)).toEqual(before)
  expect(await filesWith('stays@example.com')).toHaveLength(1)
  expect((await stays.api('GET', '/threads')).status).toBe(200)
  expect((await gone.api('GET', '/threads')).status).toBe(401)
})

function one(name: string): (typeof operations)[number] {
  const found = operations.find(({ operationId }) => operationId === name)
  if (!found) throw new Error(`There is no operation ${name}`)
  return found
}

async function filesWith(text: string): Promise<string[]> {
  const entries = await readdir(service.config.dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const contents = await Promise.all(files.map(async (path) => `${path} ${await readFile(path, 'utf8')}`))
  return files.filter((_, i) => contents[i]?.includes(text))
}

it('a write during the deletion is rolled back', async () => {
  const tenant = await service.createTenant()
  const { data } = await tenant.skein.createThread({ body: { title: 'Export', body: 'Empty', requester: { email: 'ada@example.com' } } })
  await service.db.script(`delete from tenant_counters where tenant_id = '${tenant.tenantId}'`)
  const before = await snapshot(service.db, tenant.tenantId)
  const writes = [
    ['/labels', { name: 'Late' }],
    [`/threads/${data.threadId}/messages`, { body: 'Late', internal: true }],
  ] as const
  for (const [path, body] of writes) {
    const refused = await tenant.api('POST', path, { body })
    expect([path, refused.status, refused.body.error?.code]).toEqual([path, 403, 'SVC-TENANT-SUSPENDED'])
  }
  expect(await snapshot(service.db, tenant.tenantId)).toEqual(before)
})

it('a deletion that was interrupted is finished by another one', async () => {
  const tenant = await service.createTenant()
  await requestsOf(tenant).make('msg')
  await expect(removeTenant(service.db, tenant.tenantId, () => Promise.reject(new Error('the disk is away')))).rejects.toThrow('the disk')
  expect((await tenant.api('GET', '/threads')).body.error?.code).toBe('SVC-TENANT-SUSPENDED')
  await removeTenant(service.db, tenant.tenantId, () => Promise.resolve(0))
  expect(Object.values(await rowCounts(service.db, tenant.tenantId)).every((count) => count === 0)).toBe(true)
})
