// A program that uses the client that hey-api generates. test/clients/sample-data.ts describes what it must do.
import { client } from './generated/client.gen.js'
import { createThread, getThread, listThreads, replyToThread } from './generated/sdk.gen.js'
import type { Thread } from './generated/types.gen.js'

const { SKEIN_URL = '', SKEIN_KEY = '', SKEIN_NAME = '' } = process.env
client.setConfig({ baseUrl: SKEIN_URL, auth: SKEIN_KEY })

const created = await createThread({
  headers: { 'Idempotency-Key': `${SKEIN_NAME}-create` },
  body: {
    title: 'The export is empty',
    body: 'The CSV export has been empty since Monday.',
    requester: { email: `${SKEIN_NAME}@example.com`, name: 'Ada Lovelace' },
    priority: 'high',
    tags: [SKEIN_NAME],
  },
  throwOnError: true,
})
const { threadId, priority } = created.data.data

const threads: Thread[] = []
let cursor: string | undefined
do {
  // A value that was read is sent back unchanged.
  const { data: page } = await listThreads({ query: { limit: 2, priority, cursor }, throwOnError: true })
  threads.push(...page.data)
  cursor = page.meta.cursor || undefined
} while (cursor)

const reply = await replyToThread({
  path: { id: threadId },
  headers: { 'Idempotency-Key': `${SKEIN_NAME}-reply` },
  body: { body: 'We are looking into it.' },
  throwOnError: true,
})

const { error } = await getThread({ path: { id: 'thr_00000000000000000000000000' } })
console.log(
  JSON.stringify({ created: threadId, listed: threads.map(({ id }) => id), replied: reply.data.data.id, caught: error?.error.code }),
)
