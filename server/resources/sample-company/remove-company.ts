/** Removes the sample company in a job, one step per transaction. Each step can be repeated. */
import { deleteResource, fetchOne } from '#kit/write.ts'
import { ApiError, catalogInUse } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import { job, type RunContext } from '#platform/jobs/job.ts'
import type { NoInput } from '#platform/jobs/orders.ts'
import { inbox } from '../inboxes/index.ts'
import { advanceJob, lockJob } from '../jobs/index.ts'
import { kbArticle, kbCollection, removeArticle, removeCollection } from '../kb/index.ts'
import { label } from '../labels/index.ts'
import { requestErasure } from '../privacy/index.ts'
import { forgetThreads } from '../reports/index.ts'
import { user } from '../users/index.ts'
import {
  countKeptCustomers,
  deleteCompany,
  deleteObjects,
  findErasableCustomers,
  findErasedThreads,
  findOpenErasures,
  insertObjects,
  listObjects,
  lockCompany,
  noteThreadsOfCustomers,
  type ObjectKind,
} from './queries.ts'

declare global {
  interface EnqueuedJobs {
    /** The key is the id of the job that the API shows. */
    'remove-sample-company': NoInput
  }
}

type Context = Omit<RunContext<NoInput, unknown>, 'found'>
type Writing = Pick<Context, 'tx' | 'effects' | 'tenantId'>

/** Runs the next step. `done` of the shown job is the number of steps that are done. */
async function removeStep(context: Context): Promise<{ againInSeconds: number } | undefined> {
  const { tx, effects, tenantId, key: id } = context
  const shown = await tx.first(lockJob, { tenantId, id })
  const company = await tx.first(lockCompany, { tenantId })
  if (!shown || company?.state !== 'REMOVING' || company.jobId !== id) return undefined
  const advance = (done: number, isDone = false, kept = 0) =>
    advanceJob({ tx, effects, tenantId }, id, { state: isDone ? 'DONE' : 'RUNNING', done, failed: 0, result: isDone ? { kept } : null })
  if (shown.done === 0) {
    await requestErasures(context)
    await advance(1)
    return { againInSeconds: 0 }
  }
  if (shown.done === 1) {
    if (await tx.first(findOpenErasures, { tenantId })) return { againInSeconds: 1 }
    await advance(2)
    return { againInSeconds: 0 }
  }
  if (shown.done === 2) {
    const ids = (await tx.rows(findErasedThreads, { tenantId })).map((each) => each.id)
    await forgetThreads(tx, tenantId, ids)
    await advance(3)
    return { againInSeconds: 0 }
  }
  const { count: keptCustomers } = await fetchOne(tx, countKeptCustomers, { tenantId })
  const kept = keptCustomers + (await deleteCatalogue(context))
  for (const kind of kinds) {
    const ids = (await tx.rows(listObjects, { tenantId, kind })).map((each) => each.id)
    await tx.rows(deleteObjects, { tenantId, kind, ids })
  }
  await tx.rows(deleteCompany, { tenantId })
  await advance(shown.total, true, kept)
  return undefined
}

const kinds: readonly ObjectKind[] = ['CUSTOMER', 'THREAD', 'LABEL', 'INBOX', 'USER', 'COLLECTION', 'ARTICLE', 'ERASURE']

/** Erasures are the one way to delete everything of a customer in all modules. */
async function requestErasures({ tx, effects, tenantId }: Writing): Promise<void> {
  const customerIds = (await tx.rows(findErasableCustomers, { tenantId })).map(({ id }) => id)
  await tx.rows(noteThreadsOfCustomers, { tenantId, customerIds })
  const requests: Uuid[] = []
  for (const id of customerIds) requests.push(await requestErasure({ tx, effects, tenantId }, id, 'DELETE'))
  await tx.rows(insertObjects, { tenantId, kind: 'ERASURE', ids: requests })
}

/** Deletes what nothing else uses. Returns the number of objects that stay. */
async function deleteCatalogue({ tx, effects, tenantId }: Writing): Promise<number> {
  const writing = { tx, effects, principal: { tenantId } }
  let kept = 0
  const remove = async (kind: ObjectKind, removeOne: (id: Uuid) => Promise<unknown>): Promise<void> => {
    for (const { id } of await tx.rows(listObjects, { tenantId, kind })) {
      try {
        await removeOne(id)
      } catch (error) {
        if (!(error instanceof ApiError && error.declaration === catalogInUse)) throw error
        kept++
      }
    }
  }
  // Colleagues are the authors of the articles, so delete these first.
  await remove('ARTICLE', async (id) => {
    const row = await tx.first(kbArticle.statements.lock, { tenantId, id })
    if (row) await removeArticle(writing, row)
  })
  await remove('COLLECTION', async (id) => {
    const row = await tx.first(kbCollection.statements.lock, { tenantId, id })
    if (row) await removeCollection(writing, row)
  })
  await remove('INBOX', async (id) => {
    const row = await tx.first(inbox.statements.lock, { tenantId, id })
    if (row) await deleteResource(writing, inbox, row)
  })
  await remove('USER', async (id) => {
    const row = await tx.first(user.statements.lock, { tenantId, id })
    // A colleague whom an admin has activated may be in use.
    if (row && row.status !== 'SUSPENDED') kept++
    else if (row) await deleteResource(writing, user, row)
  })
  await remove('LABEL', async (id) => {
    const row = await tx.first(label.statements.lock, { tenantId, id })
    if (row) await deleteResource(writing, label, row)
  })
  return kept
}

export const removeCompany = job({
  name: 'remove-sample-company',
  description: 'Removes the sample company.',
  atOnce: 1,
  run: removeStep,
  async onDead({ tx, effects, tenantId, key: id, error }) {
    const shown = await tx.first(lockJob, { tenantId, id })
    if (shown) await advanceJob({ tx, effects, tenantId }, id, { ...shown, state: 'FAILED', result: { error } })
  },
})
