/** The work of an export: the file is written first, then the request says so. */
import { isoTime, one, type Uuid } from '../../kit/index.ts'
import { fileStoreOf, type FileKey } from '../../kit/files/file-store.ts'
import { JobFailure, type NoInput, type OutsideContext, type RunContext } from '../../kit/jobs.ts'
import type { OutsideContext as EraseOutside, Portion } from '../../kit/privacy/holding.ts'
import { customer, personOf } from '../customers/index.ts'
import { readSettings } from '../tenants/index.ts'
import { archiveOf } from './archive.ts'
import { forgetExport } from './job-names.ts'
import { cancelExports, findWork, finishExport, forgetFile, giveUp, lockWork, now, type ExportFile } from './queries.ts'
import { exportName } from './request.ts'
import { tellCompleted } from './run-erasure.ts'

const secondsKept = 7 * 86_400

export async function writeExport({ db, config, tenantId, key: id, signal }: OutsideContext<NoInput>): Promise<ExportFile | null> {
  const work = await db.first(findWork, { tenantId, id })
  if (!work?.customerId || work.state === 'DONE' || work.state === 'FAILED') return null
  const person = await db.rows(personOf, { tenantId, id: work.customerId })
  const tenant = await readSettings(db, tenantId)
  if (person.length === 0 || person.some(({ erased }) => erased) || !tenant) throw erasedMeanwhile()
  const customerIds = person.map((each) => each.id)
  const madeAt = isoTime((await one(db, now, {})).now)
  const archive = archiveOf({ db, tenantId, customerIds, config }, { tenantName: tenant.name, madeAt })
  return fileStoreOf(config).write(keyOf(tenantId, id), aborting(archive, signal))
}

export async function endExport({ tx, effects, tenantId, key: id, found }: RunContext<NoInput, ExportFile | null>): Promise<void> {
  const work = await tx.first(lockWork, { tenantId, id })
  if (!work || !found || work.state === 'DONE' || work.state === 'FAILED') {
    // An erasure came in between: the file may have been written after it had deleted it.
    if (found) effects.enqueue(forgetExport, { key: id })
    return
  }
  // Under this lock an erasure has not begun, or its mark is there.
  const person = work.customerId === null ? null : await tx.first(customer.statements.lock, { tenantId, id: work.customerId })
  // An erasure deletes customers, or marks them.
  if (person === null || person.erasedAt !== null) {
    effects.enqueue(forgetExport, { key: id })
    tellCompleted(effects, await one(tx, giveUp, { tenantId, id, error: erasedMeanwhile().message }))
    return
  }
  const record = await one(tx, finishExport, { tenantId, id, file: found, secondsKept })
  effects.enqueue(forgetExport, { key: id, inSeconds: secondsKept })
  tellCompleted(effects, record)
}

export async function giveUpExport({
  tx,
  effects,
  tenantId,
  key: id,
  error,
}: Omit<RunContext<NoInput, null>, 'found'> & { error: string }): Promise<void> {
  effects.enqueue(forgetExport, { key: id })
  const record = await tx.first(giveUp, { tenantId, id, error })
  if (record) tellCompleted(effects, record)
}

/** Deletes the file of an export: after seven days, or when there shall be none. */
export async function removeExport({ config, tenantId, key: id }: OutsideContext<NoInput>): Promise<void> {
  await fileStoreOf(config).remove([keyOf(tenantId, id)])
}
export async function noteRemoved({ tx, tenantId, key: id }: RunContext<NoInput, unknown>): Promise<void> {
  await tx.rows(forgetFile, { tenantId, id })
}

/** A step of an erasure: exports of the customer, made or under way. */
export async function eraseExports({ db, erasure, config }: EraseOutside): Promise<Portion> {
  const { tenantId, customerIds, dryRun } = erasure
  if (customerIds.length === 0) return { found: 0, next: null }
  const exports = await db.rows(cancelExports, { tenantId, customerIds, dryRun, error: erasedMeanwhile().message })
  if (!dryRun) await fileStoreOf(config).remove(exports.map(({ id }) => keyOf(tenantId, id)))
  return { found: exports.filter(({ hasFile }) => hasFile).length, next: null }
}

function keyOf(tenantId: Uuid, id: Uuid): FileKey {
  return { tenantId, name: exportName(id) }
}
function erasedMeanwhile(): JobFailure {
  return new JobFailure('The customer was erased.', { permanent: true })
}

/** Ends when the lease does, so that two workers never write the same file. */
async function* aborting(bytes: AsyncIterable<Buffer>, signal: AbortSignal): AsyncGenerator<Buffer> {
  for await (const piece of bytes) {
    signal.throwIfAborted()
    yield piece
  }
}
