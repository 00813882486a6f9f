/** A cancelled reply gets its staged changes back, also after a reload. */
import { expect, it } from 'vitest'
import { createSentExtras } from './sent-extras.ts'

const createStorage = (stored = new Map<string, string>()) => ({
  stored,
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
})
const open = { type: 'SET_STATUS', status: 'open' } as const
const extras = { actions: [open], recipients: null, files: [] }

it('the page that sent the reply restores its actions and recipients once', () => {
  const storage = createStorage()
  const page = createSentExtras(storage)
  page.keep('msg_1', extras)
  expect(page.take('msg_1')).toEqual(extras)
  expect([page.take('msg_1'), page.take('msg_2')]).toEqual([undefined, undefined])
  expect([...storage.stored.values()]).toEqual(['{}'])
})

it('after a reload, the actions are restored, and nothing is without actions', () => {
  const storage = createStorage()
  const before = createSentExtras(storage)
  before.keep('msg_1', extras)
  before.keep('msg_2', { actions: [], recipients: null, files: [] })
  const page = createSentExtras(storage)
  expect([page.take('msg_1'), page.take('msg_2')]).toEqual([{ actions: [open], files: [] }, undefined])
  expect(createSentExtras(storage).take('msg_1')).toBeUndefined()
})

it('broken or full storage loses nothing of the page that sent the reply', () => {
  const full = {
    getItem: () => '[broken',
    setItem() {
      throw new Error('full')
    },
  }
  const page = createSentExtras(full)
  page.keep('msg_1', extras)
  expect(page.take('msg_1')).toEqual(extras)
})
