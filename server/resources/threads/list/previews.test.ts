/** `GET /threads?include=preview` shows the beginning of each thread's latest message. */
import { expect, it } from 'vitest'
import type { Thread } from '../../../../client/index.ts'
import { setUpTenant } from '../../../../test/support/service.ts'

const sent: string[] = []
const { tenant } = await setUpTenant({ onStatement: (text) => void sent.push(text) })
const { skein, api } = tenant

async function createThread(title: string, body = title): Promise<string> {
  const requester = { email: 'ada@example.com', name: 'Ada Lovelace' }
  return (await skein.createThread({ body: { title, body, requester } })).data.threadId
}

async function findPreview(id: string) {
  const { data } = await skein.listThreads({ query: { include: 'preview' } })
  return data.find((thread) => thread.id === id)?.preview
}

it('has the latest message in one line, with its author and its files', async () => {
  const id = await createThread('Export', 'The export\n\n  has been   empty since Monday.')
  expect(await findPreview(id)).toEqual({
    messageId: expect.stringMatching(/^msg_/),
    authorType: 'CUSTOMER',
    author: { id: expect.stringMatching(/^cst_/), name: 'Ada Lovelace' },
    internal: false,
    text: 'The export has been empty since Monday.',
    attachmentCount: 0,
    deletedAt: null,
  })
  const { data: file } = await skein.createUpload({ body: { file: new Blob(['ok'], { type: 'text/plain' }), filename: 'log.txt' } })
  const note = { body: `<p>Look:</p><p>${'long '.repeat(60)}</p>`, internal: true, attachments: [{ uploadId: file.id }] }
  const { data: message } = await skein.createMessage({ path: { id }, body: { ...note, authorType: 'AGENT' } })
  const preview = await findPreview(id)
  expect(preview).toMatchObject({ messageId: message.id, authorType: 'AGENT', internal: true, attachmentCount: 1 })
  expect(preview?.text).toMatch(/^Look: long long .*…$/)
  expect(preview?.text.length).toBeLessThanOrEqual(140)
})

it('follows messages into the target of a merge and out by a split', async () => {
  const [source, target] = [await createThread('Source'), await createThread('Target')]
  const { data: last } = await skein.createMessage({ path: { id: source }, body: { body: 'Still empty' } })
  await skein.mergeThread({ path: { id: target }, body: { sourceIds: [source] } })
  expect((await findPreview(target))?.text).toBe('Still empty')
  expect((await findPreview(source))?.text).toBe('Still empty')
  const { data: split } = await skein.splitThread({ path: { id: target }, body: { messageIds: [last.id], subject: 'Own' } })
  expect((await findPreview(split.id))?.text).toBe('Still empty')
  expect((await findPreview(target))?.text).toBe('Target')
})

it('reads all messages of a page in one statement, and nothing without the parameter', async () => {
  sent.length = 0
  await skein.listThreads({ query: { include: 'preview', limit: 50 } })
  expect(sent.filter((text) => text.includes('from messages'))).toHaveLength(1)
  sent.length = 0
  const { body } = await api<Thread[]>('GET', '/threads')
  expect(sent.filter((text) => text.includes('from messages'))).toEqual([])
  expect(body.data.some((thread) => 'preview' in thread)).toBe(false)
})

it('works in the lists of views, in searches and on later pages', async () => {
  const id = await createThread('Zeppelin', 'It does not fly')
  const { data: view } = await skein.createView({ body: { name: 'All', filters: {} } })
  const { data } = await skein.listViewThreads({ path: { id: view.id }, query: { include: 'preview', limit: 1 } })
  expect(data).toMatchObject([{ id, preview: { text: 'It does not fly' } }])
  const query = { include: 'preview', limit: 1 } as const
  const { meta } = await skein.listThreads({ query })
  expect((await skein.listThreads({ query: { ...query, cursor: meta.cursor } })).data[0]?.preview).toHaveProperty('messageId')
  expect((await api('GET', '/threads?include=messages')).status).toBe(400)
})

it('a new message changes the ETag of the list', async () => {
  const id = await createThread('Again')
  const path = '/threads?include=preview'
  const { headers } = await api('GET', path)
  const tag = String(headers['etag'])
  expect((await api('GET', path, { headers: { 'If-None-Match': tag } })).status).toBe(304)
  await skein.createMessage({ path: { id }, body: { body: 'And again' } })
  expect((await api('GET', path, { headers: { 'If-None-Match': tag } })).status).toBe(200)
})
