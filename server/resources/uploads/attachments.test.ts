/** Files of messages are attached once, shown with the message, and deleted with it. */
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Message, Upload } from '../../../client/index.ts'
import { png, requestLink, uploadFile, readStorageUsage } from '../../../test/support/files.ts'
import { until } from '../../../test/support/job-fixture.ts'
import { setUpTenant, type TestTenant } from '../../../test/support/service.ts'
import { makeThread } from '../../../test/support/threads.ts'
import { earlierSql } from '../../../test/support/earlier.ts'

const { service, tenant } = await setUpTenant({ worker: true })

const reply = (threadId: string, uploadIds: string[], more: object = {}) =>
  tenant.api<Message>('POST', `/threads/${threadId}/reply`, {
    body: { body: 'Here it is', attachments: uploadIds.map((uploadId) => ({ uploadId })), ...more },
  })

describe('attachments', () => {
  it('come with threads, replies, messages and scheduled replies, and have URLs', async () => {
    const files = await Promise.all(['one', 'two', 'three', 'four'].map((bytes) => uploadFile(tenant, { bytes, filename: `${bytes}.txt` })))
    const [one, two, three, four] = files.map(({ id }) => id)
    const attachments = [{ uploadId: one, filename: '../renamed.txt' }]
    const created = await tenant.api('POST', '/threads', {
      body: { title: 'Files', body: 'See file', requester: { email: 'a@example.com' }, attachments },
    })
    const threadId = String(created.body.data['id'])
    expect((await reply(threadId, [two ?? ''])).status).toBe(201)
    const added = await tenant.api<Message>('POST', `/threads/${threadId}/messages`, {
      body: { body: 'And this', attachments: [{ uploadId: three }] },
    })
    expect(added.body.data.attachments).toMatchObject([{ filename: 'three.txt', contentType: 'text/plain', size: 5 }])
    const later = await reply(threadId, [four ?? ''], { undoSeconds: 1 })
    expect(later.body.data.attachments).toHaveLength(1)
    await until(async () => (await tenant.skein.listMessages({ path: { id: threadId } })).data.length === 4)
    const { data } = (await tenant.api<Message[]>('GET', `/threads/${threadId}/messages`)).body
    const texts = await Promise.all(
      data.map(async ({ attachments: [file] }) => [file?.filename, await (await requestLink(service, file?.url ?? '')).text()]),
    )
    expect(texts.toReversed()).toEqual([
      ['renamed.txt', 'one'],
      ['two.txt', 'two'],
      ['three.txt', 'three'],
      ['four.txt', 'four'],
    ])
    expect((await tenant.api<Upload>('GET', `/uploads/${two}`)).body.data.messageId).toBe(data[2]?.id)
    const events = (await tenant.api<{ data: { object: Message } }[]>('GET', '/events?types=message.created&limit=100')).body.data
    const told = events.map((event) => event.data.object).filter((message) => message.threadId === data[0]?.threadId)
    expect(told.map(({ attachments: list }) => list.map(({ url }) => url))).toEqual([[null], [null], [null], [null]])
  })

  it('are attached once, even if concurrent requests use them', async () => {
    const { id } = await uploadFile(tenant, { bytes: 'once' })
    const threads = await Promise.all([1, 2, 3].map(() => makeThread(tenant)))
    const answers = await Promise.all([...threads, ...threads].map((thread) => reply(thread, [id])))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.error).toMatchObject({
      code: 'SVC-UPLOAD-ALREADY_ATTACHED',
      details: [{ field: 'attachments[0].uploadId' }],
    })
  })

  it('are returned to a retry, and not attached when the message is refused', async () => {
    const { id } = await uploadFile(tenant, { bytes: 'again' })
    const thread = await makeThread(tenant)
    await tenant.skein.updateThread({ path: { id: thread }, body: { status: 'closed' } })
    expect((await reply(thread, [id])).body.error?.code).toBe('SVC-THREAD-CLOSED')
    await tenant.skein.updateThread({ path: { id: thread }, body: { status: 'open' } })
    const send = () =>
      tenant.api('POST', `/threads/${thread}/reply`, {
        body: { body: 'x', attachments: [{ uploadId: id }] },
        headers: { 'idempotency-key': `file-${id}` },
      })
    const [first, again] = [await send(), await send()]
    expect([first.status, again.headers['idempotent-replayed'], again.text]).toEqual([201, 'true', first.text])
  })

  it('stay free if the thread exists, and move with a message on a closed thread', async () => {
    const { id } = await uploadFile(tenant, { bytes: 'free' })
    const create = (attachments: object[]) =>
      tenant.api('POST', '/threads', {
        body: { title: 'x', body: 'y', requester: { email: 'r@example.com' }, external_reference_id: 'ref-files', attachments },
      })
    const first = await create([])
    const second = await create([{ uploadId: id }])
    expect([second.status, second.body.data['id']]).toEqual([200, first.body.data['id']])
    const thread = String(first.body.data['id'])
    await tenant.skein.updateThread({ path: { id: thread }, body: { status: 'closed' } })
    const followed = await tenant.api<Message>('POST', `/threads/${thread}/messages`, {
      body: { body: 'again', attachments: [{ uploadId: id }] },
    })
    expect(followed.body.data.attachments).toHaveLength(1)
    expect(followed.body.data.threadId).not.toBe(`thr_${thread}`)
  })

  it('are refused if unknown, too many, repeated, too large or another tenant’s', async () => {
    const thread = await makeThread(tenant)
    const theirs = await uploadFile(await service.createTenant(), { bytes: 'theirs' })
    const unknown = await reply(thread, [theirs.id])
    expect([unknown.status, unknown.body.error?.details]).toMatchObject([422, [{ field: 'attachments[0].uploadId', code: 'UNKNOWN' }]])
    const { id } = await uploadFile(tenant, { bytes: 'twice' })
    expect((await reply(thread, [id, id])).body.error?.details).toMatchObject([{ field: 'attachments[1].uploadId', code: 'REPEATED' }])
    expect(
      (
        await reply(
          thread,
          Array.from({ length: 11 }, () => id),
        )
      ).status,
    ).toBe(400)
    const halves = await Promise.all([13, 13].map((mebibytes) => uploadFile(tenant, { bytes: Buffer.alloc(mebibytes * 1_048_576, 'a') })))
    const large = await reply(
      thread,
      halves.map((half) => half.id),
    )
    expect([large.status, large.body.error?.code]).toEqual([413, 'SVC-UPLOAD-TOO_LARGE'])
    expect((await reply(thread, [halves[0]?.id ?? ''])).status).toBe(201)
  })
})

describe('a file is deleted', () => {
  const age = (id: string, days: number): Promise<void> =>
    service.db.script(`update uploads set created_at = ${earlierSql('created_at', `interval '${days} days'`)} where filename = '${id}'`)
  const settle = (of: TestTenant, retention: object) => of.api('PATCH', '/tenant/settings', { body: { retention } })

  it('with the reply that was cancelled, and no longer counts', async () => {
    const own = await service.createTenant()
    const { id, url } = await uploadFile(own, { bytes: 'x'.repeat(200_000) })
    const thread = await makeThread(own)
    const body = { body: 'later', undoSeconds: 100, attachments: [{ uploadId: id }] }
    const { data } = (await own.api<Message>('POST', `/threads/${thread}/reply`, { body })).body
    expect(await readStorageUsage(own)).toContain('0.2 MiB')
    expect((await own.api('DELETE', `/messages/${data.id}`)).status).toBe(200)
    await until(async () => (await requestLink(service, url)).status === 404)
    expect([(await own.api('GET', `/uploads/${id}`)).status, await readStorageUsage(own)]).toEqual([404, 'Your files take 0 MiB of 1 GiB.'])
  })

  it('but not while a draft names it', async () => {
    const own = await service.createTenant()
    const names = [1, 2].map(() => `${randomBytes(6).toString('hex')}.txt`)
    const [named, orphan] = await Promise.all(names.map((filename) => uploadFile(own, { bytes: filename, filename })))
    const draft = `/threads/${await makeThread(own)}/draft`
    expect((await own.api('PUT', draft, { body: { body: 'later', attachments: [{ uploadId: named?.id }] } })).status).toBe(200)
    for (const name of names) await age(name, 2)
    const getStatus = async (upload: Upload | undefined) => (await own.api('GET', `/uploads/${upload?.id}`)).status
    await settle(own, { uploads: 5 })
    await until(async () => (await getStatus(orphan)) === 404)
    expect(await getStatus(named)).toBe(200)
    expect((await own.api('DELETE', draft)).status).toBeLessThan(300)
    await settle(own, { uploads: 6 })
    await until(async () => (await getStatus(named)) === 404)
  })

  it('but not while it is the picture of a website chat', async () => {
    const own = await service.createTenant()
    const filename = `${randomBytes(6).toString('hex')}.png`
    const [logo, orphan] = await Promise.all(['image/png', 'image/png'].map((type) => uploadFile(own, { bytes: png, filename, type })))
    const widget = { appearance: { logoUploadId: logo?.id } }
    const chat = await own.api('POST', '/inboxes', { body: { name: 'Chat', type: 'WIDGET', widget } })
    expect(chat.status, chat.text).toBe(201)
    await age(filename, 10)
    await settle(own, { uploads: 5 })
    const getStatus = async (upload: Upload | undefined) => (await own.api('GET', `/uploads/${upload?.id}`)).status
    await until(async () => (await getStatus(orphan)) === 404)
    expect(await getStatus(logo)).toBe(200)
    await own.api('PATCH', `/inboxes/${String(chat.body.data['id'])}`, { body: { widget: { appearance: { logoUploadId: null } } } })
    await settle(own, { uploads: 6 })
    await until(async () => (await getStatus(logo)) === 404)
  })

  it('when unused for a day or past the tenant’s retention, and messages show that', async () => {
    const own = await service.createTenant()
    const names = [1, 2, 3, 4].map(() => `${randomBytes(6).toString('hex')}.txt`)
    const [orphan, young, old, recent] = await Promise.all(names.map((filename) => uploadFile(own, { bytes: filename, filename })))
    const thread = await makeThread(own)
    const attachments = [{ uploadId: old?.id }, { uploadId: recent?.id }]
    await own.api('POST', `/threads/${thread}/reply`, { body: { body: 'two files', attachments } })
    await age(names[0] ?? '', 2)
    await age(names[2] ?? '', 10)
    await settle(own, { uploads: 5 })
    const getStatus = async (upload: Upload | undefined) => (await own.api('GET', `/uploads/${upload?.id}`)).status
    await until(async () => (await getStatus(orphan)) === 404 && (await getStatus(old)) === 404)
    expect([await getStatus(young), await getStatus(recent)]).toEqual([200, 200])
    const shown = async () => (await own.skein.listMessages({ path: { id: thread } })).data[0]?.attachments ?? []
    await until(async () => (await shown())[0]?.url === null)
    expect((await shown()).map(({ filename, url }) => [filename, url === null])).toEqual([
      [names[2], true],
      [names[3], false],
    ])
    const gone = (await own.api<{ data: { object: Upload } }[]>('GET', '/events?types=upload.deleted&limit=100')).body.data
    expect(gone.map((event) => event.data.object.id).toSorted()).toEqual([orphan?.id, old?.id].toSorted())
  })
})
