import { expect, it } from 'vitest'
import type { Draft } from '../../threads/drafts.ts'
import { describeLength, findFileProblem, getExcessLength, losesFormats } from './draft-limits.ts'
import { findObstacle } from './find-obstacle.ts'
import type { ChannelPlan, ReplyLimits } from './plan-channel-reply.ts'

const none: ReplyLimits = {
  formats: ['text', 'html'],
  maxTextLength: null,
  splits: false,
  files: { maxBytes: null, maxCount: null, types: [] },
}
const limits = (part: Partial<ReplyLimits>): ReplyLimits => ({ ...none, ...part })
const draft = (part: Partial<Draft>): Draft => ({
  text: 'Hello',
  html: null,
  files: [],
  actions: [],
  recipients: null,
  subject: '',
  ...part,
})
const plan = (part: Partial<ReplyLimits>): ChannelPlan => {
  return {
    kind: 'channel',
    target: 'To Ada by your own program',
    limits: limits(part),
    until: null,
    isKept: false,
    isLive: false,
    canMail: false,
  }
}
const file = { uploadId: 'upl_1', filename: 'invoice.pdf', size: 2_000_000 }

it.each<[string, string, Partial<ReplyLimits>, string | null]>([
  ['nothing for a short text', 'a'.repeat(79), { maxTextLength: 100 }, null],
  ['the rest of a text near the limit', 'a'.repeat(80), { maxTextLength: 100 }, '20 characters left'],
  ['one character', `${'a'.repeat(99)}\n`, { maxTextLength: 100 }, '1 character left'],
  ['nothing where the text is refused', 'a'.repeat(101), { maxTextLength: 100 }, null],
  [
    'that a long text is split',
    'a'.repeat(101),
    { maxTextLength: 100, splits: true },
    'Goes out as several messages of at most 100 characters.',
  ],
  ['nothing without a limit', 'a'.repeat(10_000), {}, null],
])('the length of a draft says %s', (_name, text, given, expected) => {
  expect(describeLength({ text }, limits(given))).toBe(expected)
})

it('a text is too long unless its channel splits it, and markup does not count', () => {
  const text = 'a'.repeat(103)
  expect(getExcessLength(draft({ text }), limits({ maxTextLength: 100 }))).toBe(3)
  expect(getExcessLength(draft({ text }), limits({ maxTextLength: 100, splits: true }))).toBeLessThanOrEqual(0)
  expect(
    getExcessLength(draft({ text: 'Hello', html: `<p>${'<b>'.repeat(40)}Hello</p>` }), limits({ maxTextLength: 100 })),
  ).toBeLessThanOrEqual(0)
})

it('formatting is lost only where the channel has no HTML', () => {
  expect(losesFormats({ html: '<p>Hello</p>' }, limits({ formats: ['text'] }))).toBe(true)
  expect(losesFormats({ html: null }, limits({ formats: ['text'] }))).toBe(false)
  expect(losesFormats({ html: '<p>Hello</p>' }, none)).toBe(false)
  expect(losesFormats({ html: '<p>Hello</p>' }, null)).toBe(false)
})

it.each<[string, ReplyLimits['files'], string | null]>([
  ['all files are refused', null, 'This inbox can’t deliver files.'],
  [
    'a big file is refused',
    { maxBytes: 1_000_000, maxCount: null, types: [] },
    '“photo.png” is too big. This inbox delivers files up to 977 kB.',
  ],
  [
    'another type is refused',
    { maxBytes: null, maxCount: null, types: ['application/pdf'] },
    '“photo.png” can’t be delivered. This inbox accepts application/pdf.',
  ],
  ['a kind of type is accepted', { maxBytes: null, maxCount: null, types: ['image/*'] }, null],
  ['any file is accepted', { maxBytes: null, maxCount: null, types: [] }, null],
])('before its upload, %s', (_name, files, expected) => {
  expect(findFileProblem({ name: 'photo.png', size: 2_000_000, type: 'image/png' }, limits({ files }))).toBe(expected)
})

it.each<[string, Partial<Parameters<typeof findObstacle>[0]>, string | null]>([
  ['a short text', {}, null],
  ['an empty text', { draft: draft({ text: ' ' }) }, 'Write something first.'],
  ['a long text', { draft: draft({ text: 'a'.repeat(101) }), plan: plan({ maxTextLength: 100 }) }, 'Shorten your text first.'],
  [
    'a file that the channel does not deliver',
    { draft: draft({ files: [file] }), plan: plan({ files: null }) },
    'This inbox can’t deliver files. Remove the files to send your reply.',
  ],
  [
    'too many files',
    { draft: draft({ files: [file, file] }), plan: plan({ files: { maxBytes: null, maxCount: 1, types: [] } }) },
    'This inbox delivers at most 1 file with each reply. Remove the others.',
  ],
  ['a closed window', { plan: { kind: 'refused', reason: 'Too late.', canMail: false } }, 'Too late.'],
  ['a note', { draft: draft({ text: 'a'.repeat(101), files: [file] }), plan: null }, null],
  ['an upload', { isUploading: true }, 'Wait until your files are uploaded.'],
])('what stands in the way of sending is said for %s', (_name, given, expected) => {
  expect(findObstacle({ draft: draft({}), plan: plan({}), isUploading: false, isSending: false, ...given })).toBe(expected)
})
