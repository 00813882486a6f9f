// A program for browsers that uses the packed client. It is bundled, and reports its actions to the test.
import { ApiError, createSkeinClient } from '@skein/client'

export type PageInput = { baseUrl: string; apiKey: string }
export type PageResult = {
  created: string
  repeated: boolean
  listed: string[]
  caught: string
  requestId: string
  event: string
  hidden: boolean
}

declare global {
  var work: (input: PageInput) => Promise<PageResult>
}

globalThis.work = async ({ baseUrl, apiKey }) => {
  const skein = createSkeinClient({ baseUrl, apiKey })
  const stop = new AbortController()
  const opened = Promise.withResolvers<void>()
  const events = skein.streamEvents({ query: { types: 'thread.created' }, signal: stop.signal, onOpen: () => opened.resolve() })
  const event = events.next()
  await opened.promise
  const body = { title: 'From a page', body: 'Größe “M”', requester: { email: 'ada@example.com' } }
  const created = await skein.createThread({ body, idempotencyKey: 'page-1' })
  const repeated = await skein.createThread({ body, idempotencyKey: 'page-1' })
  for (let i = 0; i < 4; i++) await skein.createThread({ body })
  const listed: string[] = []
  for await (const { id } of skein.listThreads({ query: { limit: 2 } })) listed.push(id)
  const caught = await skein.getThread({ path: { id: 'thr_00000000000000000000000000' } }).catch((error: unknown) => error)
  if (!(caught instanceof ApiError)) throw caught
  const seen = await event
  stop.abort()
  return {
    created: created.data.threadId,
    repeated: repeated.replayed,
    listed,
    caught: caught.code,
    requestId: caught.requestId,
    event: seen.value?.type === 'thread.created' ? seen.value.data.object.id : '',
    hidden: 'verifyWebhook' in (await import('@skein/client')),
  }
}
