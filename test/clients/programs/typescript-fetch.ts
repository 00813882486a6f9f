// Exercises the client that openapi-generator generates for TypeScript (fetch). test/clients/sample-data.ts lists what every such program
// must do.
import { Configuration, ResponseError, ThreadsApi, type ErrorResponse } from './generated/index.js'

const { SKEIN_URL = '', SKEIN_KEY = '', SKEIN_NAME = '' } = process.env
const threads = new ThreadsApi(new Configuration({ basePath: SKEIN_URL, accessToken: SKEIN_KEY }))

const { data: thread } = await threads.createThread({
  idempotencyKey: `${SKEIN_NAME}-create`,
  threadCreate: {
    title: 'The export is empty',
    body: 'The CSV export has been empty since Monday.',
    requester: { email: `${SKEIN_NAME}@example.com`, name: 'Ada Lovelace' },
    priority: 'high',
    tags: [SKEIN_NAME],
  },
})

const listed: string[] = []
let cursor: string | undefined
do {
  // Sends a value back exactly as it was read.
  const page = await threads.listThreads({ limit: 2, priority: thread.priority, ...(cursor ? { cursor } : {}) })
  listed.push(...page.data.map(({ id }) => id))
  cursor = page.meta.cursor || undefined
} while (cursor)

const { data: reply } = await threads.replyToThread({
  id: thread.threadId,
  idempotencyKey: `${SKEIN_NAME}-reply`,
  replyCreate: { body: 'We are looking into it.' },
})

const refusal: unknown = await threads.getThread({ id: 'thr_00000000000000000000000000' }).catch((error: unknown) => error)
if (!(refusal instanceof ResponseError)) throw refusal
const caught: ErrorResponse = await refusal.response.json()
console.log(JSON.stringify({ created: thread.threadId, listed, replied: reply.id, caught: caught.error.code }))
