/**
 * Files and privacy under `kill -9`: an acknowledged upload is complete, an interrupted upload leaves nothing after the cleanup, an erasure
 * ends completely with one receipt, and an export ends once, whenever their worker was killed.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { statement } from '#platform/db.ts'
import { toTypeId } from '#platform/ids.ts'
import { until } from '../support/job-fixture.ts'
import { runSecondRounds } from '../support/privacy.ts'
import { FileSenders } from './file-senders.ts'
import { GuaranteeBroken } from './guarantee-broken.ts'
import { PrivacyCases } from './privacy-cases.ts'
import { seededRandom } from './random.ts'
import { Service, type TortureTenant } from './service.ts'

const senders = 4
const maxMoreRounds = 5
const maxWaitMs = 300_000

export async function killFiles({
  rounds,
  seed,
  log = () => undefined,
}: {
  rounds: number
  seed: number
  log?: (line: string) => void
}): Promise<{ summary(): string; lost: number }> {
  const random = seededRandom(seed)
  const service = await Service.prepare({ command: 'start' })
  let failed = true
  try {
    await service.start()
    const tenant = await service.createTenant('files')
    const files = new FileSenders(service, tenant)
    const privacy = new PrivacyCases(service, tenant, files)
    // By chance, no kill may interrupt an upload. Then more rounds follow.
    for (let round = 1; round <= rounds || (files.lost === 0 && round <= rounds + maxMoreRounds); round++) {
      const asks = [await privacy.prepare('ANONYMIZE'), await privacy.prepare('DELETE'), await privacy.prepare(null)]
      files.start(senders, random)
      await sleep(random.between(0, 200))
      await Promise.all(asks.map((ask) => ask()))
      // An erasure of three threads takes some tenths of a second.
      for (let kill = 0; kill < 3; kill++) {
        await sleep(random.between(0, kill === 0 ? 250 : 400))
        await service.kill()
        const restart = service.start()
        await endLeases(service)
        await restart
      }
      await files.stop()
      await until(async () => (await privacy.open()) === 0, maxWaitMs)
      log(
        `round ${round}: ${files.sendings.length} uploads, ${files.lost} of them cut off, ${privacy.cases.length} privacy requests are over`,
      )
    }
    await service.withDatabase((db) => runSecondRounds({ db }))
    await files.settle()
    await cleanUp(service, tenant)
    await privacy.check()
    await checkFiles(service, tenant)
    failed = false
    const { lost, sendings } = files
    return { lost, summary: () => `${sendings.length} uploads, ${lost} cut off, ${privacy.cases.length} privacy requests` }
  } catch (error) {
    const where = `Seed ${seed}; data and logs are in ${service.dataDir}. The service's log ends:\n${service.logTail()}`
    throw new GuaranteeBroken(`${error instanceof Error ? error.message : String(error)}\n${where}`, { cause: error })
  } finally {
    await service.remove({ keep: failed })
  }
}

const leasesOver = statement<object, object>(`/* across tenants: a test */
  with due as (update jobs set due_at = now(), leased_until = null where state = 'WAITING' and leased_until is not null returning tenant_id, name)
  update job_queues q set due_at = now() from due where q.tenant_id = due.tenant_id and q.name = due.name`)

/** Expires the leases of a killed worker, which would last up to a quarter of an hour. */
async function endLeases(service: Service): Promise<void> {
  await service.withDatabase((db) => db.rows(leasesOver, {}))
}

const age = statement<{ tenantId: string }, object>(
  `update uploads set created_at = created_at - interval '2 days' where tenant_id = :tenantId::uuid and state = 'PENDING'`,
)
const cleanNow = statement<object, object>(
  `/* across tenants: a test */ update job_schedules set due_at = now() where name = 'remove-old-uploads'`,
)
type Left = { pending: number; jobs: number }
const leftOver = statement<{ tenantId: string }, Left>(`
  select (select count(*) from uploads where tenant_id = :tenantId::uuid and state = 'PENDING') as pending,
    (select count(*) from jobs where tenant_id = :tenantId::uuid and name in ('remove-files', 'forget-export', 'send-mail') and due_at <= now()) as jobs`)

/** Cleans up uploads as if they had been unused for a day. */
async function cleanUp(service: Service, { tenantId }: TortureTenant): Promise<void> {
  await service.withDatabase(async (db) => {
    await db.rows(age, { tenantId })
    await db.rows(cleanNow, {})
    await until(async () => {
      const left = await db.first(leftOver, { tenantId })
      return left?.pending === 0 && left.jobs === 0
    }, maxWaitMs)
  })
}

const kept = statement<{ tenantId: string }, { ready: string[]; exports: string[]; bytes: number; counted: number }>(`
  select array(select id from uploads where tenant_id = :tenantId::uuid and state = 'READY' and content_of is null) as ready,
    array(select id from privacy_requests where tenant_id = :tenantId::uuid and file is not null) as exports,
    (select coalesce(sum(size), 0) from uploads where tenant_id = :tenantId::uuid and content_of is null)::bigint as bytes,
    (select upload_bytes from tenant_counters where tenant_id = :tenantId::uuid) as counted`)

/** Checks that each row has a file, and each file a row. */
async function checkFiles(service: Service, { tenantId }: TortureTenant): Promise<void> {
  const directory = join(service.dataDir, 'uploads')
  const unfinished = await readdir(join(directory, 'unfinished'))
  const entries = await readdir(join(directory, toTypeId('ten', tenantId)), { recursive: true, withFileTypes: true })
  const found = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  const rows = await service.withDatabase((db) => db.first(kept, { tenantId }))
  const wanted = [
    ...(rows?.ready ?? []).map((id) => toTypeId('upl', id)),
    ...(rows?.exports ?? []).map((id) => `${toTypeId('prv', id)}.zip`),
  ]
  const more = found.filter((name) => !wanted.includes(name))
  const fewer = wanted.filter((name) => !found.includes(name))
  const wrong = [
    ...unfinished.map((name) => `unfinished: ${name}`),
    ...more.map((name) => `without a row: ${name}`),
    ...fewer.map((name) => `without a file: ${name}`),
    ...(rows?.bytes === rows?.counted ? [] : [`${rows?.counted} bytes are counted, and there are ${rows?.bytes}`]),
  ]
  if (wrong.length > 0) throw new GuaranteeBroken(`What is kept is wrong:\n${wrong.join('\n')}`)
}
