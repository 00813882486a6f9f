/** The pure functions of the provider for Telegram bots. */
import { describe, expect, it } from 'vitest'
import type { ChannelEvent, OutgoingFile, ReplyToFreeze } from '../channel.ts'
import { getBotId, getWebhookSecret } from './bot-api.ts'
import { telegramBot } from './bot.ts'

const { authenticate, split, read } = telegramBot.receive
const { freeze, listParts } = telegramBot.send
const token = '7700000001:AAscripted-bot-token_0123456789abcdef'

describe('authenticate', () => {
  const secret = getWebhookSecret(token)
  it.each([
    ['the secret of the bot', secret, true],
    ['another secret', getWebhookSecret(`${token}x`), false],
    ['the token itself', token, false],
    ['a part of the secret', secret.slice(1), false],
    ['no secret', undefined, false],
  ])('with %s', (_, given, isAccepted) => {
    const request = { headers: { 'x-telegram-bot-api-secret-token': given }, bytes: Buffer.from('{}') }
    expect('requestId' in authenticate(request, [token])).toBe(isAccepted)
    expect(authenticate(request, [])).toHaveProperty('refused')
  })
})

it.each([
  [token, '7700000001'],
  ['7700000001', null],
  ['7700000001:short', null],
  [`${token}/../getMe`, null],
  [`${token}?x`, null],
  ['', null],
])('the bot of the token %j is %j', (text, id) => {
  expect(getBotId(text)).toBe(id)
})

const ada = { id: 4_711, is_bot: false, first_name: 'Ada', last_name: 'Lovelace', username: 'ada' }
const chat = { id: 4_711, type: 'private', first_name: 'Ada' }
const compose = (more: object) => ({ message_id: 12, from: ada, chat, date: 1_790_000_000, ...more })
const toBytes = (update: unknown): Buffer => Buffer.from(JSON.stringify(update))
const readMessage = (more: object): ChannelEvent => read(toBytes({ update_id: 1, message: compose(more) }))

it.each([-1, 253_402_300_800, 9_007_199_254_740_991])('reads a message with the impossible date %i without a time', (date) => {
  expect(readMessage({ text: 'Hi', date })).toMatchObject({ kind: 'MESSAGE', sentAt: null })
})

describe('split', () => {
  it.each([
    ['a message', { update_id: 7, message: compose({ text: 'Hi' }) }, ['update 7 1790000000', '4711:12', 'message']],
    [
      'an edited message',
      { update_id: 8, edited_message: compose({ text: 'Ho', edit_date: 1_790_000_100 }) },
      ['update 8 1790000100', '4711:12', 'edited_message'],
    ],
    ['an update of another kind', { update_id: 9, poll_answer: { poll_id: '1' } }, ['update 9 ', null, 'poll_answer']],
    ['an update without content', { update_id: 10 }, ['update 10 ', null, 'unknown']],
  ])('gives %s its identity', (_, update, expected) => {
    const items = split(toBytes(update))
    expect('malformed' in items ? items : items.map(({ identity, externalId, kind }) => [identity, externalId, kind])).toEqual([expected])
  })
  it.each(['', '{', '[]', '"update"', '{"update_id":"7"}', '{"message":{}}'])('refuses %j', (text) => {
    expect(split(Buffer.from(text))).toHaveProperty('malformed')
  })
})

describe('read', () => {
  it('reads a text with its sender and chat', () => {
    expect(readMessage({ text: 'The export\u0000 is empty.', entities: [{ type: 'bold', offset: 0, length: 3 }] })).toEqual({
      kind: 'MESSAGE',
      externalId: '4711:12',
      from: { address: '4711', name: 'Ada Lovelace', email: null, phone: null },
      conversation: '4711',
      body: 'The export is empty.',
      bodyFormat: 'text',
      files: [],
      sentAt: '2026-09-21T14:13:20.000Z',
    })
  })

  const file = (more: object = {}) => ({ file_id: 'f-1', file_unique_id: 'u', ...more })
  const place = { latitude: 52.52, longitude: 13.405 }
  it.each([
    ['a topic', { text: 'Hi', is_topic_message: true, message_thread_id: 3 }, { conversation: '4711:3' }],
    ['a thread id outside topics', { text: 'Hi', message_thread_id: 3 }, { conversation: '4711' }],
    ['a sender without a last name', { text: 'Hi', from: { ...ada, last_name: undefined } }, { from: { name: 'Ada' } }],
    ['a sender with a username only', { text: 'Hi', from: { id: 5, username: 'x' } }, { from: { address: '5', name: 'x' } }],
    [
      'the largest size of a photo',
      { caption: 'Look', photo: [file({ file_id: 's', width: 90, height: 90 }), file({ file_id: 'l', width: 800, height: 600 })] },
      { body: 'Look', files: [{ source: 'l', filename: 'photo.jpg' }] },
    ],
    ['a document', { document: file({ file_name: 'a.pdf' }) }, { body: '', files: [{ source: 'f-1', filename: 'a.pdf' }] }],
    ['a voice message', { voice: file() }, { files: [{ source: 'f-1', filename: 'voice.ogg' }] }],
    ['an audio file', { audio: file({ file_name: 'b.mp3' }) }, { files: [{ source: 'f-1', filename: 'b.mp3' }] }],
    ['a video', { video: file() }, { files: [{ source: 'f-1', filename: 'video.mp4' }] }],
    ['a round video', { video_note: file() }, { files: [{ source: 'f-1', filename: 'video.mp4' }] }],
    [
      'an animation, which is a document as well',
      { animation: file(), document: file({ file_name: 'g.mp4' }) },
      { files: [{ source: 'f-1', filename: 'g.mp4' }] },
    ],
    ['a sticker', { sticker: file({ emoji: '👍' }) }, { body: '👍', files: [{ source: 'f-1', filename: 'sticker.webp' }] }],
    ['a contact', { contact: { first_name: 'Grace', phone_number: '+4930123' } }, { body: 'Grace +4930123', files: [] }],
    ['a place', { location: place }, { body: 'https://www.openstreetmap.org/?mlat=52.52&mlon=13.405' }],
    [
      'a venue',
      { venue: { title: 'Office', address: 'Mitte' }, location: place },
      { body: 'Office\nMitte\nhttps://www.openstreetmap.org/?mlat=52.52&mlon=13.405' },
    ],
    ['a command', { text: '/help me' }, { body: '/help me' }],
  ])('reads %s', (_, more, expected) => {
    expect(readMessage(more)).toMatchObject({ kind: 'MESSAGE', ...expected })
  })

  it('reads the new text of a message', () => {
    const update = { update_id: 2, edited_message: compose({ caption: 'New', photo: [file()], edit_date: 1_790_000_100 }) }
    expect(read(toBytes(update))).toEqual({ kind: 'EDITED', externalId: '4711:12', body: 'New', bodyFormat: 'text' })
  })

  it.each([
    ['a group', { message: compose({ text: 'Hi', chat: { id: -1, type: 'group' } }) }, 'groups'],
    ['a supergroup', { message: compose({ text: 'Hi', chat: { id: -1, type: 'supergroup' } }) }, 'groups'],
    ['an edit in a group', { edited_message: compose({ text: 'Hi', chat: { id: -1, type: 'group' } }) }, 'groups'],
    ['a bot', { message: compose({ text: 'Hi', from: { ...ada, is_bot: true } }) }, 'bots'],
    ['a business account', { message: compose({ text: 'Hi', business_connection_id: 'b' }) }, 'business'],
    ['the start of a chat', { message: compose({ text: '/start' }) }, 'has not written yet'],
    ['the start by a link', { message: compose({ text: '/start campaign' }) }, 'has not written yet'],
    ['a poll', { message: compose({ poll: { id: '1', question: 'Q' } }) }, 'this kind'],
    ['a pinned message', { message: compose({ pinned_message: compose({}) }) }, 'this kind'],
    ['nobody', { message: compose({ text: 'Hi', from: undefined }) }, 'no sender'],
    ['a channel', { channel_post: { text: 'Hi' } }, 'Only messages'],
    ['a member', { my_chat_member: {} }, 'Only messages'],
    ['strange values', { message: 'Hi' }, 'Only messages'],
    ['a photo without sizes', { message: compose({ photo: [null, 7], text: 7 }) }, 'this kind'],
  ])('ignores %s', (_, update, reason) => {
    expect(read(toBytes({ update_id: 3, ...update }))).toEqual({
      kind: 'IGNORED',
      cause: 'NOT_READ',
      reason: expect.stringContaining(reason),
    })
  })
})

describe('a reply', () => {
  const reply: ReplyToFreeze = {
    messageId: 'msg_1',
    threadId: 'thr_1',
    inboxId: 'inb_1',
    conversation: '4711',
    to: { address: '4711', name: null, email: null, phone: null, externalId: null, customerId: 'cst_1' },
    body: '<p>Hi</p>',
    bodyFormat: 'html',
    bodyText: 'Hi',
    capabilities: telegramBot.capabilities(),
  }
  const invoice: OutgoingFile = {
    id: 'upl_1',
    url: '',
    filename: 'invoice.pdf',
    contentType: 'application/pdf',
    size: 1,
    read: () => Promise.resolve(null),
  }
  const plan = (more: Partial<ReplyToFreeze>, files: OutgoingFile[] = []) => listParts(freeze({ ...reply, ...more }), files)

  it('is plain text to the chat, or to its topic', () => {
    expect(plan({})).toEqual([{ key: 'text 1', content: { chat: { chat_id: '4711' }, text: 'Hi' } }])
    expect(plan({ conversation: '4711:3' })[0]?.content).toEqual({ chat: { chat_id: '4711', message_thread_id: 3 }, text: 'Hi' })
    expect(plan({ conversation: null })[0]?.content).toMatchObject({ chat: { chat_id: '4711' } })
  })

  it('has a part for every 4,096 characters and for every file, with stable keys', () => {
    const parts = plan({ bodyText: 'a'.repeat(4_097) }, [invoice, { ...invoice, id: 'upl_2' }])
    expect(parts.map(({ key }) => key)).toEqual(['text 1', 'text 2', 'file upl_1', 'file upl_2'])
    expect(plan({ bodyText: 'a'.repeat(4_097) }, [{ ...invoice, id: 'upl_2' }]).map(({ key }) => key)).toEqual([
      'text 1',
      'text 2',
      'file upl_2',
    ])
    expect(plan({ bodyText: ' ' }, [invoice]).map(({ key }) => key)).toEqual(['file upl_1'])
  })
})
