/** Files of the page of a contact form: which are attached, which are refused with what words, and that nothing of them is left behind. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { statement } from '#platform/db.ts'
import { toTypeId } from '#platform/ids.ts'
import { type Chat, openChat } from '../../../test/support/chats.ts'
import { createPhotographs } from '../../../test/support/photographs.ts'
import { setUpService, type TestNode, type TestTenant } from '../../../test/support/service.ts'

const service = await setUpService()
let tenant: TestTenant
let chat: Chat
beforeEach(async () => {
  tenant = await service.createTenant()
  chat = await openChat(tenant)
})

type Sent = { name: string; content?: string | Buffer; type?: string }
type Options = { fields?: Record<string, string>; language?: string; node?: Pick<TestNode, 'baseUrl'>; key?: string }
const note = { name: 'note.txt', content: 'The export is empty.', type: 'text/plain' }
const mib = 1_024 * 1_024

/** Sends the form as a browser does. */
async function send(files: readonly Sent[], { fields = {}, language = 'en', node = service, key = chat.key }: Options = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ id: 'a1', email: 'ada@example.com', body: 'Hello', ...fields })) form.append(name, value)
  for (const { name, content = '', type = '' } of files)
    form.append('file', new Blob([new Uint8Array(Buffer.from(content))], { type }), name)
  const headers = { 'accept-language': language }
  const response = await fetch(`${node.baseUrl}/w/${key}/form`, { method: 'POST', headers, body: form, redirect: 'manual' })
  return { status: response.status, text: await response.text(), headers: response.headers }
}

const readPage = async () => (await fetch(`${service.baseUrl}/w/${chat.key}/form`)).text()
const listThreads = async () => (await tenant.skein.listThreads({ query: { inboxId: chat.inboxId } })).data
const findFiles = async () => {
  const [thread] = await listThreads()
  const [message] = thread ? (await tenant.skein.listMessages({ path: { id: thread.id } })).data : []
  return message?.attachments ?? []
}
const countRows = statement<{ tenantId: string }, { count: number; bytes: number }>(`
  select (select count(*)::int from uploads where tenant_id = :tenantId::uuid) as count,
    (select upload_bytes::int from tenant_counters where tenant_id = :tenantId::uuid) as bytes`)
/** Counts the rows, the bytes of the quota, the stored files and the incomplete ones. */
async function countStored() {
  const { location } = service.config.uploads
  const directory = location.kind === 'disk' ? location.directory : ''
  const count = async (path: string): Promise<number> => (await readdir(join(directory, path)).catch(() => [])).length
  const rows = await service.db.first(countRows, { tenantId: tenant.tenantId })
  return { ...rows, stored: await count(toTypeId('ten', tenant.tenantId)), unfinished: await count('unfinished') }
}
const nothing = { count: 0, bytes: 0, stored: 0, unfinished: 0 }

describe('files of a contact form', () => {
  it('can be chosen only where the inbox takes files', async () => {
    expect(await readPage()).toMatch(/<form method="post" enctype="multipart\/form-data"[^]*<input type="file" [^>]*multiple>/)
    chat = await openChat(tenant, { files: false })
    expect(await readPage()).not.toMatch(/multipart|type="file"/)
    const { status, text } = await send([note], { fields: { body: 'My text' } })
    expect([status, text.includes('This form takes no files anymore.'), text.includes('My text')]).toEqual([422, true, true])
    expect([await listThreads(), await countStored()]).toEqual([[], nothing])
    expect((await send([])).status).toBe(303)
  })

  it('are attached to the message, pictures without their position', async () => {
    const [type, photograph] = createPhotographs()[0] ?? ['', Buffer.alloc(0)]
    const { status, headers } = await send([note, { name: '../../grüße.jpg', content: photograph, type }])
    expect([status, headers.get('location')]).toEqual([303, `/w/${chat.key}/form?sent`])
    const files = await findFiles()
    expect(files.map(({ filename, contentType }) => [filename, contentType])).toEqual([
      ['note.txt', 'text/plain'],
      ['grüße.jpg', 'image/jpeg'],
    ])
    const { pathname, search } = new URL(files[1]?.url ?? '')
    const stored = Buffer.from(await (await fetch(`${service.baseUrl}${pathname}${search}`)).arrayBuffer())
    expect([stored.includes('GPS'), stored.includes('picture')]).toEqual([false, true])
    expect(await countStored()).toMatchObject({ count: 2, stored: 2, unfinished: 0 })
  })

  it('are stored once, however often the browser sends the form', async () => {
    const first = await Promise.all([send([note]), send([note]), send([note])])
    const again = await send([note])
    expect([...first, again].map(({ status }) => status)).toEqual([303, 303, 303, 303])
    expect(await listThreads()).toHaveLength(1)
    expect(await countStored()).toEqual({ count: 1, bytes: note.content.length, stored: 1, unfinished: 0 })
  })

  it.each<[string, readonly Sent[], number, string, string]>([
    ['six files', Array.from({ length: 6 }, () => note), 422, 'more than 5 files', 'mehr als 5 Dateien'],
    ['a file of more than 10 MiB', [note, { name: 'a', content: 'a'.repeat(10 * mib + 1) }], 413, 'too large', 'zu groß'],
    ['files of more than 25 MiB', [1, 2, 3].map((n) => ({ name: `${n}`, content: 'a'.repeat(9 * mib) })), 413, 'too large', 'zu groß'],
    ['a program', [note, { name: 'setup.exe', content: 'MZ' }], 422, 'is a program', 'ein Programm'],
    ['a file of another type', [note, { name: 'a.png', content: 'x', type: 'image/png' }], 422, 'what its name says', 'was ihr Name sagt'],
    ['an empty file', [note, { name: 'empty.txt' }], 422, 'is empty', 'ist leer'],
  ])('are refused with words for %s, and none is stored', async (_, files, status, english, german) => {
    for (const [language, words] of [
      ['en', english],
      ['de', german],
    ] as const) {
      const refused = await send(files, { language, fields: { body: 'My <b>text</b>' } })
      const problem = /<p class="problem" id="file-problem">([^<]*)/.exec(refused.text)?.[1]
      expect([refused.status, problem]).toEqual([status, expect.stringContaining(words)])
      expect(refused.text).toContain('My &lt;b&gt;text&lt;/b&gt;')
    }
    expect([await listThreads(), await countStored()]).toEqual([[], nothing])
  })

  it('must be chosen again after a mistake in the answers', async () => {
    const english = await send([note], { fields: { email: 'ada@' } })
    expect([english.status, english.text.includes('Please choose your files again.')]).toEqual([422, true])
    const german = await send([note], { fields: { body: ' ' }, language: 'de' })
    expect([german.status, german.text.includes('Bitte die Dateien noch einmal auswählen.')]).toEqual([422, true])
    expect((await send([], { fields: { email: 'ada@' } })).text).not.toContain('choose your files')
    expect([await listThreads(), await countStored()]).toEqual([[], nothing])
  })

  it('beyond the quota are 507, and the text can be sent without them', async () => {
    const node = await service.startNode({ config: { uploads: { ...service.config.uploads, quotaBytes: 30 } } })
    const { status, text } = await send([note, note], { node })
    expect([status, text.includes('We can’t take files right now.')]).toEqual([507, true])
    expect([await listThreads(), await countStored()]).toEqual([[], nothing])
    expect((await send([], { node })).status).toBe(303)
  })

  it('count against the limit of the visitor, also when they arrive in one form', async () => {
    const visitors = { ...service.config.rateLimits.visitors, filesInTenMinutes: 1 }
    // Safe because the service's own limits, which the spread copies, are complete.
    const node = await service.startNode({ rateLimits: { visitors: visitors as NonNullable<typeof service.config.rateLimits.visitors> } })
    const refused = await send([note, note], { node })
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect([await listThreads(), await countStored()]).toEqual([[], nothing])
    expect((await send([note], { node })).status).toBe(303)
  })

  it('of the eleventh form in a minute are not stored', async () => {
    for (let i = 0; i < 10; i++) expect((await send([], { fields: { id: `b${i}` } })).status).toBe(303)
    const refused = await send([note], { fields: { id: 'b10', body: 'My text' } })
    expect([refused.status, refused.text.includes('My text'), refused.text.includes('choose your files again')]).toEqual([429, true, true])
    expect(await countStored()).toEqual(nothing)
  })

  it('under another name are not kept, and limited as well', async () => {
    const sendOther = async (bytes: number) => {
      const form = new FormData()
      for (const [name, value] of Object.entries({ id: 'a1', email: 'ada@example.com', body: 'Hello' })) form.append(name, value)
      form.append('other', new Blob([new Uint8Array(bytes)]), 'a.txt')
      return (await fetch(`${service.baseUrl}/w/${chat.key}/form`, { method: 'POST', body: form, redirect: 'manual' })).status
    }
    expect([await sendOther(26 * mib), await sendOther(11 * mib)]).toEqual([413, 303])
    expect([await findFiles(), await countStored()]).toEqual([[], nothing])
  })

  it('of a form that breaks off are deleted', async () => {
    const boundary = 'xyz'
    const body = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello`
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    const { status } = await fetch(`${service.baseUrl}/w/${chat.key}/form`, { method: 'POST', headers, body })
    expect([status, await countStored()]).toEqual([400, nothing])
  })
})
