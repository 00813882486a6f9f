/** Files that visitors send: which are refused, and what photographs lose. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { WidgetThread, WidgetUpload } from '../../../../client/index.ts'
import { openChat, startVisitor, type Chat, type Visitor } from '../../../../test/support/chats.ts'
import { createPhotographs } from '../../../../test/support/photographs.ts'
import { setUpTenant } from '../../../../test/support/service.ts'

const { service, tenant } = await setUpTenant()
let visitor: Visitor
let chat: Chat
beforeAll(async () => {
  chat = await openChat(tenant)
  visitor = await startVisitor(service, chat)
})

type Answer = { data: WidgetUpload; error?: { code: string } }

async function upload(bytes: Buffer, name: string, type = ''): Promise<{ status: number; body: Answer }> {
  // Each by another visitor, because a visitor can send five.
  visitor = await startVisitor(service, chat)
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)], { type }), name)
  const headers = { authorization: `Bearer ${visitor.token}` }
  const response = await fetch(`${service.baseUrl}/api/v1/widget/uploads`, { method: 'POST', headers, body: form })
  // Safe because every response has this form.
  return { status: response.status, body: (await response.json()) as Answer }
}

it.each([
  ['setup.exe', Buffer.from('MZ\x90\0')],
  ['picture.png.scr', Buffer.from('text')],
  ['invoice.PDF.JS ', Buffer.from('alert(1)')],
  ['run.bat.', Buffer.from('del *')],
  ['macro.vbs', Buffer.from('MsgBox 1')],
  ['run.ps1', Buffer.from('dir')],
  ['app.jar', Buffer.from('text')],
  ['installer.msi', Buffer.from('text')],
  ['renamed.dat', Buffer.from(`MZ${'\0'.repeat(62)}`)],
])('the program %s is refused', async (name, bytes) => {
  const { status, body } = await upload(bytes, name)
  expect([status, body.error?.code]).toEqual([422, 'SVC-UPLOAD-TYPE_REJECTED'])
})

it.each(['notes.txt', 'deploy.sh', 'executable.exe.txt', 'exe'])('the file %s is taken', async (name) => {
  expect((await upload(Buffer.from('echo 1\n'), name)).status).toBe(201)
})

it('a file of 10 MiB is taken, and one of a byte more is refused', async () => {
  const size = 10 * 1_024 * 1_024
  expect((await upload(Buffer.alloc(size, 'a'), 'full.txt', 'text/plain')).status).toBe(201)
  const { status, body } = await upload(Buffer.alloc(size + 1, 'a'), 'big.txt', 'text/plain')
  expect([status, body.error?.code]).toEqual([413, 'SVC-UPLOAD-TOO_LARGE'])
})

describe('a photograph with its position', () => {
  it.each(createPhotographs())('as %s reaches the agent without it, and lies as it was taken', async (type, photograph, orientation) => {
    expect(photograph.includes('GPS')).toBe(true)
    const sent = await upload(photograph, 'photo', type)
    expect(sent.body.data).toMatchObject({ contentType: type })
    const { body } = await visitor.call<WidgetThread>('POST', '/widget/threads', { clientId: randomUUID(), uploadIds: [sent.body.data.id] })
    const [message] = (await tenant.skein.listMessages({ path: { id: body.data.id } })).data
    const { pathname, search } = new URL(message?.attachments?.[0]?.url ?? '')
    const stored = Buffer.from(await (await fetch(`${service.baseUrl}${pathname}${search}`)).arrayBuffer())
    expect([stored.includes('GPS'), stored.includes('picture'), stored.includes(orientation)]).toEqual([false, true, true])
  })
})
