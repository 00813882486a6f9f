/** What each program does against a running service, and whether it did. */

/** What a program prints: one line of JSON. */
export type Told = { created: string; listed: string[]; replied: string; caught: string }

export type Scene = { url: string; key: string }

/** Threads that stand there already, of the priority that programs list: more than two pages of two. */
const threadsBefore = 5

/** Makes the threads that programs find. */
export async function prepareScene(scene: Scene): Promise<void> {
  for (let i = 0; i < threadsBefore; i++) {
    await ask(scene, 'POST', '/threads', {
      title: `Earlier ${i}`,
      body: 'An earlier question.',
      priority: 'HIGH',
      requester: { email: 'grace@example.com' },
    })
  }
}

/**
 * A program creates a thread, lists all of its priority page by page, replies, and asks for a thread that does not exist.
 * What is wrong with what it told, a sentence each; empty when it did.
 */
export async function checkScene(scene: Scene, told: Told): Promise<string[]> {
  const { data: thread } = await ask<{ priority: string; customer: { name: string }; messageCount: number; lastMessageId: string }>(
    scene,
    'GET',
    `/threads/${told.created}`,
  )
  const { data: all } = await ask<{ id: string }[]>(scene, 'GET', '/threads?priority=high&limit=100')
  const ids = all.map(({ id }) => id)
  const checks: [boolean, string][] = [
    [thread.priority === 'high' && thread.customer.name === 'Ada Lovelace', 'the thread was not created as asked'],
    [thread.messageCount === 2 && thread.lastMessageId === told.replied, 'the reply is not the thread’s second message'],
    [told.listed.length === ids.length && told.listed.every((id, i) => id === ids[i]), `listed ${told.listed.length} of ${ids.length}`],
    [ids.length > threadsBefore, 'there were too few threads for several pages'],
    [told.caught === 'SVC-THREAD-NOT_FOUND', `caught ${told.caught}`],
  ]
  return checks.filter(([right]) => !right).map(([, sentence]) => sentence)
}

async function ask<Data>({ url, key }: Scene, method: string, path: string, body?: object): Promise<{ data: Data }> {
  const headers = { Authorization: `Bearer ${key}`, ...(body ? { 'Content-Type': 'application/json' } : {}) }
  const response = await fetch(`${url}/api/v1${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  // Safe because the document promises it, and what is missing fails the check.
  return (await response.json()) as { data: Data }
}
