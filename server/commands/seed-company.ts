/** Creates a small sample company for trying things out: customers on reserved domains, inboxes, labels, and threads in every state. */
import type { ThreadCreate } from '../../client/index.ts'
import { inboxes, labels, seedThreads, type SeedThread, type Step } from '../../tools/sample-company/data.ts'
import type { SeedCounts, Seeding } from './seed-conversations.ts'

export const companyThreads = seedThreads.length
/** Number of write calls for an empty tenant. */
export const companyCalls =
  inboxes.length + labels.length + seedThreads.reduce((sum, seedThread) => sum + getSteps(seedThread).length + 1, 0)

/** Time within which the same calls can simply be repeated: the service stores responses for retries for at least a day. */
const repeatableMs = 23 * 3_600_000

/** Creates the objects that are missing. Leaves threads older than a day as they are, whatever their status. */
export async function seedCompany(seeding: Seeding, onDone: (calls: number) => void): Promise<SeedCounts> {
  const counts: SeedCounts = { threadsCreated: 0, threadsExisting: 0, messagesCreated: 0, messagesExisting: 0 }
  const { skein, signal } = seeding
  await ensureNamed('labels', await skein.listLabels({ signal }).toArray(), labels, onDone, (body, idempotencyKey) =>
    skein.createLabel({ body, idempotencyKey, signal }),
  )
  const inboxIds = await ensureNamed('inboxes', await skein.listInboxes({ signal }).toArray(), inboxes, onDone, (body, idempotencyKey) =>
    skein.createInbox({ body, idempotencyKey, signal }),
  )
  for (const seedThread of seedThreads) {
    const steps = getSteps(seedThread)
    const response = await skein.createThread({
      body: newThread(seedThread, inboxIds),
      idempotencyKey: `seed-${seedThread.reference}-0`,
      signal,
    })
    const { threadId, createdAt } = response.data
    const isNew = response.status === 201 && !response.replayed
    counts[isNew ? 'threadsCreated' : 'threadsExisting']++
    onDone(1)
    const repeatable = Date.now() - Date.parse(createdAt) < repeatableMs
    for (const [i, step] of steps.entries()) {
      const replayed = !repeatable || (await takeStep(seeding, threadId, `seed-${seedThread.reference}-${i + 1}`, step))
      if (!('status' in step)) counts[replayed ? 'messagesExisting' : 'messagesCreated']++
      onDone(1)
    }
  }
  return counts
}

/** Creates the items that are missing. Returns the ids of all items by name. */
async function ensureNamed<Item extends { name: string }>(
  kind: string,
  existing: readonly { id: string; name: string }[],
  wanted: readonly Item[],
  onDone: (calls: number) => void,
  make: (item: Item, idempotencyKey: string) => Promise<{ data: { id: string } }>,
): Promise<Map<string, string>> {
  const found = new Map(existing.map(({ id, name }) => [name.toLowerCase(), id]))
  for (const item of wanted) {
    const name = item.name.toLowerCase()
    if (!found.has(name)) found.set(name, (await make(item, `seed-${kind}-${name.replaceAll(' ', '-')}`)).data.id)
    onDone(1)
  }
  return found
}

function newThread(
  { reference, from, title, body, tags, inbox, channel, priority }: SeedThread,
  inboxIds: Map<string, string>,
): ThreadCreate {
  const inboxId = inboxIds.get(inbox.toLowerCase())
  return {
    title,
    body,
    requester: from,
    external_reference_id: reference,
    tags,
    channel,
    priority: priority ?? 'NORMAL',
    ...(inboxId ? { inboxId } : {}),
  }
}

type LastStep = Step | { status: NonNullable<SeedThread['status']> }

/** Returns the steps of a thread, ending with the change to its final status. */
function getSteps({ next, status }: SeedThread): LastStep[] {
  return status === undefined ? [...next] : [...next, { status }]
}

/** Makes one step. Returns true when an earlier run had made the step already. */
async function takeStep({ skein, signal }: Seeding, id: string, idempotencyKey: string, step: LastStep): Promise<boolean> {
  const call = { path: { id }, idempotencyKey, signal }
  if ('status' in step) return (await skein.updateThread({ ...call, body: step })).replayed
  if ('reply' in step) return (await skein.replyToThread({ ...call, body: { body: step.reply } })).replayed
  const body = 'note' in step ? { body: step.note, internal: true } : { body: step.customer }
  return (await skein.createMessage({ ...call, body })).replayed
}
