/** `GET /drafts` lists the caller's own drafts. */
import { expect, it } from 'vitest'
import type { User } from '../../../client/index.ts'
import { setUpTenant } from '../../../test/support/service.ts'

const { service, tenant } = await setUpTenant()
const { skein, api } = tenant

const createThread = async (title: string): Promise<string> =>
  (await skein.createThread({ body: { title, body: `About ${title}`, requester: { email: 'ada@example.com' } } })).data.threadId

it('lists the caller’s drafts only, the latest saved first, page by page', async () => {
  const [first, second] = [await createThread('First'), await createThread('Second')]
  await skein.saveDraft({ path: { id: first }, body: { body: '<p>Dear <b>Ada</b>,</p><p>we are loo</p>', bodyFormat: 'html' } })
  await skein.saveDraft({ path: { id: second }, body: { body: 'Thank  you' } })
  await skein.saveDraft({ path: { id: second }, query: { kind: 'note' }, body: { body: 'Ask Grace' } })
  const grace = await api<User>('POST', '/users', { body: { name: 'Grace', email: 'grace@example.com', role: 'AGENT', invite: false } })
  const { key } = await tenant.keyFor(['write'], { userId: grace.body.data.id })
  await service.api('PUT', `/threads/${first}/draft`, { key, body: { body: 'Mine' } })

  const { data, meta } = await skein.listDrafts()
  const time = expect.stringMatching(/Z$/)
  expect(data).toEqual([
    { threadId: second, kind: 'note', excerpt: 'Ask Grace', attachmentCount: 0, updatedAt: time },
    { threadId: second, kind: 'reply', excerpt: 'Thank you', attachmentCount: 0, updatedAt: time },
    { threadId: first, kind: 'reply', excerpt: 'Dear Ada, we are loo', attachmentCount: 0, updatedAt: time },
  ])
  expect(meta).toMatchObject({ total: 3, hasMore: false })
  const paged = []
  for await (const draft of skein.listDrafts({ query: { limit: 1 } })) paged.push(draft)
  expect(paged).toEqual(data)
  expect((await service.api<unknown[]>('GET', '/drafts', { key })).body.data).toMatchObject([{ excerpt: 'Mine' }])
})

it('has the threads and their latest messages on request', async () => {
  const id = await createThread('Third')
  await skein.saveDraft({ path: { id }, body: { body: 'Well' } })
  const { data } = await skein.listDrafts({ query: { include: 'thread', limit: 1 } })
  expect(data).toMatchObject([{ threadId: id, excerpt: 'Well', thread: { id, subject: 'Third', preview: { text: 'About Third' } } }])
  await skein.deleteDraft({ path: { id } })
  expect((await skein.listDrafts()).data.map(({ threadId }) => threadId)).not.toContain(id)
})

it('shows the text of a draft as its readers will see it', async () => {
  const id = await createThread('Styled')
  const body = '<style>p { color: red }</style><p>Fish&nbsp;&amp; chips</p><img src="data:image/png;base64,' + 'A'.repeat(2_000) + '">'
  await skein.saveDraft({ path: { id }, body: { body, bodyFormat: 'html' } })
  expect((await skein.listDrafts({ query: { limit: 1 } })).data).toMatchObject([{ threadId: id, excerpt: 'Fish & chips' }])
  await skein.deleteDraft({ path: { id } })
})

it('two drafts of a thread saved at the same time are on different pages', async () => {
  const id = await createThread('Fourth')
  for (const kind of ['reply', 'note'] as const) await skein.saveDraft({ path: { id }, query: { kind }, body: { body: kind } })
  await service.db.script(
    `update thread_drafts set updated_at = '2099-01-01' where tenant_id = '${tenant.tenantId}' and body in ('reply', 'note')`,
  )
  const { data, meta } = await skein.listDrafts({ query: { limit: 1 } })
  const next = await skein.listDrafts({ query: { limit: 1, cursor: meta.cursor } })
  expect([...data, ...next.data].map(({ kind }) => kind)).toEqual(['reply', 'note'])
})
