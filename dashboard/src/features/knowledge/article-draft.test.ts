import { expect, it } from 'vitest'
import { ApiError, type KbArticle } from '@skein/client'
import { createArticleDraft, toStorageKey, type ReadArticle } from './article-draft.ts'

type Request = { body: Record<string, unknown>; ifMatch?: string; idempotencyKey?: string }

/** A service with one article, which carries out each idempotency key once. */
function createService() {
  let version = 1
  let article = { id: 'art_1', title: 'Refunds', body: '<p>One</p>', bodyFormat: 'html', version } as KbArticle
  const answered = new Map<string, ReadArticle>()
  const requests: Request[] = []
  const service = {
    requests,
    /** Loses the responses of this many requests, which are carried out. */
    lost: 0,
    read: (): ReadArticle => ({ record: article, etag: `"${version}"` }),
    change(body: object): void {
      article = { ...article, ...body, version: ++version }
    },
    skein: {
      getKbArticle: () => Promise.resolve({ data: article, etag: `"${version}"` }),
      createKbArticle: (request: Request) => answer({ ...request }),
      updateKbArticle: (request: Request) => answer(request),
    },
  }
  const answer = async (request: Request): Promise<{ data: KbArticle; etag: string | null }> => {
    requests.push(request)
    const key = request.idempotencyKey ?? ''
    if (!answered.has(key)) {
      if (request.ifMatch !== undefined && request.ifMatch !== `"${version}"`) throw refuse(412)
      const { autosave: _, ...body } = request.body
      service.change(body)
      answered.set(key, service.read())
    }
    if (service.lost-- > 0) throw new TypeError('The network is gone')
    const { record, etag } = answered.get(key) ?? service.read()
    return { data: record, etag }
  }
  return service
}

// Safe because the draft reads only the status.
const refuse = (status: number): ApiError => Object.assign(Object.create(ApiError.prototype) as ApiError, { status })

function createStorage() {
  const stored = new Map<string, string>()
  return {
    stored,
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  }
}

type Service = ReturnType<typeof createService>
const open = (service: Service, storage: ReturnType<typeof createStorage>, read: ReadArticle | null = service.read()) =>
  // Safe because the draft calls only these three operations.
  createArticleDraft({ skein: service.skein as never, storage, userId: 'usr_1', read, onSaved: () => undefined })
const key = toStorageKey('usr_1', 'art_1')

it('a save sends the changed fields with the version that was read', async () => {
  const [service, storage] = [createService(), createStorage()]
  const draft = open(service, storage)
  draft.write({ body: '<p>Two</p>' })
  expect(storage.stored.has(key), 'before the service has it').toBe(true)
  expect(await draft.flush()).toBe(true)
  expect(service.requests).toMatchObject([{ body: { body: '<p>Two</p>', autosave: true }, ifMatch: '"1"' }])
  expect([draft.get().save, storage.stored.size]).toEqual(['saved', 0])
})

it('a lost response is asked for again before later text is sent', async () => {
  const [service, storage] = [createService(), createStorage()]
  const draft = open(service, storage)
  service.lost = 1
  draft.write({ body: '<p>Two</p>' })
  expect(await draft.flush()).toBe(false)
  draft.write({ body: '<p>Three</p>' })
  expect(await draft.flush()).toBe(true)
  const [first, second, third] = service.requests
  expect(second).toEqual(first)
  expect(third).toMatchObject({ body: { body: '<p>Three</p>' }, ifMatch: '"2"' })
})

it('text of a closed tab is saved when the article is opened again', async () => {
  const [service, storage] = [createService(), createStorage()]
  const closed = open(service, storage)
  service.lost = 2
  closed.write({ body: '<p>Two</p>' })
  await closed.flush()
  closed.write({ title: 'Money back' })
  service.lost = 0
  const draft = open(service, storage)
  expect(draft.get().text).toMatchObject({ title: 'Money back', body: '<p>Two</p>' })
  expect(await draft.flush()).toBe(true)
  expect(service.read().record).toMatchObject({ title: 'Money back', body: '<p>Two</p>', version: 3 })
  closed.close()
})

it('a change of another user to the same text is a conflict, which the user ends', async () => {
  const [service, storage] = [createService(), createStorage()]
  const draft = open(service, storage)
  draft.write({ body: '<p>Mine</p>' })
  service.change({ body: '<p>Theirs</p>' })
  expect(await draft.flush()).toBe(false)
  expect(draft.get()).toMatchObject({ save: 'conflict', theirs: { record: { body: '<p>Theirs</p>' } } })
  await draft.resolve('mine')
  expect([draft.get().save, service.read().record.body]).toEqual(['saved', '<p>Mine</p>'])
  draft.write({ body: '<p>Mine again</p>' })
  service.change({ body: '<p>Theirs again</p>' })
  await draft.flush()
  await draft.resolve('theirs')
  expect(draft.get()).toMatchObject({ save: 'saved', text: { body: '<p>Theirs again</p>' } })
})

it('a change of another field is no conflict', async () => {
  const [service, storage] = [createService(), createStorage()]
  const draft = open(service, storage)
  draft.write({ body: '<p>Mine</p>' })
  service.change({ order: 7 })
  expect(await draft.flush()).toBe(true)
  expect(service.read().record).toMatchObject({ body: '<p>Mine</p>', order: 7 })
  service.change({ title: 'Money back' })
  draft.adopt(service.read())
  expect(draft.get().text.title).toBe('Money back')
})

it('a new article is created once it has a title', async () => {
  const [service, storage] = [createService(), createStorage()]
  const draft = open(service, storage, null)
  draft.write({ body: '<p>Text</p>' })
  expect([await draft.flush(), service.requests.length]).toEqual([false, 0])
  draft.write({ title: 'Delivery' })
  expect(await draft.flush()).toBe(true)
  expect(service.requests).toMatchObject([{ body: { title: 'Delivery', body: '<p>Text</p>', bodyFormat: 'html' } }])
  expect(storage.stored.size).toBe(0)
})
