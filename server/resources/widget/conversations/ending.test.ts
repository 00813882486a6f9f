/** How visitors end, rate and keep their conversations, and send files. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { visitorLimits } from '#platform/http/rate-limit.ts'
import type { SatisfactionRequest, WidgetMessage, WidgetThread } from '../../../../client/index.ts'
import { type Chat, openChat, openIdentities, startVisitor, type Visitor } from '../../../../test/support/chats.ts'
import { setUpTenant } from '../../../../test/support/service.ts'
import { removePosition } from '../uploads/remove-position.ts'

const { service, tenant } = await setUpTenant({ rateLimits: { visitors: visitorLimits } })
let chat: Chat

beforeAll(async () => {
  chat = await openChat(tenant)
})

const visit = (more = {}) => startVisitor(service, chat, more)
const listTemplates = async (): Promise<string[]> => {
  const { body } = await tenant.api<{ action: string }[]>('GET', '/audit-logs?limit=100')
  return body.data.map(({ action }) => action)
}

describe('a visitor', () => {
  it('ends a conversation once, and opens it again by writing', async () => {
    const visitor = await visit()
    const { id } = await visitor.begin()
    const end = () => visitor.call<WidgetThread>('POST', `/widget/threads/${id}/end`)
    expect((await end()).body.data).toMatchObject({ state: 'ENDED', lastMessage: { from: 'SYSTEM', name: null } })
    await end()
    expect((await visitor.messages(id)).map(({ from }) => from)).toEqual(['VISITOR', 'SYSTEM'])
    expect((await tenant.skein.getThread({ path: { id } })).data.status).toBe('resolved')
    await visitor.write(id, 'One more thing')
    expect((await visitor.threads())[0]?.state).toBe('OPEN')
    expect((await (await visit()).call('POST', `/widget/threads/${id}/end`)).status).toBe(404)
  })

  it('rates a conversation, and changes the rating', async () => {
    const visitor = await visit()
    const { id } = await visitor.begin()
    const rate = (body: object) => visitor.call<WidgetThread>('POST', `/widget/threads/${id}/rating`, body)
    expect((await rate({ score: 4, comment: 'Quick' })).body.data.rating).toEqual({ score: 4, comment: 'Quick' })
    expect((await rate({ score: 2 })).body.data.rating).toEqual({ score: 2, comment: null })
    const requests = await tenant.api<SatisfactionRequest[]>('GET', `/satisfaction-requests?threadId=${id}`)
    expect(requests.body.data).toMatchObject([{ state: 'ANSWERED', channel: 'API', answer: { score: 2, changes: 1 } }])
    for (const score of [0, 6, 2.5, '5', null]) expect((await rate({ score })).status, String(score)).toBe(400)
    expect((await (await visit()).call('POST', `/widget/threads/${id}/rating`, { score: 5 })).status).toBe(404)
  })

  it('gets transcripts at their own address only, three in an hour', async () => {
    const sign = await openIdentities(tenant, chat)
    const visitor = await visit({ identityToken: await sign({ sub: 'ada', email: 'ada@example.com' }) })
    const { id } = await visitor.begin()
    const send = (email: string) => visitor.call('POST', `/widget/threads/${id}/transcript`, { email })
    expect((await send('other@example.com')).status).toBe(400)
    const answers = await Promise.all([1, 2, 3, 4].map(() => send('ada@example.com')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 202, 202, 429])
    expect((await listTemplates()).filter((action) => action === 'thread.transcript_sent').length).toBe(3)
    const typing = await visit()
    const typed = await typing.begin('Hi', { preChat: { email: 'typed@example.com' } })
    await tenant.skein.replyToThread({ path: { id: typed.id }, body: { body: 'Hello' } })
    expect((await typing.call('POST', `/widget/threads/${typed.id}/transcript`, { email: 'typed@example.com' })).status).toBe(202)
  })
})

describe('a file', () => {
  const upload = ({ token }: Visitor, text = 'number\n42\n') => {
    const form = new FormData()
    form.append('file', new Blob([text], { type: 'text/csv' }), 'export.csv')
    return fetch(`${service.baseUrl}/api/v1/widget/uploads`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form })
  }
  // Safe because the response has this shape.
  const toId = async (response: Response) => ((await response.json()) as { data: { id: string } }).data.id

  it('is the visitor’s own, and attached once', async () => {
    const [visitor, other] = [await visit(), await visit()]
    const response = await upload(visitor)
    expect(response.status).toBe(201)
    const id = await toId(response)
    const send = (by: Visitor) => by.call<WidgetThread>('POST', '/widget/threads', { clientId: randomUUID(), uploadIds: [id] })
    expect((await send(other)).body.error?.code).toBe('SVC-VALIDATION-UNKNOWN_REFERENCE')
    const begun = await send(visitor)
    expect(begun.body.data.lastMessage).toMatchObject({
      body: '',
      attachments: [{ filename: 'export.csv', size: 10, url: expect.any(String) }],
    })
    expect((await send(visitor)).status).toBe(409)
    const own = await tenant.skein.createUpload({ body: { file: new Blob(['x'], { type: 'text/plain' }), filename: 'agent.txt' } })
    const stolen = await visitor.call<WidgetMessage>('POST', `/widget/threads/${begun.body.data.id}/messages`, {
      clientId: randomUUID(),
      uploadIds: [own.data.id],
    })
    expect(stolen.body.error?.code, 'of an agent').toBe('SVC-VALIDATION-UNKNOWN_REFERENCE')
    const { url } = begun.body.data.lastMessage.attachments[0] ?? {}
    const { pathname, search } = new URL(url ?? '')
    expect(await (await fetch(`${service.baseUrl}${pathname}${search}`)).text()).toBe('number\n42\n')
  })

  it('is refused if empty, after five in ten minutes, and where the chat takes none', async () => {
    const visitor = await visit()
    expect((await upload(visitor, '')).status).toBe(400)
    const statuses = await Promise.all(Array.from({ length: 7 }, async () => (await upload(visitor)).status))
    expect(statuses.toSorted()).toEqual([201, 201, 201, 201, 201, 429, 429])
    const none = await startVisitor(service, await openChat(tenant, { files: false }))
    expect((await upload(none)).status).toBe(400)
    expect((await upload({ ...visitor, token: tenant.key })).status).toBe(401)
  })
})

describe('a photograph', () => {
  const segment = (marker: number, content: Buffer): Buffer => {
    const head = Buffer.alloc(4)
    head.writeUInt16BE(marker, 0)
    head.writeUInt16BE(content.length + 2, 2)
    return Buffer.concat([head, content])
  }
  const tiff = Buffer.from('49492a0008000000010012010300010000000600000000000000', 'hex')
  const exif = segment(0xff_e1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from('GPS 48.2,16.4')]))
  const start = Buffer.from('ffd8', 'hex')
  const rest = Buffer.concat([
    segment(0xff_db, Buffer.alloc(8)),
    segment(0xff_da, Buffer.alloc(4)),
    Buffer.from('picture'),
    Buffer.from('ffd9', 'hex'),
  ])

  it('keeps its picture and orientation, and loses where it was taken', () => {
    const xmp = segment(0xff_e1, Buffer.from('http://ns.adobe.com/xap/1.0/\0GPS'))
    const cleaned = removePosition(Buffer.concat([start, exif, xmp, rest]))
    expect(cleaned?.includes('GPS')).toBe(false)
    expect(cleaned?.subarray(-rest.length)).toEqual(rest)
    expect(cleaned?.includes(Buffer.from('01120003000000010006', 'hex'))).toBe(true)
    expect(removePosition(cleaned ?? start)?.length).toBe(cleaned?.length)
  })

  it.each([
    ['without metadata', Buffer.concat([start, rest])],
    ['that is no JPEG', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['that is empty', Buffer.alloc(0)],
    ['that is cut', Buffer.concat([start, exif.subarray(0, 20)])],
  ])('%s is not changed', (_, bytes) => {
    expect(removePosition(bytes)).toBeNull()
  })
})
