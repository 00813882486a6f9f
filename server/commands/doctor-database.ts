/** Examines the database and its content. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { firstKeyName, type Config } from '../config.ts'
import { databaseNow } from '#platform/database-now.ts'
import type { Database } from '#platform/db.ts'
import { seenWork } from '#platform/jobs/seen.ts'
import { listAppliedMigrations, isMigrated, knownMigrations, listPendingMigrations, withBaseline } from '#platform/postgres/migrate.ts'
import { readServer } from '#platform/postgres/server-facts.ts'
import { createSecrets } from '#platform/secrets.ts'
import { isoTime } from '#platform/time.ts'
// oxlint-disable-next-line import/no-unassigned-import -- for its side effect: it registers the background work of all modules
import '../resources/index.ts'
import { lookAtKey } from '../resources/api-keys/index.ts'
import { listTenants } from '../resources/tenants/index.ts'
import { canDecryptSecrets, findTenantsWithDisabledWebhooks } from '../resources/webhooks/index.ts'
import type { CommandContext } from './command.ts'
import { examineCitus } from './doctor-citus.ts'
import { ok, warning, wrong, type Finding } from './doctor-finding.ts'
import { examineInboxHealth } from './doctor-inboxes.ts'
import { openServiceDatabase } from './open-database.ts'
import { startCall } from './program.ts'

const maxClockDriftMs = 2_000
/** The same limit as in system-health. A worker polls several times a second. */
const maxDueSeconds = 60
const expiresSoonDays = 14
const postgresMajorTested = 18
const tenantsNamed = 5

export async function examineDatabase({ log }: CommandContext, config: Config, serviceRuns: boolean): Promise<Finding[]> {
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'postgres')))
    return [ok('database', 'Embedded; the first start creates it.')]
  try {
    const { db, close } = await openServiceDatabase(config, log, 'as it is')
    try {
      return await examineContent(db, config, serviceRuns)
    } finally {
      await close()
    }
  } catch (error) {
    const cure =
      config.databaseUrl === null
        ? `See ${join(config.dataDir, 'postgres.log')}.`
        : 'Check DATABASE_URL (host, port, user, password, database, sslmode), that the PostgreSQL there is running, and that no firewall blocks it.'
    return [wrong('database', (error as Error).message, cure)]
  }
}

/** Examines the rows. Exported for tests, which damage them first. */
export async function examineContent(db: Database, config: Config, serviceRuns: boolean): Promise<Finding[]> {
  const server = [...(await examineServer(db)), ...(await examineCitus(db, config)), ...(await examineMigrations(db))]
  // A database of another version is not examined further, because its tables may differ.
  if (server.some(({ check, status }) => check === 'migrations' && status !== 'ok')) return server
  return [
    ...server,
    ...(await examineSecrets(db, config)),
    await examineWorker(db, serviceRuns),
    await examineWebhooks(db),
    ...(await examineInboxHealth(db, config)),
    ...(await examineFirstKey(db, config)),
  ]
}

async function examineServer(db: Database): Promise<Finding[]> {
  const askedAt = Date.now()
  const { version, clockMs } = await readServer(db)
  const apartMs = Math.abs(clockMs - (askedAt + Date.now()) / 2)
  return [
    Number.parseInt(version, 10) >= postgresMajorTested
      ? ok('database', `PostgreSQL ${version}`)
      : warning(
          'database',
          `PostgreSQL ${version} is older than the version that Skein is tested with.`,
          `Use PostgreSQL ${postgresMajorTested}.`,
        ),
    apartMs <= maxClockDriftMs
      ? ok('clock', `${Math.round(apartMs)} ms from the database's`)
      : wrong(
          'clock',
          `This machine's clock and the database's are ${Math.round(apartMs / 1000)} s apart. The service uses the database's, but this machine checks certificates and writes its log by its own.`,
          'Synchronise both with NTP.',
        ),
  ]
}

async function examineMigrations(db: Database): Promise<Finding[]> {
  const check = 'migrations'
  if (!(await isMigrated(db))) return [warning(check, 'The database is empty.', 'Start the service, or run `migrate`.')]
  const known = new Set(knownMigrations())
  const unknownMigrations = withBaseline(await listAppliedMigrations(db))
    .map(({ name }) => name)
    .filter((name) => !known.has(name))
  if (unknownMigrations.length > 0)
    return [
      wrong(
        check,
        `The database was migrated by a newer version of Skein: ${unknownMigrations.join(', ')}.`,
        'Run that version here, or a later one.',
      ),
    ]
  const pending = await listPendingMigrations(db)
  return [
    pending.length === 0
      ? ok(check, 'All are applied.')
      : warning(check, `Pending: ${pending.join(', ')}.`, 'Restart the service, or run `migrate`.'),
  ]
}

async function examineSecrets(db: Database, { secretKey }: Config): Promise<Finding[]> {
  // Another check has already reported a missing key.
  if (secretKey === '' || (await canDecryptSecrets(db, createSecrets(secretKey))) !== false) return []
  return [
    wrong(
      'secret key',
      'It is not the key that this database was used with: webhook secrets cannot be decrypted, and API keys are refused.',
      'Put the right key into DATA_DIR/secret-key or SECRET_KEY; a backup contains it.',
    ),
  ]
}

async function examineWorker(db: Database, serviceRuns: boolean): Promise<Finding> {
  const { says: waiting, oldestSeconds, dead } = await seenWork(db, null)
  const age = Math.round(oldestSeconds ?? 0)
  const says = `${waiting}; the oldest due job has been due for ${age} s; ${dead} are dead.`
  if (age <= maxDueSeconds) return ok('worker', says)
  return serviceRuns
    ? wrong(
        'worker',
        says,
        `Start a worker: \`${startCall}\` includes one; with \`serve\`, also run \`work\`. If one is running, its log says what blocks it.`,
      )
    : warning('worker', says, `Start the service with \`${startCall}\`, or a worker with \`work\`.`)
}

async function examineWebhooks(db: Database): Promise<Finding> {
  const disabled = await findTenantsWithDisabledWebhooks(db)
  if (disabled.length === 0) return ok('webhooks', 'No webhook is disabled.')
  const slugs = new Map((await listTenants(db)).map(({ tenantId, slug }) => [tenantId, slug]))
  const named = disabled.slice(0, tenantsNamed).map(({ tenantId, count }) => `${count} of ${slugs.get(tenantId) ?? tenantId}`)
  return warning(
    'webhooks',
    `Disabled after repeated failures: ${named.join(', ')}${disabled.length > tenantsNamed ? ` and ${disabled.length - tenantsNamed} more tenants` : ''}.`,
    'GET /webhook-deliveries shows the responses of the receivers; POST /webhooks/{id}/enable enables a webhook again; within seven days, no event is lost.',
  )
}

async function examineFirstKey(db: Database, { dataDir, secretKey }: Config): Promise<Finding[]> {
  const check = 'first key'
  const file = join(dataDir, firstKeyName)
  if (secretKey === '' || !existsSync(file)) return []
  const cure = `Create another: key create --tenant acme --scopes admin. Then delete ${file}, or write the new key into it.`
  const key = await readFile(file, 'utf8').catch(() => null)
  if (key === null) return [warning(check, `${file} cannot be read by this user.`, 'Run this as the service’s user.')]
  const seen = await lookAtKey(db, createSecrets(secretKey), key.trim())
  if (seen.state === 'unknown')
    return [wrong(check, `The API key in ${file} does not belong to this database, or was created with another secret key.`, cure)]
  if (seen.state !== 'live') return [warning(check, `The API key in ${file} is ${seen.state}.`, cure)]
  const expiresAt = isoTime(seen.expiresAt)
  const days = Math.floor((Date.parse(expiresAt) - databaseNow()) / 86_400_000)
  return [
    days > expiresSoonDays
      ? ok(check, `It is valid until ${expiresAt.slice(0, 10)}.`)
      : warning(
          check,
          `The API key in ${file} expires in ${days} days.`,
          'Rotate it with POST /api-keys/{id}/rotate, or create another with `key create`.',
        ),
  ]
}
