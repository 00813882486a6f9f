/** Creates the data that the programs find on a running service, and checks the output of each program. */

import { createSkeinClient } from '../../client/index.ts'

/** The output of a program: one line of JSON. */
export type Told = { created: string; listed: string[]; replied: string; caught: string }

export type Target = { url: string; key: string }

/** Number of prepared threads with the priority that programs list: more than two pages of two. */
const threadsBefore = 5

/** Creates the prepared threads. */
export async function makeSampleData({ url, key }: Target): Promise<void> {
  const skein = createSkeinClient({ baseUrl: url, apiKey: key })
  for (let i = 0; i < threadsBefore; i++)
    await skein.createThread({
      body: { title: `Earlier ${i}`, body: 'An earlier question.', priority: 'high', requester: { email: 'grace@example.com' } },
    })
}

/**
 * Checks a program, which creates a thread, lists all threads of its priority page by page, replies, and requests a thread that does not
 * exist. Returns one sentence for each fault in its output.
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
