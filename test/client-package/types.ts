// Calls that a compiler must accept or reject. The file is compiled in a project with the packed client.
import {
  ApiError,
  createSkeinClient,
  type ErrorCode,
  type KnownErrorCode,
  type ListRequest,
  type SkeinEvent,
  type SkeinEventOf,
  type Thread,
} from '@skein/client'

const skein = createSkeinClient({ baseUrl: 'http://localhost:3000', apiKey: async () => 'svck_…' })

export async function accepted(): Promise<void> {
  const created = await skein.createThread({
    body: { title: 'a', body: 'b', requester: { email: 'ada@example.com' } },
    idempotencyKey: 'k',
  })
  const id: string = created.data.threadId
  const [status, replayed, etag]: [number, boolean, string | null] = [created.status, created.replayed, created.etag]
  await skein.createThread({ body: { subject: 'a', body: 'b', inboxId: 'inb_1', customerId: 'cst_1' } })
  await skein.updateThread({ path: { id }, body: { status: 'RESOLVED' }, ...(etag === null ? {} : { ifMatch: etag }) })
  const list: ListRequest<{ data: Thread[]; meta: { cursor: string; hasMore: boolean; total: number } }> = skein.listThreads()
  for await (const thread of list) console.log(thread.subject, thread.customer.email, thread.assignee?.name, status, replayed)
  const total: number = (await skein.listThreads({ query: { status: 'open', limit: 1 } })).meta.total
  let tag: string | null = null
  while (tag === null) {
    const page = await skein.listThreads({ query: { status: 'open' } }).ifChanged(tag)
    if (page.data !== null) console.log(page.data[0]?.subject, page.meta.total)
    tag = page.etag
  }
  const listed: typeof list = skein.threads.list({ query: { status: 'open' } })
  await skein.threads.reply({ path: { id }, body: { body: (await listed).data[0]?.subject ?? '' }, idempotencyKey: 'k' })
  const slug: string = (await skein.getMe()).data.tenant.slug
  const openapi: string = (await skein.getOpenapi()).data.openapi
  for await (const event of skein.streamEvents({ lastEventId: 'evt_1' }))
    if (event.type === 'message.created') console.log(event.data.object.bodyText, total, slug, openapi)
  const later: ErrorCode = 'SVC-OF-A_LATER_VERSION'
  const known: KnownErrorCode = 'SVC-THREAD-NOT_FOUND'
  const error: unknown = null
  if (error instanceof ApiError && (error.code === known || error.code === later)) console.log(error.details[0]?.field)
}

export async function refused(created: SkeinEventOf<'thread.created'>, event: SkeinEvent): Promise<void> {
  // @ts-expect-error The id is missing.
  await skein.getThread()
  // @ts-expect-error Ids are texts.
  await skein.getThread({ path: { id: 7 } })
  // @ts-expect-error The path has no such parameter.
  await skein.getThread({ path: { thread: 'thr_1' } })
  // @ts-expect-error A body is needed.
  await skein.createThread({})
  // @ts-expect-error A title is needed.
  await skein.createThread({ body: { body: 'b', requester: { email: 'ada@example.com' } } })
  // @ts-expect-error The field is misspelt.
  await skein.replyToThread({ path: { id: 'thr_1' }, body: { body: 'b', atachments: [] } })
  // @ts-expect-error There is no such filter.
  skein.listThreads({ query: { stauts: 'open' } })
  // @ts-expect-error There is no such status.
  skein.listThreads({ query: { status: 'opened' } })
  // @ts-expect-error Reading changes nothing, and needs no key.
  await skein.getMe({ idempotencyKey: 'k' })
  // @ts-expect-error A thread that is new has no version yet.
  await skein.createThread({ body: { title: 'a', body: 'b', requester: { email: 'ada@example.com' } }, ifMatch: '"1"' })
  // @ts-expect-error A page that has not changed has no data.
  console.log((await skein.listThreads().ifChanged('"tag"')).data[0])
  // @ts-expect-error The id is missing.
  await skein.threads.get()
  // @ts-expect-error The namespace has no such method.
  await skein.threads.listCustomers()
  // @ts-expect-error There is no such operation.
  await skein.closeThread({ path: { id: 'thr_1' } })
  // @ts-expect-error The type of the object is known only after a check of `type`.
  console.log(event.data.object.subject, created.data.object.subject)
  // @ts-expect-error The response has no such field.
  console.log((await skein.getMe()).data.nope)
}
