import { expect, it, vi } from 'vitest'
import type { SkeinClient } from '@skein/client'
import { createStore } from '../../api/store.ts'
import { syncPreferences, type ChosenPreferences } from './preference-sync.ts'

const plain: ChosenPreferences = { theme: 'SYSTEM', language: null, keys: { singleKeys: true, chosen: {} } }
const dark: ChosenPreferences = { theme: 'DARK', language: 'de', keys: { singleKeys: false, chosen: { next: 'y' } } }

function createMachine(first: ChosenPreferences = plain) {
  const store = createStore<ChosenPreferences>(first)
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
  return { store, storage, local: { read: store.get, write: store.set, subscribe: store.subscribe } }
}

function createService() {
  const state: { chosen: ChosenPreferences; isDown: boolean; calls: string[] } = { chosen: plain, isDown: false, calls: [] }
  const respond = async (call: string) => {
    state.calls.push(call)
    if (state.isDown) throw new TypeError('down')
    return { data: state.chosen }
  }
  const skein = {
    getPreferences: () => respond('get'),
    updatePreferences: ({ body }: { body: ChosenPreferences }) => {
      if (!state.isDown) state.chosen = body
      return respond('patch')
    },
    // Safe because the sync calls only these methods and reads only `data` of their responses.
  } as unknown as SkeinClient
  return { state, skein }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 5))
const start = ({ storage, local }: ReturnType<typeof createMachine>, { skein }: ReturnType<typeof createService>, meId = 'usr_1') =>
  syncPreferences(skein, { meId, storage, local, idleMs: 0 })

it('preferences reach another machine, and several changes are one request', async () => {
  const [one, other, api] = [createMachine(), createMachine(), createService()]
  const end = start(one, api)
  await settle()
  one.store.set({ ...plain, theme: 'LIGHT' })
  one.store.set(dark)
  await vi.waitFor(() => expect(api.state.chosen).toEqual(dark), { timeout: 60_000 })
  expect(api.state.calls).toEqual(['get', 'patch'])
  end()
  start(other, api)()
  await settle()
  expect(other.store.get(), 'after the sync has ended').toEqual(plain)
  start(other, api)
  await vi.waitFor(() => expect(other.store.get()).toEqual(dark), { timeout: 60_000 })
  await settle()
  expect(api.state.calls.filter((call) => call === 'patch').length, 'received preferences are not sent back').toBe(1)
})

it('preferences that could not be sent are kept, and sent at the next start', async () => {
  const [one, api] = [createMachine(), createService()]
  const end = start(one, api)
  await settle()
  api.state.isDown = true
  one.store.set(dark)
  await settle()
  end()
  expect(one.store.get()).toEqual(dark)
  api.state.isDown = false
  start(one, api)
  await vi.waitFor(() => expect(api.state.chosen).toEqual(dark), { timeout: 60_000 })
  expect(one.store.get()).toEqual(dark)
})

it('local preferences survive an outage and are uploaded once, for their user', async () => {
  const [one, api] = [createMachine(dark), createService()]
  api.state.isDown = true
  start(one, api)()
  await settle()
  expect(one.store.get()).toEqual(dark)
  api.state.isDown = false
  const end = start(one, api)
  await vi.waitFor(() => expect(api.state.chosen).toEqual(dark), { timeout: 60_000 })
  end()
  const others = createService()
  start(one, others, 'usr_2')
  await vi.waitFor(() => expect(one.store.get()).toEqual(plain), { timeout: 60_000 })
  expect(others.state.calls).toEqual(['get'])
})
