/** Runs an export: writes the file outside a transaction, then marks the request as done. */
import type { EraseContext, EraseOutsideContext, EraseBatch } from '#kit/privacy/holding.ts'
import { fetchOne } from '#kit/write.ts'
import { getFileStore } from '#platform/files/file-store.ts'
import type { FileKey } from '#platform/files/store-driver.ts'
import type { Uuid } from '#platform/ids.ts'
import { job, JobFailure, type OutsideContext, type RunContext } from '#platform/jobs/job.ts'
import type { NoInput } from '#platform/jobs/orders.ts'
import { isoTime } from '#platform/time.ts'
import { customer, findCustomerIds } from '../customers/index.ts'
import { readSettings } from '../tenants/index.ts'
import { createArchive } from './archive.ts'
import { cancelExports, lockExports, findWork, finishExport, forgetFile, giveUp, lockWork, now, type ExportFile } from './queries.ts'
import { customerErasedError, exportName } from './request.ts'
import { announceCompletion } from './announce-completion.ts'

const lifetimeSeconds = 7 * 86_400

export async function writeExport({ db, config, tenantId, key: id, signal }: OutsideContext<NoInput>): Promise<ExportFile | null> {
  const work = await db.first(findWork, { tenantId, id })
  if (!work?.customerId || work.state === 'DONE' || work.state === 'FAILED') return null
  const customers = await db.rows(findCustomerIds, { tenantId, id: work.customerId })
  const tenant = await readSettings(db, tenantId)
  if (customers.length === 0 || customers.some(({ erased }) => erased) || !tenant)
    throw new JobFailure(customerErasedError, { permanent: true })
  const customerIds = customers.map((each) => each.id)
  const madeAt = isoTime((await fetchOne(db, now, {})).now)
  const archive = createArchive({ db, tenantId, customerIds, config }, { tenantName: tenant.name, madeAt })
  const isWanted = async (): Promise<boolean> => (await db.first(findWork, { tenantId, id }))?.state !== 'FAILED'
  return getFileStore(config).write(fileKey(tenantId, id), untilAborted(archive, signal, isWanted))
}

export async function endExport(context: RunContext<NoInput, ExportFile | null>): Promise<void> {
  const { tx, effects, tenantId, key: id, found } = context
  const customerId = (await tx.first(findWork, { tenantId, id }))?.customerId ?? null
  // Lock customer and request in the order of an erasure. Under the lock, either no erasure has started, or the customer's row is deleted
  // or marked as erased.
  const locked = customerId === null ? null : await tx.first(customer.statements.lock, { tenantId, id: customerId })
  const work = await tx.first(lockWork, { tenantId, id })
  if (!work || !found || work.state === 'DONE' || work.state === 'FAILED') {
    // An erasure ended this export. The file may have been written after the erasure deleted it, so delete it again.
    if (found && work?.state !== 'DONE') effects.enqueue('forget-export', { key: id })
    return
  }
  if (locked === null || locked.erasedAt !== null) return giveUpExport({ ...context, error: customerErasedError })
  const record = await fetchOne(tx, finishExport, { tenantId, id, file: found, lifetimeSeconds })
  effects.enqueue('forget-export', { key: id, inSeconds: lifetimeSeconds })
  await announceCompletion(context, record)
}

export async function giveUpExport(context: Omit<RunContext<NoInput, unknown>, 'found'> & { error: string }): Promise<void> {
  const { tx, effects, tenantId, key: id, error } = context
  effects.enqueue('forget-export', { key: id })
  const record = await tx.first(giveUp, { tenantId, id, error })
  if (record) await announceCompletion(context, record)
}

/** Deletes the file of an export: after seven days, or when the export failed. */
export async function removeExport({ config, tenantId, key: id }: OutsideContext<NoInput>): Promise<void> {
  await getFileStore(config).remove([fileKey(tenantId, id)])
}
export async function recordRemoval({ tx, tenantId, key: id }: RunContext<NoInput, unknown>): Promise<void> {
  await tx.rows(forgetFile, { tenantId, id })
}

/** Cancels running exports of the customer, and drops the files of finished ones from their rows: an erasure step. */
export async function eraseExports({ db, effects, erasure, config, secrets }: EraseContext): Promise<EraseBatch> {
  const { tenantId, customerIds, dryRun } = erasure
  if (customerIds.length === 0) return { found: 0, next: null }
  const exports = await db.rows(lockExports, { tenantId, customerIds })
  const found = exports.filter(({ file }) => file !== null).length
  if (dryRun || exports.length === 0) return { found, next: null }
  for (const record of await db.rows(cancelExports, { tenantId, customerIds, error: customerErasedError }))
    await announceCompletion({ tx: db, effects, config, secrets, tenantId }, record)
  return { found, next: null }
}

/** Deletes the exports' files: the next erasure step. A running export deletes its own file when it notices the erasure. */
export async function eraseExportFiles({ db, erasure, config }: EraseOutsideContext): Promise<EraseBatch> {
  const { tenantId, customerIds, dryRun } = erasure
  const exports = dryRun || customerIds.length === 0 ? [] : await db.rows(lockExports, { tenantId, customerIds })
  if (exports.length === 0) return { found: 0, next: null }
  const store = getFileStore(config)
  await store.remove(exports.map(({ id }) => fileKey(tenantId, id)))
  // Delete unfinished files of killed exports.
  await store.sweep()
  return { found: 0, next: null }
}

function fileKey(tenantId: Uuid, id: Uuid): FileKey {
  return { tenantId, name: exportName(id) }
}

const checkEveryMs = 500

/**
 * Passes the bytes on. Throws when the lease ends, so that two workers never write the same file, and soon after the customer is erased.
 */
async function* untilAborted(bytes: AsyncIterable<Buffer>, signal: AbortSignal, isWanted: () => Promise<boolean>): AsyncGenerator<Buffer> {
  let checkedAt = performance.now()
  for await (const piece of bytes) {
    signal.throwIfAborted()
    if (performance.now() - checkedAt > checkEveryMs) {
      if (!(await isWanted())) throw new JobFailure(customerErasedError, { permanent: true })
      checkedAt = performance.now()
    }
    yield piece
  }
}

declare global {
  interface EnqueuedJobs {
    /** The key is the id of the request. */
    'export-personal-data': NoInput
    /** The key is the id of the request. */
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
  run: recordRemoval,
})
