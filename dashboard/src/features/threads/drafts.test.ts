import { beforeEach, afterEach, expect, it, vi } from 'vitest'
import { ApiError, type SkeinClient } from '@skein/client'
import { createDrafts, toNewThreadId } from './drafts.ts'

const userId = 'usr_1'
const name = `skein.draft.${userId}.reply.thr_1`

function createMachine() {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  return { stored, storage }
}

/** Fakes a service with one draft. Each request waits until the test lets it succeed or fail. */
function createService() {
  const state: { body: string | null; calls: string[] } = { body: null, calls: [] }
  const gates: PromiseWithResolvers<void>[] = []
  const respond = async (call: string, effect: () => unknown) => {
    state.calls.push(call)
    const gate = Promise.withResolvers<void>()
    gates.push(gate)
    await gate.promise
    return { data: effect() }
  }
  const getDraft = () => {
    if (state.body === null) throw notFound
    return { body: state.body, bodyFormat: 'text', attachments: [] }
  }
  const skein = {
    saveDraft: ({ body: { body } }: { body: { body: string } }) => respond(`save ${body}`, () => (state.body = body)),
    deleteDraft: () =>
      respond('delete', () => {
        const before = getDraft()
        state.body = null
        return before
      }),
    // Safe because drafts call only these methods and read only these fields.
  } as unknown as SkeinClient
  const settle = () => vi.advanceTimersByTimeAsync(0)
  return {
    state,
    skein,
    async letThrough(at = 0) {
      gates.splice(at, 1)[0]?.resolve()
      await settle()
    },
    async fail(at = 0) {
      gates.splice(at, 1)[0]?.reject(new TypeError('The service is down'))
      await settle()
    },
    countWaiting: () => gates.length,
  }
}

const savedDraft = (body: string) => ({ body, bodyFormat: 'text' as const, attachments: [] })

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
const start = ({ storage }: ReturnType<typeof createMachine>, { skein }: ReturnType<typeof createService>) =>
  createDrafts(skein, { storage, userId })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a save that is still running does not bring back a sent draft', async () => {
  const [one, api] = [createMachine(), createService()]
  const drafts = start(one, api)
  drafts.write('thr_1', 'reply', { text: 'Sent' })
  await idle()
  drafts.clear('thr_1', 'reply')
  // Even if the latest request completes first, the deletion must not overtake the save.
  while (api.countWaiting() > 0) await api.letThrough(api.countWaiting() - 1)
  expect(api.state).toEqual({ body: null, calls: ['save Sent', 'delete'] })
  expect(one.stored.has(name), 'a deleted draft is removed from the storage').toBe(false)
})

it('a sent draft does not come back while its deletion runs, or after it failed', async () => {
  const [one, api] = [createMachine(), createService()]
  const drafts = start(one, api)
  drafts.write('thr_1', 'reply', { text: 'Sent' })
  await idle()
  await api.letThrough()
  drafts.clear('thr_1', 'reply')
  void drafts.load('thr_1', 'reply', savedDraft('Sent'), Date.now() + 1)
  expect(api.state.calls.at(-1)).toBe('delete')
  await api.fail()
  expect(api.state.body).toBe('Sent')
  const again = start(one, api)
  void again.load('thr_1', 'reply', savedDraft('Sent'), Date.now())
  await api.letThrough()
  expect(again.get('thr_1', 'reply').text).toBe('')
  expect(api.state).toEqual({ body: null, calls: ['save Sent', 'delete', 'delete'] })
})

it('text typed during a save is saved after it, even if that save fails', async () => {
  const [one, api] = [createMachine(), createService()]
  const drafts = start(one, api)
  drafts.write('thr_1', 'reply', { text: 'One' })
  await idle()
  drafts.write('thr_1', 'reply', { text: 'One two' })
  await idle()
  expect(api.countWaiting(), 'one request at a time').toBe(1)
  await api.fail()
  expect(drafts.isSaved('thr_1', 'reply')).toBe(false)
  await api.letThrough()
  expect(drafts.isSaved('thr_1', 'reply')).toBe(true)
  expect(api.state).toEqual({ body: 'One two', calls: ['save One', 'save One two'] })
})

it('text typed right after sending is a new draft', async () => {
  const [one, api] = [createMachine(), createService()]
  const drafts = start(one, api)
  drafts.write('thr_1', 'reply', { text: 'Sent' })
  await idle()
  drafts.clear('thr_1', 'reply')
  drafts.write('thr_1', 'reply', { text: 'Next' })
  await api.letThrough()
  await idle()
  while (api.countWaiting() > 0) await api.letThrough()
  expect(api.state.body).toBe('Next')
  expect(drafts.get('thr_1', 'reply').text).toBe('Next')
  expect(start(one, api).get('thr_1', 'reply').text).toBe('Next')
})

it('a draft from another machine is loaded unless the browser has its own', async () => {
  const [one, other, api] = [createMachine(), createMachine(), createService()]
  const drafts = start(one, api)
  await drafts.load('thr_1', 'reply', savedDraft('From elsewhere'), Date.now())
  expect(drafts.get('thr_1', 'reply').text).toBe('From elsewhere')
  const busy = start(other, api)
  const loading = busy.load('thr_1', 'reply', savedDraft('From elsewhere'), Date.now())
  busy.write('thr_1', 'reply', { text: 'Typed here' })
  await loading
  expect(busy.get('thr_1', 'reply').text).toBe('Typed here')
})

it('a draft that was read before it was sent from here is not loaded again', async () => {
  const [one, api] = [createMachine(), createService()]
  const drafts = start(one, api)
  const readAt = Date.now()
  await vi.advanceTimersByTimeAsync(1_000)
  drafts.write('thr_1', 'reply', { text: 'Written' })
  drafts.clear('thr_1', 'reply')
  while (api.countWaiting() > 0) await api.letThrough()
  await drafts.load('thr_1', 'reply', savedDraft('Written'), readAt)
  expect(drafts.get('thr_1', 'reply').text).toBe('')
  await vi.advanceTimersByTimeAsync(1_000)
  await drafts.load('thr_1', 'reply', savedDraft('Written later on another machine'), Date.now())
  expect(drafts.get('thr_1', 'reply').text).toBe('Written later on another machine')
})

it('a draft that was never saved is not deleted on the service', async () => {
  const [one, api] = [createMachine(), createService()]
  const drafts = start(one, api)
  await drafts.load('thr_1', 'reply', null, Date.now())
  drafts.write('thr_1', 'reply', { text: 'Sent at once' })
  drafts.clear('thr_1', 'reply')
  await idle()
  expect(api.state.calls).toEqual([])
  expect(one.stored.has(name)).toBe(false)
  drafts.write('thr_1', 'reply', { text: 'Saved' })
  await idle()
  // The thread was read before the draft was saved.
  await drafts.load('thr_1', 'reply', null, Date.now())
  await api.letThrough()
  drafts.clear('thr_1', 'reply')
  await api.letThrough()
  expect(api.state).toEqual({ body: null, calls: ['save Saved', 'delete'] })
})

it('the draft of a new thread stays in the browser, one for each customer', async () => {
  const [one, api] = [createMachine(), createService()]
  const drafts = start(one, api)
  const [plain, toAda] = [toNewThreadId(undefined), toNewThreadId('cst_1')]
  drafts.write(plain, 'reply', { subject: 'Hello' })
  drafts.write(toAda, 'reply', { text: 'Dear Ada' })
  await idle()
  const reopened = start(one, api)
  expect([reopened.get(plain, 'reply').subject, reopened.get(toAda, 'reply').text]).toEqual(['Hello', 'Dear Ada'])
  expect([drafts.isSaved(plain, 'reply'), drafts.isSaved(toAda, 'reply')]).toEqual([true, true])
  for (const each of [plain, toAda]) drafts.clear(each, 'reply')
  await idle()
  expect([api.state.calls, one.stored.size]).toEqual([[], 0])
})
