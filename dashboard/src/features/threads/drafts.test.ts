import { beforeEach, afterEach, expect, it, vi } from 'vitest'
import { ApiError, type SkeinClient } from '@skein/client'
import { createDrafts } from './drafts.ts'

const userId = 'usr_1'
const name = `skein.draft.${userId}.reply.thr_1`

function machine() {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  return { kept, storage }
}

/** A service with one draft. Each request has its effect when it is let through: sooner or later, or not. */
function service() {
  const state: { body: string | null; calls: string[] } = { body: null, calls: [] }
  const gates: PromiseWithResolvers<void>[] = []
  const answer = async (call: string, effect: () => unknown) => {
    state.calls.push(call)
    const gate = Promise.withResolvers<void>()
    gates.push(gate)
    await gate.promise
    return { data: effect() }
  }
  const found = () => {
    if (state.body === null) throw notFound
    return { body: state.body, bodyFormat: 'text', attachments: [] }
  }
  const skein = {
    saveDraft: ({ body: { body } }: { body: { body: string } }) => answer(`save ${body}`, () => (state.body = body)),
    deleteDraft: () =>
      answer('delete', () => {
        const before = found()
        state.body = null
        return before
      }),
    // Safe because these are all that is called, and of their answers only what is here is read.
  } as unknown as SkeinClient
  const settled = () => vi.advanceTimersByTimeAsync(0)
  return {
    state,
    skein,
    async letThrough(at = 0) {
      gates.splice(at, 1)[0]?.resolve()
      await settled()
    },
    async fail(at = 0) {
      gates.splice(at, 1)[0]?.reject(new TypeError('The service is away'))
      await settled()
    },
    waiting: () => gates.length,
  }
}

/** A draft as the service has it. */
const saved = (body: string) => ({ body, bodyFormat: 'text' as const, attachments: [] })

const notFound = new ApiError({
  code: 'SVC-DRAFT-NOT_FOUND',
  summary: 'There is no draft',
  status: 404,
  requestId: '',
  details: [],
  docUrl: null,
  retryAfterSeconds: null,
})
const idle = () => vi.advanceTimersByTimeAsync(2_000)
const start = ({ storage }: ReturnType<typeof machine>, { skein }: ReturnType<typeof service>) => createDrafts(skein, { storage, userId })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('what was sent does not come back by a save that was still under way', async () => {
  const [one, api] = [machine(), service()]
  const drafts = start(one, api)
  drafts.write('thr_1', 'reply', { text: 'Sent' })
  await idle()
  drafts.clear('thr_1', 'reply')
  // The deletion does not overtake the save.
  while (api.waiting() > 0) await api.letThrough(api.waiting() - 1)
  expect(api.state).toEqual({ body: null, calls: ['save Sent', 'delete'] })
  expect(one.kept.has(name), 'what is gone everywhere needs no room').toBe(false)
})

it('what was sent does not come back while its deletion is under way, or when that has failed', async () => {
  const [one, api] = [machine(), service()]
  const drafts = start(one, api)
  drafts.write('thr_1', 'reply', { text: 'Sent' })
  await idle()
  await api.letThrough()
  drafts.clear('thr_1', 'reply')
  void drafts.load('thr_1', 'reply', saved('Sent'), Date.now() + 1)
  expect(api.state.calls.at(-1)).toBe('delete')
  await api.fail()
  expect(api.state.body).toBe('Sent')
  // The page is opened again.
  const again = start(one, api)
  void again.load('thr_1', 'reply', saved('Sent'), Date.now())
  await api.letThrough()
  expect(again.get('thr_1', 'reply').text).toBe('')
  expect(api.state).toEqual({ body: null, calls: ['save Sent', 'delete', 'delete'] })
})

it('what is typed while an earlier text is saved is saved after it, also when that has failed', async () => {
  const [one, api] = [machine(), service()]
  const drafts = start(one, api)
  drafts.write('thr_1', 'reply', { text: 'One' })
  await idle()
  drafts.write('thr_1', 'reply', { text: 'One two' })
  await idle()
  expect(api.waiting(), 'one request at a time').toBe(1)
  await api.fail()
  expect(drafts.isSaved('thr_1', 'reply')).toBe(false)
  await api.letThrough()
  expect(drafts.isSaved('thr_1', 'reply')).toBe(true)
  expect(api.state).toEqual({ body: 'One two', calls: ['save One', 'save One two'] })
})

it('what is typed right after sending is a new draft', async () => {
  const [one, api] = [machine(), service()]
  const drafts = start(one, api)
  drafts.write('thr_1', 'reply', { text: 'Sent' })
  await idle()
  drafts.clear('thr_1', 'reply')
  drafts.write('thr_1', 'reply', { text: 'Next' })
  await api.letThrough()
  await idle()
  while (api.waiting() > 0) await api.letThrough()
  expect(api.state.body).toBe('Next')
  expect(drafts.get('thr_1', 'reply').text).toBe('Next')
  expect(start(one, api).get('thr_1', 'reply').text).toBe('Next')
})

it('a draft of another machine is taken, unless there is one here', async () => {
  const [one, other, api] = [machine(), machine(), service()]
  const drafts = start(one, api)
  await drafts.load('thr_1', 'reply', saved('From elsewhere'), Date.now())
  expect(drafts.get('thr_1', 'reply').text).toBe('From elsewhere')
  const busy = start(other, api)
  const loading = busy.load('thr_1', 'reply', saved('From elsewhere'), Date.now())
  busy.write('thr_1', 'reply', { text: 'Typed here' })
  await loading
  expect(busy.get('thr_1', 'reply').text).toBe('Typed here')
})

it('a draft that the service had before it was sent from here is not taken again', async () => {
  const [one, api] = [machine(), service()]
  const drafts = start(one, api)
  const readAt = Date.now()
  await vi.advanceTimersByTimeAsync(1_000)
  drafts.write('thr_1', 'reply', { text: 'Written' })
  drafts.clear('thr_1', 'reply')
  while (api.waiting() > 0) await api.letThrough()
  await drafts.load('thr_1', 'reply', saved('Written'), readAt)
  expect(drafts.get('thr_1', 'reply').text).toBe('')
  await vi.advanceTimersByTimeAsync(1_000)
  await drafts.load('thr_1', 'reply', saved('Written later on another machine'), Date.now())
  expect(drafts.get('thr_1', 'reply').text).toBe('Written later on another machine')
})

it('a draft that the service never had is not deleted there', async () => {
  const [one, api] = [machine(), service()]
  const drafts = start(one, api)
  await drafts.load('thr_1', 'reply', null, Date.now())
  drafts.write('thr_1', 'reply', { text: 'Sent at once' })
  drafts.clear('thr_1', 'reply')
  await idle()
  expect(api.state.calls).toEqual([])
  expect(one.kept.has(name)).toBe(false)
  drafts.write('thr_1', 'reply', { text: 'Saved' })
  await idle()
  // The thread was read before the draft was saved.
  await drafts.load('thr_1', 'reply', null, Date.now())
  await api.letThrough()
  drafts.clear('thr_1', 'reply')
  await api.letThrough()
  expect(api.state).toEqual({ body: null, calls: ['save Saved', 'delete'] })
})
