/** A chat is a thread like any other for the rest of the product: rules, service levels, reports, notifications, suggestions and privacy. */
import { expect, it } from 'vitest'
import { getFileStore } from '#platform/files/file-store.ts'
import { parseTypeId } from '#platform/ids.ts'
import { buffer } from 'node:stream/consumers'
import type { PrivacyRequest, Thread } from '../../../client/index.ts'
import { openChat, startVisitor } from '../../../test/support/chats.ts'
import { getNotifications } from '../../../test/support/notifications.ts'
import { runPrivacyRequest } from '../../../test/support/privacy.ts'
import { getRules } from '../../../test/support/rules.ts'
import { setUpTenant } from '../../../test/support/service.ts'
import { readZip } from '../../../test/support/zip.ts'
import { exportName } from '../privacy/request.ts'

const { service, tenant } = await setUpTenant({ worker: true })
const notifications = getNotifications(service)
const chat = await openChat(tenant, { pageUrl: 'PATH' })

const reply = (id: string, body: string) => tenant.skein.replyToThread({ path: { id }, body: { body } })
const read = async (id: string): Promise<Thread> => (await tenant.skein.getThread({ path: { id } })).data
const listTexts = async (visitor: { messages(id: string): Promise<{ bodyText: string }[]> }, id: string) =>
  (await visitor.messages(id)).map(({ bodyText }) => bodyText)

it('a rule replies to each message of a visitor, and not to its own replies', async () => {
  const { id: ruleId } = await getRules(service, tenant).make({
    trigger: { type: 'EVENT', events: ['message.created'] },
    filter: { all: [{ inboxId: chat.inboxId }] },
    actions: [{ type: 'REPLY', body: 'We are on it.' }],
  })
  const visitor = await startVisitor(service, chat)
  const { id } = await visitor.begin('Hello')
  await expect.poll(() => listTexts(visitor, id)).toEqual(['Hello', 'We are on it.'])
  await notifications.settle(tenant)
  expect(await listTexts(visitor, id)).toEqual(['Hello', 'We are on it.'])
  const [, answer] = await visitor.messages(id)
  expect(answer).toMatchObject({ from: 'TEAM', name: null })
  expect((await read(id)).waitingSince, 'a rule’s reply is no answer of an agent').not.toBeNull()
  await tenant.api('PATCH', `/automation-rules/${ruleId}`, { body: { enabled: false } })
})

it('SLA clocks start with a visitor’s message, stop with a reply, and are reported', async () => {
  const targets = { firstResponse: { normal: 60 }, nextResponse: { normal: 30 } }
  const { data: policy } = await tenant.skein.createSlaPolicy({ body: { name: 'Chats', onlyByInbox: true, targets } })
  await tenant.skein.updateInbox({ path: { id: chat.inboxId }, body: { slaPolicyId: policy.id } })
  const visitor = await startVisitor(service, chat)
  const { id } = await visitor.begin('How long does it take?')
  const states = async () => Object.fromEntries((await read(id)).sla.map(({ metric, state }) => [metric, state]))
  expect(await states()).toEqual({ FIRST_RESPONSE: 'PENDING' })
  await reply(id, 'Two days.')
  expect(await states()).toEqual({ FIRST_RESPONSE: 'MET' })
  await visitor.write(id, 'And by express?')
  expect(await states()).toEqual({ FIRST_RESPONSE: 'MET', NEXT_RESPONSE: 'PENDING' })
  await reply(id, 'One day.')
  expect(await states()).toEqual({ FIRST_RESPONSE: 'MET', NEXT_RESPONSE: 'MET' })
  const readFacts = async () => {
    const { data } = await tenant.skein.listReportFacts({ query: { metric: 'RESPONSE_TIME', inboxId: chat.inboxId } })
    return data.filter(({ thread }) => thread?.id === id)
  }
  await expect.poll(async () => (await readFacts()).map(({ kind }) => kind)).toEqual(['ANSWERED', 'ANSWERED'])
})

it('a team is notified of a new chat, and of a further message while no agent has it', async () => {
  const grace = await notifications.createAgent(tenant, 'Grace')
  const { data: team } = await tenant.skein.createTeam({ body: { name: 'Chat' } })
  await tenant.skein.addTeamMember({ path: { id: team.id, userId: grace.id } })
  await tenant.skein.updateInbox({ path: { id: chat.inboxId }, body: { teamId: team.id } })
  const visitor = await startVisitor(service, chat)
  const { id } = await visitor.begin('Is somebody there?')
  await expect.poll(() => notifications.typesOf(grace, id)).toEqual(['TEAM_THREAD'])
  await notifications.as(grace, 'PUT', `/threads/${id}/read`, {})
  expect(await notifications.typesOf(grace, id)).toEqual([])
  await visitor.write(id, 'Hello?')
  await expect.poll(() => notifications.typesOf(grace, id)).toEqual(['TEAM_THREAD'])
  await tenant.skein.updateInbox({ path: { id: chat.inboxId }, body: { teamId: null } })
})

it('earlier answers in chats are suggested for a new one', async () => {
  const first = await startVisitor(service, chat)
  const { id } = await first.begin('How can I reset the password of the scanner?')
  await reply(id, 'Hold the green button of the scanner for ten seconds, then choose a new password.')
  const second = await startVisitor(service, chat)
  const { id: asked } = await second.begin('I forgot the password of my scanner, how do I reset it?')
  const suggest = async () =>
    (await tenant.api<{ output: { suggestions: { text: string }[] } }>('POST', '/ai/suggest-reply', { body: { threadId: asked } })).body
      .data
  await expect
    .poll(async () => (await suggest()).output.suggestions.map(({ text }) => text))
    .toContainEqual(expect.stringContaining('Hold the green button'))
  // A suggestion is not sent.
  expect(await listTexts(second, asked)).toEqual(['I forgot the password of my scanner, how do I reset it?'])
})

it('an export of a customer has their visits and their messages in the chat', async () => {
  const visitor = await startVisitor(service, chat, { locale: 'pt-BR' })
  const page = { path: '/lamps', title: 'Lamps' }
  const { id } = await visitor.begin('Export me', { preChat: { name: 'Inês', email: 'ines@example.com' }, page })
  const { customer } = await read(id)
  const done: PrivacyRequest = await runPrivacyRequest(tenant, '/privacy/export', { customerId: customer.id })
  expect([done.state, done.error]).toEqual(['DONE', null])
  const found = await getFileStore(service.config).read({ tenantId: tenant.tenantId, name: exportName(parseTypeId('prv', done.id) ?? '') })
  if (!found) throw new Error('The export has no file.')
  const files = await readZip(await buffer(found.bytes))
  expect(JSON.parse(files['data/visitors.json'] ?? '[]')).toMatchObject([{ locale: 'pt-BR' }])
  expect(files['data/messages.json']).toContain('Export me')
})

it('the feed of events has a chat’s messages, and not who is there or types', async () => {
  const visitor = await startVisitor(service, chat)
  const { id } = await visitor.begin('For the feed')
  await visitor.call('POST', `/widget/threads/${id}/typing`, { typing: true })
  const sequence = (await visitor.messages(id)).at(-1)?.sequence
  await visitor.call('PUT', `/widget/threads/${id}/read`, { sequence })
  await visitor.call('POST', `/widget/threads/${id}/typing`, { typing: false })
  await visitor.write(id, 'Once more')
  const events = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { data, meta } = await tenant.skein.listEvents({ query: { limit: 100, ...(cursor ? { cursor } : {}) } })
    events.push(...data)
    cursor = meta.hasMore ? meta.cursor : null
  }
  const messages = events.filter(
    ({ type, data: { object } }) => type === 'message.created' && 'threadId' in object && object.threadId === id,
  )
  expect(messages.map(({ data: { object } }) => ('body' in object ? object.body : '')).toSorted()).toEqual(['For the feed', 'Once more'])
  expect([...new Set(events.map(({ type }) => type))].filter((type) => /visitor|presence|typing|online/.test(type))).toEqual([])
})
