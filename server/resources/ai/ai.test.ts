/** The results of the built-in provider, and the storage, visibility and erasure of its runs. */
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { AiUsage } from '../../../client/index.ts'
import { openModelServer, type ModelResponse } from '../../../test/support/model-server.ts'
import { setUpTenant, type TestTenant } from '../../../test/support/service.ts'
import { runPrivacyRequest, runSecondRounds } from '../../../test/support/privacy.ts'
import type { RunRecord } from './run.ts'

const { service, tenant } = await setUpTenant({ worker: true })

type Run = Omit<RunRecord, 'version'>

async function asked(operation: string, body: object, of: TestTenant = tenant): Promise<Run> {
  return (await of.api<Run>('POST', `/ai/${operation}`, { body })).body.data
}

let customers = 0
async function newThread(subject: string, body: string, more: object = {}, of: TestTenant = tenant): Promise<string> {
  const requester = { email: `customer${++customers}@example.com` }
  return (await of.skein.createThread({ body: { subject, body, requester, ...more } })).data.threadId
}

const topics = {
  refunds: ['refund', 'money back', 'charged twice on my card', 'invoice is wrong and I paid too much', 'return the payment please'],
  exports: [
    'export file is empty',
    'csv download has no rows',
    'spreadsheet export stops halfway',
    'download the report as csv',
    'empty csv file',
  ],
}

async function labelled(of: TestTenant): Promise<void> {
  for (const [tag, texts] of Object.entries(topics))
    for (const text of texts) await newThread(`About ${text}`, `Hello, ${text}. Can you help with the ${text}?`, { tags: [tag] }, of)
}

describe('labels and classification', () => {
  let learnt: TestTenant
  beforeAll(async () => {
    learnt = await service.createTenant()
    await labelled(learnt)
  })

  it('suggests the label of similar threads, cites them, and changes nothing', async () => {
    const threadId = await newThread('csv', 'My csv export is an empty file', {}, learnt)
    const before = (await learnt.skein.getThread({ path: { id: threadId } })).data
    const run = await asked('suggest-labels', { threadId }, learnt)
    expect(run).toMatchObject({ operation: 'SUGGEST_LABELS', threadId, provider: 'BUILT_IN', model: null, status: 'SUCCEEDED' })
    expect(run.output.labels[0]?.name).toBe('exports')
    expect(run.confidence).toBe(run.output.labels[0]?.confidence)
    expect(run.citations.length).toBeGreaterThan(0)
    expect(run.citations.map(({ title }) => title).join()).toContain('csv')
    expect((await learnt.skein.getThread({ path: { id: threadId } })).data).toEqual(before)
  })

  it('suggests no label that the thread already has, and no archived label', async () => {
    const threadId = await newThread('csv', 'My csv export is an empty file', { tags: ['exports'] }, learnt)
    expect((await asked('suggest-labels', { threadId }, learnt)).output.labels.map(({ name }) => name)).not.toContain('exports')
  })

  it('returns the one label that fits best', async () => {
    const threadId = await newThread('Card', 'I was charged twice, I want my money back', {}, learnt)
    const run = await asked('classify', { threadId }, learnt)
    expect(run.output.classification?.label?.name).toBe('refunds')
    // All threads have the same priority and inbox and no team, so there is nothing to learn.
    expect(run.output.classification).toMatchObject({ priority: null, inboxId: null, teamId: null })
  })

  it('returns an explicit "unknown" when no thread was labelled before', async () => {
    const nobody = await service.createTenant()
    const threadId = await newThread('Hello', 'Is anybody there?', {}, nobody)
    for (const operation of ['classify', 'suggest-labels', 'suggest-reply'])
      expect(await asked(operation, { threadId }, nobody)).toMatchObject({ status: 'NO_ANSWER', confidence: null, citations: [] })
  })
})

describe('a summary', () => {
  it('quotes sentences of the thread word for word, each with its message', async () => {
    const threadId = await newThread('Export', 'Hi! Since Monday the export of my orders is empty. Thanks a lot in advance!')
    await tenant.skein.replyToThread({ path: { id: threadId }, body: { body: 'We found that the export of orders stops at midnight.' } })
    const run = await asked('summarize', { threadId })
    expect(run.output.text).toContain('Customer: “Since Monday the export of my orders is empty.”')
    expect(run.output.text).toContain('Agent: “We found that the export of orders stops at midnight.”')
    const messages = (await tenant.skein.listMessages({ path: { id: threadId } })).data
    expect(run.citations.length).toBeGreaterThan(1)
    for (const { messageId, quote } of run.citations) expect(messages.find(({ id }) => id === messageId)?.bodyText).toContain(quote)
  })
})

describe('mail that quotes earlier messages', () => {
  const question = 'Since Monday the export of my orders is empty.'
  const answer = 'We found that the export of orders stops at midnight for every account.'
  const followUp = 'The nightly export of orders is still empty for our largest account.'
  const header = ['From: Support', 'Sent: Tuesday, 3 March 2026 09:12', 'To: Dana', 'Subject: RE: Export']

  it.each([
    ['of Gmail', { body: `${followUp}\n\nOn Tue, 3 Mar 2026 at 09:12, Support <\nhelp@acme.example> wrote:\n\n${answer}` }],
    ['of Outlook', { body: `${followUp}\n\n${header.join('\n')}\n\n${answer}` }],
    ['of Outlook as HTML', { body: `<div><p>${followUp}</p><hr><p><b>${header.join('</b><br><b>')}</b></p><p>${answer}</p></div>` }],
    ['between its lines', { body: `<p>On 3 Mar, Support wrote:</p><blockquote>${answer}</blockquote><p>${followUp}</p>` }],
  ])('%s is not attributed to the customer', async (_, { body }) => {
    const threadId = await newThread('Export', question)
    expect((await tenant.api('POST', `/threads/${threadId}/messages`, { body: { body } })).status).toBe(201)
    const { output } = await asked('summarize', { threadId })
    expect(output.text).toContain(`Customer: “${followUp}”`)
    expect(output.text).not.toContain('midnight')
    expect(output.text).not.toContain('wrote')
  })
})

describe('a suggested reply', () => {
  it('comes from a similar thread or a filled-in canned response, and cites its source', async () => {
    const own = await service.createTenant()
    const first = await newThread('Password', 'I forgot my password and cannot sign in to the portal', {}, own)
    await own.skein.replyToThread({ path: { id: first }, body: { body: 'Use the link “Forgot password” on the sign-in page.' } })
    const canned = {
      shortcut: 'invoice',
      title: 'Where to find an invoice',
      body: 'Your invoices are under Billing, {{customer.firstName|dear customer}}.',
    }
    const { id } = (await own.skein.createCannedResponse({ body: canned })).data
    const second = await newThread('Portal', 'cannot sign in to the portal, forgot password', {}, own)
    const earlier = await asked('suggest-reply', { threadId: second }, own)
    expect(earlier.output.text).toBe('Use the link “Forgot password” on the sign-in page.')
    expect(earlier.citations[0]).toMatchObject({ threadId: first, title: 'Password' })
    const third = await newThread('Invoice', 'Where can I find an invoice?', {}, own)
    const fromCanned = await asked('suggest-reply', { threadId: third }, own)
    expect(fromCanned.output.text).toBe('Your invoices are under Billing, dear customer.')
    expect(fromCanned.citations[0]?.cannedResponseId).toBe(id)
  })
})

describe('runs', () => {
  it('are listed by thread and operation, rated, and counted by day', async () => {
    const own = await service.createTenant()
    const threadId = await newThread('Export', 'The export of my orders is empty since Monday.', {}, own)
    const run = await asked('summarize', { threadId }, own)
    await asked('classify', { threadId: await newThread('Other', 'Something else', {}, own) }, own)
    const listed = await own.api<Run[]>('GET', `/ai/runs?threadId=${threadId}&operation=SUMMARIZE`)
    expect(listed.body.data).toEqual([run])
    const rated = await own.api<Run>('POST', `/ai/runs/${run.id}/feedback`, { body: { rating: 'NOT_HELPFUL', comment: 'Too short' } })
    expect(rated.body.data.feedback).toMatchObject({ rating: 'NOT_HELPFUL', comment: 'Too short', userId: own.ownerId })
    expect((await own.skein.getAiRun({ path: { id: run.id } })).data).toEqual(rated.body.data)
    const usage = await own.api<AiUsage>('GET', '/ai/usage')
    expect(usage.body.data.map(({ operation, runs, inputTokens }) => [operation, runs, inputTokens])).toEqual([
      ['CLASSIFY', 1, 0],
      ['SUMMARIZE', 1, 0],
    ])
  })

  it('are hidden from keys that may not read threads', async () => {
    const { key } = await tenant.keyFor(['ai:write'])
    const threadId = await newThread('Secret', 'The launch is on Friday.')
    const refused = await tenant.api('POST', '/ai/summarize', { key, body: { threadId }, mayFail: true })
    expect([refused.status, refused.body.error?.code]).toEqual([403, 'SVC-AUTH-SCOPE_ESCALATION'])
    expect((await tenant.api('GET', '/ai/runs', { key, mayFail: true })).status).toBe(403)
  })

  it('are hidden from keys that may not read the articles or responses that they quote', async () => {
    const threadId = await newThread('Export', 'The export of my orders is empty since Monday.')
    const reads = { ANSWER: 'kb:read', SUGGEST_REPLY: 'catalog:read,customers:read', SUMMARIZE: null } as const
    const runs = {
      ANSWER: await asked('answer', { question: 'Where is it?', threadId }),
      SUGGEST_REPLY: await asked('suggest-reply', { threadId }),
      SUMMARIZE: await asked('summarize', { threadId }),
    }
    const { key: few } = await tenant.keyFor(['ai:write', 'ai:read', 'threads:read'])
    const { key: all } = await tenant.keyFor(['ai:write', 'ai:read', 'threads:read', 'kb:read', 'catalog:read', 'customers:read'])
    const statuses = async (key: string, operation: keyof typeof runs) => {
      const path = `/ai/runs/${runs[operation].id}`
      const answers = [
        await tenant.api('GET', path, { key, mayFail: true }),
        await tenant.api('POST', `${path}/feedback`, { key, body: { rating: 'HELPFUL' }, mayFail: true }),
        await tenant.api('GET', `/ai/runs?operation=${operation}`, { key, mayFail: true }),
      ]
      return answers.map(({ status, body }) => [status, body.error?.details?.map(({ message }) => message).join() ?? null])
    }
    for (const operation of ['ANSWER', 'SUGGEST_REPLY', 'SUMMARIZE'] as const) {
      const missing = reads[operation]
      const expected = missing === null ? [200, null] : [403, missing]
      expect(await statuses(few, operation)).toEqual([expected, expected, expected])
      expect(await statuses(all, operation)).toEqual(Array.from({ length: 3 }, () => [200, null]))
    }
    expect((await tenant.api('GET', '/ai/runs', { key: few, mayFail: true })).status).toBe(403)
    expect((await tenant.api('GET', '/ai/runs', { key: all })).status).toBe(200)
    expect((await tenant.api('POST', '/ai/answer', { key: few, body: { question: 'Where?' }, mayFail: true })).status).toBe(403)
    expect((await tenant.api('POST', '/ai/suggest-reply', { key: few, body: { threadId } })).status).toBe(201)
  })

  it('return the same run to a retry', async () => {
    const threadId = await newThread('Export', 'The export of my orders is empty since Monday.')
    const send = () => tenant.api<Run>('POST', '/ai/summarize', { body: { threadId }, headers: { 'idempotency-key': 'once' } })
    const [first, again] = [await send(), await send()]
    expect(again.body.data).toEqual(first.body.data)
    expect((await tenant.api('GET', `/ai/runs?threadId=${threadId}`)).body.meta.total).toBe(1)
  })
})

describe.each(['ANONYMIZE', 'DELETE'])('an erasure (%s)', (mode) => {
  it('removes what runs say about a customer, also in threads of others', async () => {
    const own = await service.createTenant()
    const first = await newThread('Password', 'I forgot my password and cannot sign in to the portal', {}, own)
    await own.skein.replyToThread({ path: { id: first }, body: { body: 'Dear Wilhelmina, use the link on the sign-in page.' } })
    const about = await asked('summarize', { threadId: first }, own)
    await own.skein.rateAiRun({ path: { id: about.id }, body: { rating: 'HELPFUL', comment: 'Wilhelmina was glad' } })
    const second = await newThread('Portal', 'cannot sign in to the portal, forgot password', {}, own)
    const citing = await asked('suggest-reply', { threadId: second }, own)
    expect(citing.output.text).toContain('Wilhelmina')
    const untouched = await asked('summarize', { threadId: second }, own)
    const { customer } = (await own.skein.getThread({ path: { id: first } })).data
    const { state } = await runPrivacyRequest(own, '/privacy/erase', { customerId: customer.id, mode })
    expect(state).toBe('DONE')
    const left = await own.api<Run[]>('GET', '/ai/runs')
    expect(left.text).not.toContain('Wilhelmina')
    const statuses = Object.fromEntries(left.body.data.map(({ id, status }) => [id, status]))
    expect(statuses).toEqual({ [untouched.id]: 'SUCCEEDED', ...(mode === 'DELETE' ? {} : { [about.id]: 'ERASED', [citing.id]: 'ERASED' }) })
  })
})

it.each(['ANONYMIZE', 'DELETE'])('an erasure removes the customer’s words from runs that are in progress (%s)', async (mode) => {
  const own = await service.createTenant()
  const model = await openModelServer()
  onTestFinished(() => model.close())
  const ai = { url: model.url, model: 'small', timeoutSeconds: 14 }
  await own.skein.updateTenantSettings({ body: { ai } })
  const asks = 'I cannot sign in to the portal, I forgot my password'
  const threadId = await newThread('Portal', asks, {}, own)
  await own.skein.replyToThread({ path: { id: threadId }, body: { body: 'Dear Wilhelmina, use the link on the sign-in page.' } })
  const other = await newThread('Portal', asks, {}, own)
  const { customer } = (await own.skein.getThread({ path: { id: threadId } })).data
  const goOn: (() => void)[] = []
  const ask = (operation: string, about: string, reply: ModelResponse) => {
    model.respond = () => ({ later: new Promise((resolve) => goOn.push(() => resolve(reply))) })
    return own.api<Run>('POST', `/ai/${operation}`, { body: { threadId: about }, mayFail: true })
  }
  const underWay: Promise<{ status: number; text: string }>[] = []
  for (const [operation, about, reply] of [
    ['summarize', threadId, 'Wilhelmina forgot her password.'],
    ['suggest-reply', other, 'Dear Wilhelmina'],
    ['summarize', threadId, { status: 500, body: '{"error": {"message": "Cannot speak of Wilhelmina"}}' }],
  ] as const) {
    const before = model.requests.length
    underWay.push(ask(operation, about, reply))
    await expect.poll(() => model.requests.length).toBe(before + 1)
    expect(model.requests.at(-1)?.messages[1]?.content).toContain('Wilhelmina')
  }
  expect((await runPrivacyRequest(own, '/privacy/erase', { customerId: customer.id, mode })).state).toBe('DONE')
  for (const answer of goOn) answer()
  const answers = await Promise.all(underWay)
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 502])
  for (const { text } of answers.slice(0, 2)) expect(text).not.toContain('Wilhelmina')
  const kept = await own.api<Run[]>('GET', '/ai/runs')
  expect(kept.text).not.toContain('Wilhelmina')
  const emptied = { status: 'ERASED', failure: null, output: { text: null, suggestions: [] }, citations: [] }
  expect(kept.body.data).toMatchObject([emptied, emptied, emptied])
  // Erased runs still count in the usage.
  const usage = (await own.skein.getAiUsage()).data
  expect(usage.map(({ operation, runs, failed }) => [operation, runs, failed])).toEqual([
    ['SUGGEST_REPLY', 1, 0],
    ['SUMMARIZE', 1, 1],
  ])
  await runSecondRounds(service)
  expect((await own.skein.listAiRuns()).data).toHaveLength(mode === 'DELETE' ? 0 : 3)
})
