// Exercises openapi-fetch with the types that openapi-typescript generates. test/clients/sample-data.ts lists what every such program must
// do.
import createClient from 'openapi-fetch'
import type { components, paths } from './generated.js'

const { SKEIN_URL = '', SKEIN_KEY = '', SKEIN_NAME = '' } = process.env
const client = createClient<paths>({ baseUrl: SKEIN_URL, headers: { Authorization: `Bearer ${SKEIN_KEY}` } })

const created = await client.POST('/api/v1/threads', {
  params: { header: { 'Idempotency-Key': `${SKEIN_NAME}-create` } },
  body: {
    title: 'The export is empty',
    body: 'The CSV export has been empty since Monday.',
    requester: { email: `${SKEIN_NAME}@example.com`, name: 'Ada Lovelace' },
    priority: 'high',
    tags: [SKEIN_NAME],
  },
})
if (!created.data) throw new Error(created.error.error.code)
const { threadId, priority } = created.data.data

const threads: components['schemas']['Thread'][] = []
let cursor: string | undefined
do {
  // Sends a value back exactly as it was read.
  const { data: page, error } = await client.GET('/api/v1/threads', {
    params: { query: { limit: 2, priority, ...(cursor ? { cursor } : {}) } },
  })
  if (!page) throw new Error(error.error.code)
  threads.push(...page.data)
  cursor = page.meta.cursor || undefined
} while (cursor)

const reply = await client.POST('/api/v1/threads/{id}/reply', {
  params: { path: { id: threadId }, header: { 'Idempotency-Key': `${SKEIN_NAME}-reply` } },
  body: { body: 'We are looking into it.' },
})
if (!reply.data) throw new Error(reply.error.error.code)

const { error } = await client.GET('/api/v1/threads/{id}', { params: { path: { id: 'thr_00000000000000000000000000' } } })
console.log(
  JSON.stringify({ created: threadId, listed: threads.map(({ id }) => id), replied: reply.data.data.id, caught: error?.error.code }),
)
