import { listPendingMigrations } from '#platform/postgres/migrate.ts'
import { BackupDamaged, BackupReader, type BackupHeader } from '#platform/backup/format.ts'
import { restoreBackup, type RestoredBackup, type RestoreOptions } from '#platform/backup/restore-backup.ts'
import { getFileStore, keyOf, type FileKey } from '#platform/files/file-store.ts'
import { openSource, type BackupSource } from './backup-file.ts'
import { readFlags, readOptions, type Command, type CommandResult, type CommandContext } from './command.ts'
import { explainLoss, openServiceDatabase } from './open-database.ts'
import { duration, createProgress } from './progress.ts'
import { planKey, type KeyPlan } from './restore-key.ts'

export const restore: Command = {
  usage: `restore --from FILE [--without-secret-key] [--leave-out TABLE,…] [--json]

Loads a backup into an empty database: a new DATA_DIR, or the empty database of DATABASE_URL. It loads everything or nothing: after an
interruption, or with a truncated or damaged file, the database is still empty. Existing rows are never overwritten. The secret key of
the backup is written to DATA_DIR, and an existing key is kept under another name. The next start applies later migrations.

  --from FILE           the backup; - for standard input
  --without-secret-key  continues although the secret key differs from the backup's: its API keys and webhook secrets are lost
  --leave-out TABLE     skips tables that are not Skein's; separate several with commas`,
  examples: [
    'DATA_DIR=./restored skein restore --from skein-2026-05-01.gz',
    'gpg --decrypt skein.gz.gpg | DATA_DIR=./restored skein restore --from -',
  ],
  prepare(args) {
    const { flags, rest } = readFlags(args, ['without-secret-key'])
    const { from, 'leave-out': leaveOut } = readOptions(rest, { from: 'required', 'leave-out': 'optional' })
    const options = {
      from,
      withoutKey: flags.has('without-secret-key'),
      leaveOut: (leaveOut ?? '').split(',').map((table) => table.trim()),
    }
    return (context) => run(options, context)
  },
}

type Options = { from: string; withoutKey: boolean; leaveOut: string[] }

async function run({ from, withoutKey, leaveOut }: Options, { config, log, stop }: CommandContext): Promise<CommandResult> {
  const beganAt = performance.now()
  const source = openSource(from, stop)
  try {
    const reader = new BackupReader(source.bytes)
    // Read the header before opening or creating anything, because it reveals most mistakes.
    const header = await reader.header()
    const key = planKey(config, header.secretKey, withoutKey)
    const { db, close } = await openServiceDatabase(config, log, 'as it is')
    const progress = createRestoreProgress(source)
    const store = getFileStore(config)
    const kept: FileKey[] = []
    const keepFile: RestoreOptions['keepFile'] = async (path, bytes) => {
      const fileKey = keyOf(path)
      if (!fileKey) throw new BackupDamaged(`It contains a file with the invalid name ${path}.`)
      kept.push(fileKey)
      await store.write(fileKey, bytes)
    }
    try {
      const restored = await restoreBackup(db, header, reader, { leaveOut, keepFile, say: progress.say, beforeCommit: key.write })
      progress.end()
      const pending = await listPendingMigrations(db)
      return getResult(restored, header, key, { pending, seconds: (performance.now() - beganAt) / 1000 })
    } catch (error) {
      key.undo()
      await store.remove(kept)
      throw explainLoss(error)
    } finally {
      progress.stop()
      await close()
    }
  } catch (error) {
    throw error instanceof BackupDamaged
      ? new Error(`${from === '-' ? 'Standard input' : from} cannot be restored. ${error.message} Nothing was restored.`, { cause: error })
      : error
  }
}

/** Creates a progress bar over the bytes of the file. Later steps, such as building the indexes, show their name. */
function createRestoreProgress({ size, read }: BackupSource): { say(what: string): void; end(): void; stop(): void } {
  const unit = 1_000_000
  const bar = createProgress(Math.ceil((size ?? 0) / unit))
  let shown = 0
  const advance = (): void => {
    const now = Math.floor(read() / unit)
    bar.advance(now - shown)
    shown = now
  }
  const timer = setInterval(advance, 200).unref()
  return {
    say(what) {
      advance()
      bar.note(what)
    },
    end: () => bar.end(),
    stop: () => clearInterval(timer),
  }
}

type Facts = { pending: string[]; seconds: number }

function getResult({ rows, files }: RestoredBackup, header: BackupHeader, key: KeyPlan, { pending, seconds }: Facts): CommandResult {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
  const { madeAt, product } = header
  const sentences = [
    `Restored ${total.toLocaleString('en')} rows${files.count === 0 ? '' : ` and ${files.count.toLocaleString('en')} ${files.count === 1 ? 'file' : 'files'}`} in ${duration(seconds * 1000)}, as they were at ${madeAt} (Skein ${product}).`,
    key.sentence,
    pending.length > 0 ? `The next start migrates the database to this version: ${pending.join(', ')}.` : '',
  ]
  return {
    json: {
      madeAt,
      product,
      rows,
      files,
      seconds: Math.round(seconds * 1000) / 1000,
      listPendingMigrations: pending,
      secretKey: key.outcome,
    },
    text: sentences.filter(Boolean).join('\n'),
  }
}
