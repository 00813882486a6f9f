/** The work of an export: the file is written first, then the request says so. */
import {
  type EraseContext,
  type EraseOutsideContext,
  type FileKey,
  fileStoreOf,
  isoTime,
  job,
  JobFailure,
  type NoInput,
  fetchOne,
  type OutsideContext,
  type Portion,
  type RunContext,
  type Uuid,
} from '../../kit/index.ts'
import { customer, personOf } from '../customers/index.ts'
import { readSettings } from '../tenants/index.ts'
import { archiveOf } from './archive.ts'
import { cancelExports, exportsOf, findWork, finishExport, forgetFile, giveUp, lockWork, now, type ExportFile } from './queries.ts'
import { erasedMeanwhile, exportName } from './request.ts'
import { tellCompleted } from './tell-completed.ts'

const secondsKept = 7 * 86_400

export async function writeExport({ db, config, tenantId, key: id, signal }: OutsideContext<NoInput>): Promise<ExportFile | null> {
  const work = await db.first(findWork, { tenantId, id })
  if (!work?.customerId || work.state === 'DONE' || work.state === 'FAILED') return null
  const person = await db.rows(personOf, { tenantId, id: work.customerId })
  const tenant = await readSettings(db, tenantId)
  if (person.length === 0 || person.some(({ erased }) => erased) || !tenant) throw new JobFailure(erasedMeanwhile, { permanent: true })
  const customerIds = person.map((each) => each.id)
  const madeAt = isoTime((await fetchOne(db, now, {})).now)
  const archive = archiveOf({ db, tenantId, customerIds, config }, { tenantName: tenant.name, madeAt })
  const isWanted = async (): Promise<boolean> => (await db.first(findWork, { tenantId, id }))?.state !== 'FAILED'
  return fileStoreOf(config).write(keyOf(tenantId, id), aborting(archive, signal, isWanted))
}

export async function endExport(context: RunContext<NoInput, ExportFile | null>): Promise<void> {
  const { tx, effects, tenantId, key: id, found } = context
  const customerId = (await tx.first(findWork, { tenantId, id }))?.customerId ?? null
  // In the order in which an erasure locks them. Under this lock it has not begun, or its mark is there: it deletes customers, or marks them.
  const person = customerId === null ? null : await tx.first(customer.statements.lock, { tenantId, id: customerId })
  const work = await tx.first(lockWork, { tenantId, id })
  if (!work || !found || work.state === 'DONE' || work.state === 'FAILED') {
    // An erasure came in between: the file may have been written after it had deleted it.
    if (found && work?.state !== 'DONE') effects.enqueue('forget-export', { key: id })
    return
  }
  if (person === null || person.erasedAt !== null) return giveUpExport({ ...context, error: erasedMeanwhile })
  const record = await fetchOne(tx, finishExport, { tenantId, id, file: found, secondsKept })
  effects.enqueue('forget-export', { key: id, inSeconds: secondsKept })
  await tellCompleted(context, record)
}

export async function giveUpExport(context: Omit<RunContext<NoInput, unknown>, 'found'> & { error: string }): Promise<void> {
  const { tx, effects, tenantId, key: id, error } = context
  effects.enqueue('forget-export', { key: id })
  const record = await tx.first(giveUp, { tenantId, id, error })
  if (record) await tellCompleted(context, record)
}

/** Deletes the file of an export: after seven days, or when there shall be none. */
export async function removeExport({ config, tenantId, key: id }: OutsideContext<NoInput>): Promise<void> {
  await fileStoreOf(config).remove([keyOf(tenantId, id)])
}
export async function noteRemoved({ tx, tenantId, key: id }: RunContext<NoInput, unknown>): Promise<void> {
  await tx.rows(forgetFile, { tenantId, id })
}

/** A step of an erasure: exports of the customer, made or under way. */
export async function eraseExports({ db, effects, erasure, config, secrets }: EraseContext): Promise<Portion> {
  const { tenantId, customerIds, dryRun } = erasure
  if (customerIds.length === 0) return { found: 0, next: null }
  const exports = await db.rows(exportsOf, { tenantId, customerIds })
  const found = exports.filter(({ file }) => file !== null).length
  if (dryRun || exports.length === 0) return { found, next: null }
  for (const record of await db.rows(cancelExports, { tenantId, customerIds, error: erasedMeanwhile }))
    await tellCompleted({ tx: db, effects, config, secrets, tenantId }, record)
  return { found, next: null }
}

/** The step after it: their files. One that is under way deletes its own when it learns of this. */
export async function eraseExportFiles({ db, erasure, config }: EraseOutsideContext): Promise<Portion> {
  const { tenantId, customerIds, dryRun } = erasure
  const exports = dryRun || customerIds.length === 0 ? [] : await db.rows(exportsOf, { tenantId, customerIds })
  if (exports.length === 0) return { found: 0, next: null }
  const store = fileStoreOf(config)
  await store.remove(exports.map(({ id }) => keyOf(tenantId, id)))
  // One of them may have been killed halfway.
  await store.sweep()
  return { found: 0, next: null }
}

function keyOf(tenantId: Uuid, id: Uuid): FileKey {
  return { tenantId, name: exportName(id) }
}

const askedEveryMs = 500

/** Ends when the lease does, so that two workers never write the same file, and soon after the customer was erased. */
async function* aborting(bytes: AsyncIterable<Buffer>, signal: AbortSignal, isWanted: () => Promise<boolean>): AsyncGenerator<Buffer> {
  let askedAt = performance.now()
  for await (const piece of bytes) {
    signal.throwIfAborted()
    if (performance.now() - askedAt > askedEveryMs) {
      if (!(await isWanted())) throw new JobFailure(erasedMeanwhile, { permanent: true })
      askedAt = performance.now()
    }
    yield piece
  }
}

declare global {
  interface EnqueuedJobs {
    /** The key is the request. */
    'export-personal-data': NoInput
    /** The key is the request. */
    'forget-export': NoInput
  }
}

export const exportPersonalData = job({
  name: 'export-personal-data',
  description: 'Writes everything that is held of a customer into a file.',
  leaseSeconds: 900,
  atOnce: 2,
  outside: writeExport,
  run: endExport,
  onDead: giveUpExport,
})

export const forgetExport = job({
  name: 'forget-export',
  description: 'Deletes the file of an export seven days after it was made, or when its customer was erased.',
  outside: removeExport,
  run: noteRemoved,
})
