/** Restores the secret key. After a restore the service must use the backup's key, or API keys and webhook secrets do not work. */
import { renameSync, writeFileSync } from 'node:fs'
import type { Config } from '../config.ts'
import type { BackupHeader } from '#platform/backup/format.ts'
import { createSecrets } from '#platform/secrets.ts'

export type KeyPlan = {
  outcome: 'same' | 'written' | 'lost'
  /** A message for the operator; null when there is nothing to report. */
  sentence: string | null
  write(): void
  /** Undoes `write()`. */
  undo(): void
}

/** Decides what happens to the secret key. Throws an Error with a message when the two keys conflict. */
export function planKey(
  { secretKey, secretKeyOrigin: { file, isNew } }: Config,
  { proof, key }: BackupHeader['secretKey'],
  withoutKey: boolean,
): KeyPlan {
  const nothing = { write: () => undefined, undo: () => undefined }
  if (createSecrets(secretKey).proof() === proof) return { outcome: 'same', sentence: null, ...nothing }
  if (key !== null && file !== null) return replaceKey(file, key, isNew)
  if (withoutKey)
    return {
      outcome: 'lost',
      sentence: 'API keys and webhook secrets of the backup cannot be used: the secret key is different.',
      ...nothing,
    }
  throw new Error(
    key === null
      ? 'The backup does not contain its secret key, and the one here is different. Set SECRET_KEY to the backup’s key, or put it into DATA_DIR/secret-key; --without-secret-key continues without its API keys and webhook secrets.'
      : 'SECRET_KEY is not the secret key of this backup. Unset it, so that the backup restores its own to DATA_DIR; --without-secret-key continues without its API keys and webhook secrets.',
  )
}

/** Plans the replacement of the key file. A key that this process has just created was never used, so no copy is kept. */
function replaceKey(file: string, key: string, isNew: boolean): KeyPlan {
  const aside = isNew ? null : `${file}.before-restore-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  const kept = aside === null ? '' : ` The previous key is in ${aside}.`
  let isWritten = false
  return {
    outcome: 'written',
    sentence: `Its secret key is now in ${file}; every other node needs it too.${kept}`,
    write() {
      const unfinished = `${file}.${process.pid}`
      writeFileSync(unfinished, `${key}\n`, { mode: 0o600, flush: true })
      if (aside !== null) renameSync(file, aside)
      renameSync(unfinished, file)
      isWritten = true
    },
    undo() {
      if (isWritten && aside !== null) renameSync(aside, file)
    },
  }
}
