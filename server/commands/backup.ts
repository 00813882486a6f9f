import { existsSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import type { Config } from '../config.ts'
import type { BackupHeader } from '#platform/backup/format.ts'
import { makeBackup, type FileToBackUp, type MadeBackup } from '#platform/backup/make-backup.ts'
import { getFileStore, getPath, type FileStore } from '#platform/files/file-store.ts'
import { isMigrated } from '#platform/postgres/migrate.ts'
import { createSecrets } from '#platform/secrets.ts'
import { checkTarget, megabytes, openTarget } from './backup-file.ts'
import { readFlags, readOptions, UsageError, type Command, type CommandResult, type CommandContext } from './command.ts'
import { explainLoss, openServiceDatabase } from './open-database.ts'
import { duration, createProgress } from './progress.ts'

export const backup: Command = {
  usage: `backup --to FILE [--without-secret-key] [--json]

Writes one snapshot of the database and of the files of messages to a compressed file, while the service runs. The file gets its name
when it is complete, and then replaces an earlier one. \`restore\` loads it. Files in a bucket (UPLOADS_URL) are not part of it.

  --to FILE             the file to write; - for standard output, to encrypt it or send it elsewhere
  --without-secret-key  leaves out the secret key of DATA_DIR, without which API keys and webhook secrets are unusable: store it separately

Anyone with the file can read every message and, with the secret key, every webhook's secret, so only its owner may read it (mode 0600).
It does not contain DATA_DIR/first-key, nor a SECRET_KEY from the environment.`,
  examples: ['skein backup --to skein-$(date +%F).gz', 'skein backup --to - | gpg --symmetric --output skein.gz.gpg'],
  prepare(args) {
    const { flags, rest } = readFlags(args, ['without-secret-key'])
    const { to } = readOptions(rest, { to: 'required' })
    checkTarget(to)
    return (context) => run(to, !flags.has('without-secret-key'), context)
  },
}

async function run(to: string, withKey: boolean, { config, log, stop, json }: CommandContext): Promise<CommandResult | null> {
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'postgres')))
    throw new UsageError(`There is no database in ${config.dataDir}: set DATA_DIR or DATABASE_URL to the same values as the service.`)
  const beganAt = performance.now()
  const secretKey = keyFor(config, withKey)
  const store = getFileStore(config)
  const { db, close } = await openServiceDatabase(config, log, 'as it is')
  const target = openTarget(to, stop)
  try {
    if (!(await isMigrated(db))) throw new Error('The database is empty: there is nothing to back up.')
    const progress = createBackupProgress()
    const made = await makeBackup(db, { product: packageJson.version, secretKey }, { ...progress, write: target.write }, filesOf(store))
    const bytes = await target.finish()
    progress.end()
    const result = getResult(to, made, { bytes, seconds: (performance.now() - beganAt) / 1000, secretKey, storeKind: store.kind })
    if (to !== '-') return result
    process.stderr.write(`${json ? JSON.stringify(result.json) : result.text}\n`)
    return null
  } catch (error) {
    await target.abandon()
    throw explainLoss(error)
  } finally {
    await close()
  }
}

function keyFor({ secretKey, secretKeyOrigin }: Config, withKey: boolean): BackupHeader['secretKey'] {
  return { proof: createSecrets(secretKey).proof(), key: withKey && secretKeyOrigin.file !== null ? secretKey : null }
}

function createBackupProgress(): { begin(rows: number): void; advance(table: string, rows: number): void; end(): void } {
  let bar: ReturnType<typeof createProgress> | null = null
  return { begin: (rows) => (bar = createProgress(rows)), advance: (_, rows) => bar?.advance(rows), end: () => bar?.end() }
}

/** Yields the files of a store on a disk. */
async function* filesOf(store: FileStore): AsyncGenerator<FileToBackUp> {
  for await (const key of store.all() ?? []) yield { path: getPath(key), open: () => store.read(key) }
}

type Facts = { bytes: number; seconds: number; secretKey: BackupHeader['secretKey']; storeKind: FileStore['kind'] }

function getResult(file: string, { rows, files, migrations }: MadeBackup, { bytes, seconds, secretKey, storeKind }: Facts): CommandResult {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
  const hasKey = secretKey.key !== null
  const json = { file, bytes, seconds: Math.round(seconds * 1000) / 1000, rows, files, migrations, secretKeyIncluded: hasKey }
  const key = hasKey
    ? 'It contains the secret key and every message: store it where nobody else can read it.'
    : 'It does not contain the secret key: store that as well, or API keys and webhook secrets will not work after a restore.'
  const filesSentence = storeKind === 's3' ? '\nThe files of messages are in the bucket of UPLOADS_URL, and not part of it.' : ''
  const withFiles = files.count === 0 ? '' : `, ${files.count.toLocaleString('en')} ${files.count === 1 ? 'file' : 'files'}`
  return {
    json,
    text: `${total.toLocaleString('en')} rows in ${Object.keys(rows).length} tables${withFiles}, ${megabytes(bytes)}, in ${duration(seconds * 1000)}: ${file}\n${key}${filesSentence}`,
  }
}
