/**
 * Processes a mail in a job: parses it outside the transaction, then decides and writes everything in one transaction, so that a mail
 * becomes a message exactly once, even when the process is killed.
 */
import { job, type OutsideContext, type RunContext } from '#platform/jobs/job.ts'
import type { NoInput } from '#platform/jobs/orders.ts'
import { storeMailFiles, type StoredAttachment } from '../../uploads/index.ts'
import { decideOutcome } from '../decide-outcome.ts'
import { loadEvidence, type ReadMail } from './load-evidence.ts'
import { countFailure, findMail, lockMail } from './queries.ts'
import { readRawMail } from './read-mail.ts'
import { suspend, writeOutcome } from './write-outcome.ts'

/** Maximum number of attempts to parse a mail before it is suspended. */
const maxReadings = 3
/** Seconds before the second and the third attempt. */
const readingDelays = [1, 10]

type Prepared =
  /** `files` is null when the mail was not expected to become a message. */
  | { kind: 'read'; read: ReadMail; files: StoredAttachment[] | null }
  | { kind: 'unreadable'; error: string }
  /** Already processed, or deleted. */
  | { kind: 'over' }

declare global {
  interface EnqueuedJobs {
    /** The key is the mail's id. */
    'process-mail': NoInput
  }
}

export const processMail = job({
  name: 'process-mail',
  description: 'Decides what becomes of a mail that came in.',
  retrySeconds: [1, 10, 30, 60, 300],
  // After a kill, the tenant's mail waits no longer than this.
  leaseSeconds: 15,
  renewsLease: true,
  // One at a time, so that a thread's messages are in the order in which their mails were accepted.
  atOnce: 1,
  outside: prepare,
  run: process,
  onDead: giveUp,
})

async function prepare({ db, tenantId, key: id, config, secrets }: OutsideContext<NoInput>): Promise<Prepared> {
  const row = await db.first(findMail, { tenantId, id })
  if (row?.outcome !== 'RECEIVED') return { kind: 'over' }
  const read = await readRawMail({ config, secrets }, tenantId, row)
  if ('error' in read) return { kind: 'unreadable', error: read.error }
  const { mail } = read
  // Files are stored before the transaction. If the decision changes in between, unused files are deleted like other uploads, and missing
  // ones make the job run again.
  const expected = mail.parts.length > 0 ? decideOutcome(await loadEvidence(db, { config, secrets }, tenantId, row, read)) : null
  if (expected !== null && expected.outcome !== 'MESSAGE') return { kind: 'read', read, files: null }
  const files = await storeMailFiles({ db, config }, tenantId, mail.parts)
  return { kind: 'read', read, files }
}

type Run = RunContext<NoInput, Prepared>

async function process({
  tx,
  effects,
  tenantId,
  key: id,
  config,
  secrets,
  found,
  log,
}: Run): Promise<{ againInSeconds: number } | undefined> {
  if (found.kind === 'over') return undefined
  const row = await tx.first(lockMail, { tenantId, id })
  if (row?.outcome !== 'RECEIVED') return undefined
  if (found.kind === 'unreadable') {
    log.warn({ tenantId, mail: id, error: found.error }, 'a mail could not be read')
    const delay = readingDelays[row.attempts]
    if (row.attempts + 1 < maxReadings && delay !== undefined) {
      await tx.rows(countFailure, { tenantId, id, error: found.error })
      return { againInSeconds: delay }
    }
    await suspend({ tx, effects, tenantId }, row, {
      cause: 'UNREADABLE',
      inboxId: row.inboxId,
      sender: null,
      error: found.error,
      origin: null,
    })
    return undefined
  }
  await writeOutcome({ tx, effects, tenantId, config, secrets }, row, found.read, found.files)
  return undefined
}

/** Suspends the mail after the last attempt. The raw mail stays, and an agent can release it. */
async function giveUp({ tx, effects, tenantId, key: id, error }: Omit<Run, 'found'> & { error: string }): Promise<void> {
  const row = await tx.first(lockMail, { tenantId, id })
  if (row?.outcome === 'RECEIVED')
    await suspend({ tx, effects, tenantId }, row, { cause: 'FAILED', inboxId: row.inboxId, sender: null, error, origin: null })
}
