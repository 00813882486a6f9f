/** Opens a state: restores its database, applies the missing migrations, and starts this version of the service on it. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { statement } from '#platform/db.ts'
import type { Endpoint } from '#platform/http/declared-endpoint.ts'
import { BackupReader } from '#platform/backup/format.ts'
import { restoreBackup } from '#platform/backup/restore-backup.ts'
import { createLog } from '#platform/log.ts'
import type { Uuid } from '#platform/ids.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { migrate } from '#platform/postgres/migrate.ts'
import { procedures } from '../../server/resources/index.ts'
import { ensureProcedures } from '#platform/postgres/ensure-procedures.ts'
import type { CallResponse } from '../support/caller.ts'
import { openReceiver, type Received } from '../support/receiver.ts'
import { startTestService, type TestTenant } from '../support/service.ts'
import { emptyDatabase, type TestDatabase } from '../support/test-database.ts'
import { readBackup, readFacts, type SentRequest, type StateFacts } from './state.ts'

export type EarlierState = {
  facts: StateFacts
  /** Log lines of the service and its worker at level error. */
  errors: readonly string[]
  tenant: TestTenant
  /** Repeats a request of the earlier version. */
  retry(request: SentRequest): Promise<CallResponse>
  /** Reads a path of an operation, in a user's session if the operation accepts no key. */
  read<Data>(endpoint: Endpoint, path: string): Promise<CallResponse<Data>>
  /** Runs a worker until nothing is due. Returns the dead jobs, and what webhooks received. */
  work(): Promise<{ failed: { name: string; error: string }[]; delivered: readonly Received[] }>
  stop(): Promise<void>
}

const findTenant = statement<{ slug: string }, { tenantId: Uuid; inboxId: Uuid; ownerId: Uuid }>(`
  select t.tenant_id as "tenantId", (select id from inboxes i where i.tenant_id = t.tenant_id order by created_at limit 1) as "inboxId",
    (select id from users u where u.tenant_id = t.tenant_id and u.role = 'OWNER' order by created_at limit 1) as "ownerId"
  from tenants t where t.slug = :slug`)
const sendWebhooksTo = statement<{ url: string }, object>('update webhooks set url = :url')
/** States are older than the lifetime of their idempotency keys. */
const extendKeys = statement<object, object>(`update api_keys set expires_at = now() + interval '1 day' where revoked_at is null`)
const countDue = statement<object, { due: number }>(`select
  (select count(*) from jobs where state = 'WAITING' and due_at <= now())
  + (select count(*) from webhook_deliveries where next_attempt_at <= now()) as due`)
const findFailed = statement<object, { name: string; error: string }>(
  `select name, error from jobs where state = 'DEAD' or error is not null`,
)

export async function openEarlierState(name: string): Promise<EarlierState> {
  const facts = readFacts(name)
  const directory = await mkdtemp(join(tmpdir(), 'skein-earlier-state-'))
  const uploads = join(directory, 'uploads')
  const errors: string[] = []
  const database = await emptyDatabase()
  await restore(name, database, uploads)
  const service = await startTestService({
    database,
    log: createLog('error', { write: (line) => void errors.push(line), flushSync: () => undefined }).log,
    // However old the state is, its events must not be deleted before they are read.
    config: {
      retentionDays: { events: 36_500, deliveries: 36_500 },
      uploads: { location: { kind: 'disk', directory: uploads }, quotaBytes: 1_073_741_824, reserveBytes: 0 },
    },
  })
  const found = await service.db.first(findTenant, { slug: facts.tenantSlug })
  if (!found) throw new Error(`The state ${name} has no tenant ${facts.tenantSlug}`)
  await service.db.rows(extendKeys, {})
  const tenant = await service.openTenant({ ...found, slug: facts.tenantSlug })
  const receiver = await openReceiver()
  return {
    facts,
    errors,
    tenant,
    async retry({ method, path, body, idempotencyKey, userId, operationId }) {
      const key = userId === null ? (anonymous.has(operationId) ? undefined : facts.apiKey) : (await tenant.sessionFor(userId)).accessToken
      return service.api(method, path, { key, body, headers: { 'idempotency-key': idempotencyKey }, mayFail: true })
    },
    read: ({ method, scope }, path) => tenant.api(method, path, scope === 'none' ? { key: undefined } : {}),
    async work() {
      await service.db.rows(sendWebhooksTo, { url: receiver.url })
      const worker = service.startWorker()
      await expect.poll(async () => (await service.db.first(countDue, {}))?.due, { interval: 100, timeout: 240_000 }).toBe(0)
      await worker.stop()
      return { failed: await service.db.rows(findFailed, {}), delivered: receiver.received }
    },
    async stop() {
      await receiver.close()
      await service.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

const anonymous: ReadonlySet<string> = new Set(['login', 'refresh', 'forgotPassword', 'resetPassword', 'acceptInvitation'])

async function restore(name: string, database: TestDatabase, uploads: string): Promise<void> {
  const db = openDatabase({ connection: database.connection, max: 1, statementTimeoutMs: 0 })
  try {
    const reader = new BackupReader(
      (async function* () {
        yield readBackup(name)
      })(),
    )
    await restoreBackup(db, await reader.header(), reader, {
      leaveOut: [],
      say: () => undefined,
      beforeCommit: () => undefined,
      async keepFile(path, bytes) {
        const parts: Buffer[] = []
        for await (const part of bytes) parts.push(part)
        await mkdir(dirname(join(uploads, path)), { recursive: true })
        await writeFile(join(uploads, path), Buffer.concat(parts))
      },
    })
    await migrate(db)
    await ensureProcedures(db, procedures)
  } finally {
    await db.close()
  }
}
