/** A small believable company, for trying things out: customers on reserved domains, inboxes, labels, threads in every state. */
import type { SeedClient } from './seed-client.ts'
import { inboxes, labels, scenes, type Scene, type Step } from './seed-company-data.ts'
import type { SeedCounts } from './seed-conversations.ts'

export const companyThreads = scenes.length
/** Calls that change something when nothing is there yet. */
export const companyCalls = inboxes.length + labels.length + scenes.reduce((sum, scene) => sum + stepsOf(scene).length + 1, 0)

/** Answers are kept for retries for a day at least: that long the same calls may simply be made again. */
const repeatableMs = 23 * 3_600_000

/** Makes what is not there yet. Threads that are older than a day are left alone, whatever has become of them. */
export async function seedCompany(client: SeedClient, onDone: (calls: number) => void): Promise<SeedCounts> {
  const counts: SeedCounts = { threadsCreated: 0, threadsExisting: 0, messagesCreated: 0, messagesExisting: 0 }
  await ensureNamed(client, '/labels', labels, onDone)
  const inboxIds = await ensureNamed(client, '/inboxes', inboxes, onDone)
  for (const scene of scenes) {
    const steps = stepsOf(scene)
    const answer = await client.write('POST', '/threads', `seed-${scene.reference}-0`, newThread(scene, inboxIds))
    // Safe because this is a thread as its creation answers it.
    const { id, createdAt } = answer.data as { id: string; createdAt: string }
    const isNew = answer.status === 201 && !answer.replayed
    counts[isNew ? 'threadsCreated' : 'threadsExisting']++
    onDone(1)
    const repeatable = Date.now() - Date.parse(createdAt) < repeatableMs
    for (const [i, step] of steps.entries()) {
      const replayed = !repeatable || (await take(client, id, `seed-${scene.reference}-${i + 1}`, step))
      if (!('status' in step)) counts[replayed ? 'messagesExisting' : 'messagesCreated']++
      onDone(1)
    }
  }
  return counts
}

/** Ids by name, of those that were there and those that had to be made. */
async function ensureNamed(
  client: SeedClient,
  path: string,
  wanted: readonly { name: string }[],
  onDone: (calls: number) => void,
): Promise<Map<string, string>> {
  // Safe because everything listed here has an id and a name.
  const found = new Map(((await client.list(path)) as { id: string; name: string }[]).map(({ id, name }) => [name.toLowerCase(), id]))
  for (const item of wanted) {
    const name = item.name.toLowerCase()
    if (!found.has(name)) {
      const { data } = await client.write('POST', path, `seed-${path.slice(1)}-${name.replaceAll(' ', '-')}`, item)
      // Safe for the same reason.
      found.set(name, (data as { id: string }).id)
    }
    onDone(1)
  }
  return found
}

function newThread({ reference, from, title, says, tags, inbox, channel, priority }: Scene, inboxIds: Map<string, string>): object {
  const inboxId = inboxIds.get(inbox.toLowerCase())
  return {
    title,
    body: says,
    requester: from,
    external_reference_id: reference,
    tags,
    channel,
    priority: priority ?? 'NORMAL',
    ...(inboxId ? { inboxId } : {}),
  }
}

/** The scene's steps, then where the thread stands at its end. */
function stepsOf({ next, status }: Scene): (Step | { status: string })[] {
  return status === undefined ? [...next] : [...next, { status }]
}

/** Returns whether it had been done before. */
async function take(client: SeedClient, threadId: string, key: string, step: Step | { status: string }): Promise<boolean> {
  const path = `/threads/${threadId}`
  if ('status' in step) return (await client.write('PATCH', path, key, step)).replayed
  if ('reply' in step) return (await client.write('POST', `${path}/reply`, key, { body: step.reply })).replayed
  const body = 'note' in step ? { body: step.note, internal: true } : { body: step.customer }
  return (await client.write('POST', `${path}/messages`, key, body)).replayed
}
