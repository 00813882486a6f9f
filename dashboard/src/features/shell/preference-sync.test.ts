import { expect, it, vi } from 'vitest'
import type { SkeinClient } from '@skein/client'
import { createStore } from '../../api/store.ts'
import { syncPreferences, type Chosen } from './preference-sync.ts'

const plain: Chosen = { theme: 'SYSTEM', keys: { singleKeys: true, chosen: {} } }
const dark: Chosen = { theme: 'DARK', keys: { singleKeys: false, chosen: { next: 'y' } } }

function machine(first: Chosen = plain) {
  const store = createStore<Chosen>(first)
  const kept = new Map<string, string>()
  const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) }
  return { store, storage, here: { read: store.get, write: store.set, subscribe: store.subscribe } }
}

function service() {
  const state: { chosen: Chosen; isDown: boolean; calls: string[] } = { chosen: plain, isDown: false, calls: [] }
  const answer = async (call: string) => {
    state.calls.push(call)
    if (state.isDown) throw new TypeError('down')
    return { data: state.chosen }
  }
  const skein = {
    getPreferences: () => answer('get'),
    updatePreferences: ({ body }: { body: Chosen }) => {
      if (!state.isDown) state.chosen = body
      return answer('patch')
    },
    // Safe because these are all that is called, and of their answers only `data` is read.
  } as unknown as SkeinClient
  return { state, skein }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 5))
const start = ({ storage, here }: ReturnType<typeof machine>, { skein }: ReturnType<typeof service>, meId = 'usr_1') =>
  syncPreferences(skein, { meId, storage, here, idleMs: 0 })

it('what is chosen on one machine is there on another, and several changes are one call', async () => {
  const [one, other, api] = [machine(), machine(), service()]
  const end = start(one, api)
  await settle()
  one.store.set({ ...plain, theme: 'LIGHT' })
  one.store.set(dark)
  await vi.waitFor(() => expect(api.state.chosen).toEqual(dark))
  expect(api.state.calls).toEqual(['get', 'patch'])
  end()
  start(other, api)()
  await settle()
  expect(other.store.get(), 'of one that has ended').toEqual(plain)
  start(other, api)
  await vi.waitFor(() => expect(other.store.get()).toEqual(dark))
  await settle()
  expect(api.state.calls.filter((call) => call === 'patch').length, 'what was taken is not sent back').toBe(1)
})

it('a choice that could not be sent stays, and is sent at the next start instead of being overwritten', async () => {
  const [one, api] = [machine(), service()]
  const end = start(one, api)
  await settle()
  api.state.isDown = true
  one.store.set(dark)
  await settle()
  end()
  expect(one.store.get()).toEqual(dark)
  api.state.isDown = false
  start(one, api)
  await vi.waitFor(() => expect(api.state.chosen).toEqual(dark))
  expect(one.store.get()).toEqual(dark)
})

it('without the service what is here is used; what was chosen before the service kept it is brought there; others have their own', async () => {
  const [one, api] = [machine(dark), service()]
  api.state.isDown = true
  start(one, api)()
  await settle()
  expect(one.store.get()).toEqual(dark)
  api.state.isDown = false
  const end = start(one, api)
  await vi.waitFor(() => expect(api.state.chosen).toEqual(dark))
  end()
  const others = service()
  start(one, others, 'usr_2')
  await vi.waitFor(() => expect(one.store.get()).toEqual(plain))
  expect(others.state.calls).toEqual(['get'])
})
