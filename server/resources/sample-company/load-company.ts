/** Loads the sample company in a job, one chunk per transaction. */
import { nameKey } from '#kit/name-key.ts'
import { fetchOne, insertResource } from '#kit/write.ts'
import type { Queryable } from '#platform/db.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import { job, type RunContext } from '#platform/jobs/job.ts'
import type { NoInput } from '#platform/jobs/orders.ts'
import { CollectedEffects } from '#platform/outbox/ledger.ts'
import { articles, collections } from '../../../tools/sample-company/articles.ts'
import { labels, seedThreads } from '../../../tools/sample-company/data.ts'
import { defaultEmailSettings } from '../../channels/email/settings.ts'
import { toAddressWords, toNameWords } from '../customers/index.ts'
import { inbox } from '../inboxes/index.ts'
import { advanceJob, lockJob } from '../jobs/index.ts'
import { countViews, insertArticle, insertCollection } from '../kb/index.ts'
import { label } from '../labels/index.ts'
import { countPastThreads, holdFacts } from '../reports/index.ts'
import { type PastThread, writePastThreads } from '../threads/index.ts'
import { type PastRating, writePastRatings } from '../satisfaction/index.ts'
import { user } from '../users/index.ts'
import { colleagues, toSampleAddress } from './colleagues.ts'
import type { LoadInput } from './operations.ts'
import { type PlannedThread, planHistory } from './plan-history.ts'
import {
  findCustomers,
  findLabels,
  findUsers,
  insertCustomers,
  insertObjects,
  listObjects,
  lockCompany,
  type ObjectKind,
  updateCompany,
} from './queries.ts'

declare global {
  interface EnqueuedJobs {
    /** The key is the id of the job that the API shows. */
    'load-sample-company': NoInput
  }
}

type Context = Omit<RunContext<NoInput, unknown>, 'found'>

/** Maximum number of threads per transaction, which takes a few tens of milliseconds and locks the tenant's counters for that long. */
const chunk = 20

async function loadChunk({ tx, effects, tenantId, key: id }: Context): Promise<{ againInSeconds: number } | undefined> {
  const shown = await tx.first(lockJob, { tenantId, id })
  const company = await tx.first(lockCompany, { tenantId })
  // The company is being removed, or this job has ended.
  if (!shown || company?.state !== 'LOADING' || company.jobId !== id) return undefined
  // Safe because `loadSampleCompany` stored the input.
  const input = shown.input as LoadInput
  const plan = planHistory(seedThreads, { ...input, colleagues: colleagues.length })
  if (shown.state === 'QUEUED') {
    await createCatalogue({ tx, effects, tenantId }, input)
    await createArticles({ tx, effects, tenantId })
    await advanceJob({ tx, effects, tenantId }, id, { state: 'RUNNING', done: 0, failed: 0, result: null })
    return { againInSeconds: 0 }
  }
  const next = plan.slice(shown.done, shown.done + chunk)
  await writeThreads({ tx, effects, tenantId }, next)
  const done = shown.done + next.length
  const isDone = done === plan.length
  if (isDone) await tx.rows(updateCompany, { tenantId, state: 'LOADED', jobId: id })
  await advanceJob({ tx, effects, tenantId }, id, { state: isDone ? 'DONE' : 'RUNNING', done, failed: 0, result: null })
  return isDone ? undefined : { againInSeconds: 0 }
}

type Writing = Pick<Context, 'tx' | 'effects' | 'tenantId'>

async function note(tx: Queryable, tenantId: Uuid, kind: ObjectKind, ids: readonly Uuid[]): Promise<void> {
  await tx.rows(insertObjects, { tenantId, kind, ids })
}

/** Creates colleagues, labels, the inbox and customers. Labels and colleagues of the same name or address that exist are used. */
async function createCatalogue({ tx, effects, tenantId }: Writing, { now }: LoadInput): Promise<void> {
  // These effects are never written, so the sample company causes no events and no webhooks.
  const silent = { tx, effects: new CollectedEffects(), principal: { tenantId } }
  const keys = labels.map(({ name }) => nameKey(name))
  const known = new Set((await tx.rows(findLabels, { tenantId, keys })).map(({ key }) => key))
  for (const given of labels.filter(({ name }) => !known.has(nameKey(name)))) {
    const id = newId()
    await insertResource(silent, label, { ...label.defaults, ...given }, id)
    await note(tx, tenantId, 'LABEL', [id])
  }
  const present = await readColleagues(tx, tenantId)
  for (const { name, email } of colleagues.filter((each) => !present.has(each.email))) {
    const id = newId()
    await insertResource(silent, user, { ...user.defaults, name, email, role: 'AGENT', status: 'SUSPENDED' }, id)
    await note(tx, tenantId, 'USER', [id])
  }
  const inboxId = newId()
  const email = { ...defaultEmailSettings, receive: { ...defaultEmailSettings.receive, mode: 'API' as const } }
  const settings = { ...email, send: { ...email.send, mode: 'NONE' as const } }
  const fields = { ...inbox.defaults, name: 'Sample support', type: 'EMAIL' as const, address: null, email: settings }
  await insertResource(silent, inbox, fields, inboxId)
  await note(tx, tenantId, 'INBOX', [inboxId])
  const people = [...new Map(seedThreads.map(({ from }) => [from.email, from])).values()]
  const createdAt = new Date(now - 31 * 86_400_000).toISOString()
  const customers = people.map(({ name, email: given }) => {
    const address = toSampleAddress(given)
    const addressWords = toAddressWords({ email: address, externalId: null })
    return { id: newId(), email: address, name, createdAt, nameWords: toNameWords({ name }), addressWords }
  })
  const inserted = await tx.rows(insertCustomers, { tenantId, customers })
  effects.count('customers', inserted.length)
  await note(
    tx,
    tenantId,
    'CUSTOMER',
    inserted.map(({ id }) => id),
  )
}

/** Creates the articles of the knowledge base, published and with views. A colleague is their author. */
async function createArticles({ tx, tenantId }: Writing): Promise<void> {
  const silent = { tx, effects: new CollectedEffects(), principal: { tenantId } }
  const authorIds = [...(await readColleagues(tx, tenantId)).values()]
  const views = new Map<Uuid, number>()
  for (const { name, description } of collections) {
    const { record: collection } = await insertCollection(silent, { name, description })
    await note(tx, tenantId, 'COLLECTION', [collection.id])
    for (const article of articles.filter((each) => each.collection === name)) {
      const userId = authorIds[views.size % authorIds.length]
      if (userId === undefined) throw new Error('The sample company has no colleagues')
      const { title, body } = article
      const given = { title, body, collectionId: collection.id, status: 'PUBLISHED' } as const
      const { record } = await insertArticle(silent, given, { locale: 'en', userId })
      await note(tx, tenantId, 'ARTICLE', [record.id])
      views.set(record.id, article.views)
    }
  }
  await countViews(tx, tenantId, views)
}

/** Returns the ids of the colleagues by address. One that an earlier removal kept is used again. */
async function readColleagues(tx: Queryable, tenantId: Uuid): Promise<Map<string, Uuid>> {
  const emails = colleagues.map(({ email }) => email)
  return new Map((await tx.rows(findUsers, { tenantId, emails })).map(({ id, email }) => [email, id]))
}

async function writeThreads({ tx, effects, tenantId }: Writing, planned: readonly PlannedThread[]): Promise<void> {
  const { id: inboxId } = await fetchOne(tx, listObjects, { tenantId, kind: 'INBOX' })
  const present = await readColleagues(tx, tenantId)
  const userIds = colleagues.flatMap(({ email }) => present.get(email) ?? [])
  const labelIds = new Map(
    (await tx.rows(findLabels, { tenantId, keys: labels.map(({ name }) => nameKey(name)) })).map(({ key, id }) => [key, id]),
  )
  const emails = [...new Set(planned.map(({ from }) => toSampleAddress(from.email)))]
  const customerIds = new Map((await tx.rows(findCustomers, { tenantId, emails })).map(({ email, id }) => [email, id]))
  const threads = planned.flatMap((thread): RatedThread[] => {
    const customerId = customerIds.get(toSampleAddress(thread.from.email))
    return customerId === undefined ? [] : [toPastThread(thread, { inboxId, userIds, labelIds, customerId })]
  })
  await holdFacts(tx, tenantId)
  const ids = await writePastThreads({ tx, effects, tenantId }, threads)
  await note(tx, tenantId, 'THREAD', ids)
  await writePastRatings(tx, tenantId, toPastRatings(threads, ids))
  await countPastThreads(tx, tenantId, ids)
}

type RatedThread = PastThread & Pick<PlannedThread, 'rating'>

function toPastRatings(threads: readonly RatedThread[], ids: readonly Uuid[]): PastRating[] {
  return threads.flatMap(({ rating, customerId, assigneeId }, i): PastRating[] => {
    const threadId = ids[i]
    if (!rating || !threadId) return []
    const { score, comment, askedAt, answeredAt } = rating
    const times = { askedAt: new Date(askedAt).toISOString(), answeredAt: new Date(answeredAt).toISOString() }
    return [{ threadId, customerId, personId: assigneeId, score, comment, ...times }]
  })
}

type References = { inboxId: Uuid; userIds: readonly Uuid[]; labelIds: ReadonlyMap<string, Uuid>; customerId: Uuid }

const toTime = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

function toPastThread(planned: PlannedThread, { inboxId, userIds, labelIds, customerId }: References): RatedThread {
  const { title, tags, priority = 'NORMAL', status, assignee, from, messages, rating } = planned
  return {
    subject: title,
    status,
    priority: priority.toLowerCase(),
    channel: 'email',
    inboxId,
    assigneeId: assignee === null ? null : (userIds[assignee] ?? null),
    customerId,
    labelIds: tags.flatMap((tag) => labelIds.get(nameKey(tag)) ?? []),
    snoozedUntil: toTime(planned.snoozedUntil),
    resolvedAt: toTime(planned.resolvedAt),
    closedAt: toTime(planned.closedAt),
    rating,
    messages: messages.map(({ by, body, internal, at }) => ({
      authorType: by === 'CUSTOMER' ? 'CUSTOMER' : 'AGENT',
      authorId: by === 'CUSTOMER' ? customerId : (userIds[by] ?? customerId),
      authorName: by === 'CUSTOMER' ? from.name : (colleagues[by]?.name ?? ''),
      body,
      internal,
      at: new Date(at).toISOString(),
    })),
  }
}

export const loadCompany = job({
  name: 'load-sample-company',
  description: 'Loads the sample company.',
  atOnce: 1,
  run: loadChunk,
  async onDead({ tx, effects, tenantId, key: id, error }) {
    const shown = await tx.first(lockJob, { tenantId, id })
    if (shown) await advanceJob({ tx, effects, tenantId }, id, { ...shown, state: 'FAILED', result: { error } })
  },
})
