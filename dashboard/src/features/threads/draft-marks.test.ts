/** Threads with a draft in this browser are marked. */
import { beforeEach, expect, it } from 'vitest'
import { draftMarks, draftPrefix, markDraft, watchDraftMarks } from './draft-marks.ts'

const name = (kind: string, threadId: string): string => `${draftPrefix}usr_1.${kind}.${threadId}`

beforeEach(() => draftMarks.set(new Map()))

it('are those of the storage and of other tabs, without new threads', () => {
  const stored = new Map([
    [name('reply', 'thr_1'), JSON.stringify({ text: 'Kept' })],
    [name('note', 'thr_2'), JSON.stringify({ text: '' })],
    [name('reply', 'new.cst_1'), JSON.stringify({ text: 'Hello' })],
    ['skein.theme', 'dark'],
  ])
  let changeElsewhere: (event: { key: string | null; newValue: string | null }) => void = () => undefined
  const keys = [...stored.keys()]
  watchDraftMarks(
    { length: keys.length, key: (index) => keys[index] ?? null, getItem: (key) => stored.get(key) ?? null },
    (listener) => void (changeElsewhere = listener),
  )
  expect(Object.fromEntries(draftMarks.get())).toEqual({ 'usr_1.reply.thr_1': true, 'usr_1.note.thr_2': false })
  changeElsewhere({
    key: name('reply', 'thr_3'),
    newValue: JSON.stringify({ text: '', files: [{ uploadId: 'upl_1', filename: 'a', size: 1 }] }),
  })
  changeElsewhere({ key: name('reply', 'thr_1'), newValue: null })
  changeElsewhere({ key: null, newValue: null })
  expect(Object.fromEntries(draftMarks.get())).toEqual({ 'usr_1.reply.thr_1': false, 'usr_1.note.thr_2': false, 'usr_1.reply.thr_3': true })
})

it('keep their reference while typing goes on', () => {
  markDraft(name('reply', 'thr_1'), true)
  const before = draftMarks.get()
  markDraft(name('reply', 'thr_1'), true)
  expect(draftMarks.get()).toBe(before)
})
