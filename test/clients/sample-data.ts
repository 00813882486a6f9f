/** The data that the programs find on a running service, and the check of what each of them did. */

import { createSkeinClient } from '../../client/index.ts'

/** What a program prints: one line of JSON. */
export type Told = { created: string; listed: string[]; replied: string; caught: string }

export type Target = { url: string; key: string }

/** Threads that exist beforehand, of the priority that programs list: more than two pages of two. */
const threadsBefore = 5

/** Makes the threads that programs find. */
export async function makeSampleData({ url, key }: Target): Promise<void> {
  const skein = createSkeinClient({ baseUrl: url, apiKey: key })
  for (let i = 0; i < threadsBefore; i++)
    await skein.createThread({
      body: { title: `Earlier ${i}`, body: 'An earlier question.', priority: 'high', requester: { email: 'grace@example.com' } },
    })
}

/**
 * A program creates a thread, lists all of its priority page by page, replies, and asks for a thread that does not exist.
 * Returns a sentence for each thing that is wrong with what it printed.
 */
export async function checkProgram({ url, key }: Target, told: Told): Promise<string[]> {
  const skein = createSkeinClient({ baseUrl: url, apiKey: key })
  const { data: thread } = await skein.getThread({ path: { id: told.created } })
  const ids = (await skein.listThreads({ query: { priority: 'high' } }).toArray()).map(({ id }) => id)
  const checks: [boolean, string][] = [
    [thread.priority === 'high' && thread.customer.name === 'Ada Lovelace', 'the thread was not created as asked'],
    [thread.messageCount === 2 && thread.lastMessageId === told.replied, 'the reply is not the thread’s second message'],
    [told.listed.length === ids.length && told.listed.every((id, i) => id === ids[i]), `listed ${told.listed.length} of ${ids.length}`],
    [ids.length > threadsBefore, 'there were too few threads for several pages'],
    [told.caught === 'SVC-THREAD-NOT_FOUND', `caught ${told.caught}`],
  ]
  return checks.filter(([right]) => !right).map(([, sentence]) => sentence)
}
