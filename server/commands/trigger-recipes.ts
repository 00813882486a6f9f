/** Calls of the public API that cause each type of event, as an integrator would make them. */
import { randomBytes } from 'node:crypto'
import { UsageError } from './command.ts'

/** Calls the API, reports the call, and returns the `data` of the response. */
export type Caller = {
  post(path: string, body?: object): Promise<CreatedObject>
  patch(path: string, body: object): Promise<CreatedObject>
  put(path: string): Promise<CreatedObject>
  delete(path: string): Promise<void>
  list(path: string): Promise<CreatedObject[]>
}

/** The fields of a response that the recipes use. */
export type CreatedObject = { id: string; threadId?: string; email?: string }

export type Recipe = (call: Caller) => Promise<unknown>

export const recipes: Readonly<Record<string, Recipe>> = {
  'customer.created': makeCustomer,
  'customer.updated': async (call) => call.patch(`/customers/${(await makeCustomer(call)).id}`, { name: 'Ada King' }),
  'customer.identified': async (call) =>
    call.post(`/customers/${(await makeCustomer(call)).id}/identities`, { type: 'EXTERNAL', value: `crm-${unique()}` }),
  'customer.merged': async (call) => {
    const [target, source] = [await makeCustomer(call), await makeCustomer(call)]
    return call.post(`/customers/${target.id}/merge`, { sourceIds: [source.id] })
  },
  'canned_response.created': makeCannedResponse,
  'canned_response.updated': async (call) =>
    call.patch(`/canned-responses/${(await makeCannedResponse(call)).id}`, { title: 'Changed by trigger' }),
  'canned_response.deleted': async (call) => call.delete(`/canned-responses/${(await makeCannedResponse(call)).id}`),
  'canned_response.applied': async (call) => {
    const [webhook] = await call.list('/webhooks')
    if (!webhook)
      throw new UsageError('canned_response.applied is sent to a webhook, and the tenant has none: register one first (POST /webhooks).')
    const actions = [{ type: 'SEND_WEBHOOK', webhookId: webhook.id }]
    const { id } = await call.post('/canned-responses', { shortcut: `trigger-${unique()}`, title: 'By trigger', actions })
    return call.post(`/threads/${await makeThread(call)}/apply-canned-response`, { cannedResponseId: id })
  },
  'custom_field.created': makeCustomField,
  'custom_field.updated': async (call) => call.patch(`/custom-fields/${(await makeCustomField(call)).id}`, { name: `Renamed ${unique()}` }),
  'business_hours.created': makeBusinessHours,
  'business_hours.updated': async (call) =>
    call.patch(`/business-hours/${(await makeBusinessHours(call)).id}`, { name: `Renamed ${unique()}` }),
  'business_hours.deleted': async (call) => call.delete(`/business-hours/${(await makeBusinessHours(call)).id}`),
  'inbox.created': makeInbox,
  'inbox.updated': async (call) => call.patch(`/inboxes/${(await makeInbox(call)).id}`, { name: `Renamed ${unique()}` }),
  'inbox.deleted': async (call) => call.delete(`/inboxes/${(await makeInbox(call)).id}`),
  'inbox.connection_changed': reconnectInbox,
  'kb.article.published': async (call) => call.post(`/kb/articles/${(await makeKbArticle(call)).id}/publish`),
  'kb_article.created': makeKbArticle,
  'kb_article.updated': async (call) => call.patch(`/kb/articles/${(await makeKbArticle(call)).id}`, { title: `Changed ${unique()}` }),
  'kb_article.deleted': async (call) => call.delete(`/kb/articles/${(await makeKbArticle(call)).id}`),
  'kb_collection.created': makeKbCollection,
  'kb_collection.updated': async (call) =>
    call.patch(`/kb/collections/${(await makeKbCollection(call)).id}`, { name: `Renamed ${unique()}` }),
  'kb_collection.deleted': async (call) => call.delete(`/kb/collections/${(await makeKbCollection(call)).id}`),
  'label.created': makeLabel,
  'label.updated': async (call) => call.patch(`/labels/${(await makeLabel(call)).id}`, { description: 'Changed by trigger' }),
  'meeting.scheduled': makeMeeting,
  'meeting.updated': async (call) => call.patch(`/scheduled-meetings/${(await makeMeeting(call)).id}`, { title: 'Changed by trigger' }),
  'meeting.cancelled': async (call) => call.delete(`/scheduled-meetings/${(await makeMeeting(call)).id}`),
  'message.created': async (call) =>
    call.post(`/threads/${await makeThread(call)}/reply`, { body: 'Thank you, we are looking into it.', attachments: [] }),
  'message.deleted': async (call) => call.delete(`/messages/${(await makeScheduledReply(call)).id}`),
  'message.scheduled': makeScheduledReply,
  'rule.created': makeRule,
  'rule.updated': async (call) => call.patch(`/automation-rules/${(await makeRule(call)).id}`, { name: `Renamed ${unique()}` }),
  'rule.deleted': async (call) => call.delete(`/automation-rules/${(await makeRule(call)).id}`),
  'satisfaction.requested': makeRating,
  'satisfaction.answered': async (call) => answer(call, await makeRating(call), 5),
  'satisfaction.changed': async (call) => {
    const request = await makeRating(call)
    await answer(call, request, 2)
    return answer(call, request, 5)
  },
  'satisfaction.cancelled': async (call) => call.delete(`/satisfaction-requests/${(await makeRating(call)).id}`),
  'sender_rule.created': makeSenderRule,
  'sender_rule.deleted': async (call) => call.delete(`/sender-rules/${(await makeSenderRule(call)).id}`),
  'sla.met': async (call) => {
    await makeSlaPolicy(call)
    return call.post(`/threads/${await makeThread(call)}/reply`, { body: 'In time.' })
  },
  'sla_policy.created': makeSlaPolicy,
  'sla_policy.updated': async (call) => call.patch(`/sla-policies/${(await makeSlaPolicy(call)).id}`, { name: `Renamed ${unique()}` }),
  'sla_policy.deleted': async (call) => call.delete(`/sla-policies/${(await makeSlaPolicy(call)).id}`),
  'team.created': makeTeam,
  'team.updated': async (call) => call.patch(`/teams/${(await makeTeam(call)).id}`, { name: `Renamed ${unique()}` }),
  'team.deleted': async (call) => call.delete(`/teams/${(await makeTeam(call)).id}`),
  'tenant.updated': async (call) => call.patch('/tenant/settings', { name: `Sandbox ${unique()}` }),
  'thread.assigned': async (call) => call.post(`/threads/${await makeThread(call)}/assign`, { teamId: (await makeTeam(call)).id }),
  'thread.created': makeThread,
  'thread.followers_changed': async (call) => call.put(`/threads/${await makeThread(call)}/followers/${(await makeUser(call)).id}`),
  'thread.labels_changed': async (call) =>
    call.post(`/threads/${await makeThread(call)}/labels`, { add: [`sandbox-${unique()}`], createMissing: true }),
  'thread.merged': mergeThreads,
  'thread.participants_changed': async (call) =>
    call.post(`/threads/${await makeThread(call)}/participants`, { address: `grace-${unique()}@example.com`, name: 'Grace Hopper' }),
  'thread.priority_changed': async (call) => call.patch(`/threads/${await makeThread(call)}`, { priority: 'URGENT' }),
  'thread.snoozed': async (call) => call.post(`/threads/${await makeThread(call)}/snooze`, { durationSeconds: 3_600 }),
  'thread.status_changed': async (call) => call.patch(`/threads/${await makeThread(call)}`, { status: 'resolved' }),
  'thread.unsnoozed': async (call) => {
    const id = await makeThread(call)
    await call.post(`/threads/${id}/snooze`, { durationSeconds: 3_600 })
    return call.delete(`/threads/${id}/snooze`)
  },
  'thread.unmerged': async (call) => call.post(`/threads/${await mergeThreads(call)}/unmerge`),
  'thread.updated': async (call) => call.patch(`/threads/${await makeThread(call)}`, { subject: 'The export is empty since Monday' }),
  'upload.created': (call) => call.post('/uploads/presigned', { filename: 'sandbox.txt', contentType: 'text/plain', size: 7 }),
  'user.created': makeUser,
  'user.updated': async (call) => call.patch(`/users/${(await makeUser(call)).id}`, { availability: 'AWAY' }),
  'user.security_notice': async (call) => call.post('/auth/forgot', { email: (await makeUser(call)).email ?? '' }),
  'saved_report.created': makeSavedReport,
  'saved_report.updated': async (call) => call.patch(`/saved-reports/${(await makeSavedReport(call)).id}`, { name: `Renamed ${unique()}` }),
  'saved_report.deleted': async (call) => call.delete(`/saved-reports/${(await makeSavedReport(call)).id}`),
  'user.deleted': async (call) => call.delete(`/users/${(await makeUser(call)).id}`),
  'view.created': makeView,
  'view.updated': async (call) => call.patch(`/views/${(await makeView(call)).id}`, { name: `Renamed ${unique()}` }),
  'view.deleted': async (call) => call.delete(`/views/${(await makeView(call)).id}`),
  'webhook.test': async (call) => {
    const [webhook] = await call.list('/webhooks')
    if (!webhook) throw new UsageError('webhook.test is sent to a webhook, and the tenant has none: register one first (POST /webhooks).')
    return call.post(`/webhooks/${webhook.id}/test`)
  },
}

const signsIn = 'only a user who signs in with a password causes it, and `trigger` calls with an API key'

const passes = 'time causes it: `trigger sla_policy.created`, then an urgent thread without a reply for a minute'

const suspends =
  'background work causes it: block a sender with `POST /sender-rules`, then send their mail with `skein mail send`, and release it with `POST /inbound-mails/{id}/release`'

const erases = 'background work causes it, shortly after `POST /privacy/erase` with the id of a customer'

/** Event types that API calls alone cannot cause, each with the way to cause it. */
export const reasons: Readonly<Record<string, string>> = {
  'customer.erased': erases,
  'thread.erased': erases,
  'privacy.request.completed': erases,
  'inbound_mail.suspended': suspends,
  'inbound_mail.released': suspends,
  'satisfaction.expired': 'time causes it: `trigger satisfaction.requested`, then `expiresAfterDays` days without an answer',
  'job.ended': 'background work causes it, shortly after `POST /reports/rebuild` or a `POST /threads/batch` with `filter`',
  'upload.updated': 'a file must be sent to the `uploadUrl` that `POST /uploads/presigned` returns',
  'upload.deleted': 'a scheduled reply with a file must be cancelled: `DELETE /messages/{id}`',
  'sla.warning': passes,
  'sla.breached': passes,
  'session.created': signsIn,
  'session.ended': signsIn,
  'message.delivery_changed':
    'a scheduled reply must become due on a thread that was closed meanwhile: `POST /threads/{id}/reply` with `undoSeconds: 5`, then close the thread',
  'message.updated': 'a program must change a message that it posted: the guide *Connect your own channel* shows `message.edited`',
  'rule.applied': 'a rule with the action SEND_WEBHOOK must run: create one, then cause the event that it waits for',
  'rule.paused': 'twenty runs of a rule must fail in succession',
  'webhook.disabled': 'a receiver must cause it: `skein receive --status 410 --fail 1`, with a webhook that points to it',
}

function makeCustomer(call: Caller): Promise<CreatedObject> {
  return call.post('/customers', { email: `ada-${unique()}@example.com`, name: 'Ada Lovelace' })
}

function makeCannedResponse(call: Caller): Promise<CreatedObject> {
  return call.post('/canned-responses', { shortcut: `sandbox-${unique()}`, title: 'Sandbox', body: 'Hello {{customer.name|there}}' })
}

function makeCustomField(call: Caller): Promise<CreatedObject> {
  return call.post('/custom-fields', { key: `sandbox_${unique()}`, name: 'Sandbox', appliesTo: 'CUSTOMER', type: 'TEXT' })
}

function makeInbox(call: Caller): Promise<CreatedObject> {
  return call.post('/inboxes', { name: `Sandbox ${unique()}`, type: 'API' })
}

/** Connects an inbox to a mail server that does not exist, then removes the inbox, so that the service stops retrying. */
async function reconnectInbox(call: Caller): Promise<void> {
  const imap = { host: 'imap.example.com', user: 'ada', password: 'a-password' }
  const email = { receive: { mode: 'IMAP', imap } }
  const { id } = await call.post('/inboxes', {
    name: `Sandbox ${unique()}`,
    type: 'EMAIL',
    address: `sandbox-${unique()}@example.com`,
    email,
  })
  await call.post(`/inboxes/${id}/reconnect`)
  await call.delete(`/inboxes/${id}`)
}

function makeSenderRule(call: Caller): Promise<CreatedObject> {
  return call.post('/sender-rules', { pattern: `sandbox-${unique()}@example.com`, action: 'BLOCK' })
}

function makeBusinessHours(call: Caller): Promise<CreatedObject> {
  return call.post('/business-hours', { name: `Sandbox ${unique()}`, timezone: 'Europe/Berlin', weekly: { mon: [['09:00', '17:00']] } })
}

/** Creates a policy that comes before all others, so that new threads use it. */
function makeSlaPolicy(call: Caller): Promise<CreatedObject> {
  return call.post('/sla-policies', { name: `Sandbox ${unique()}`, order: 0, targets: { firstResponse: { normal: 60, urgent: 1 } } })
}

/** Creates an internal article, so that no visitor of a help centre sees it. */
function makeKbArticle(call: Caller): Promise<CreatedObject> {
  return call.post('/kb/articles', { title: `Sandbox ${unique()}`, body: 'Nothing to *see* here.', visibility: 'INTERNAL' })
}

function makeKbCollection(call: Caller): Promise<CreatedObject> {
  return call.post('/kb/collections', { name: `Sandbox ${unique()}`, visibility: 'INTERNAL' })
}

function makeRule(call: Caller): Promise<CreatedObject> {
  // Disabled, so that it changes no threads.
  return call.post('/automation-rules', {
    name: `By trigger ${unique()}`,
    enabled: false,
    trigger: { type: 'EVENT', events: ['thread.created'] },
    actions: [{ type: 'SET_PRIORITY', priority: 'high' }],
  })
}

function makeLabel(call: Caller): Promise<CreatedObject> {
  return call.post('/labels', { name: `sandbox-${unique()}` })
}

/** Requests a rating link for a new thread. */
async function makeRating(call: Caller): Promise<CreatedObject> {
  return call.post(`/threads/${await makeThread(call)}/satisfaction-requests`, { channel: 'LINK' })
}

async function answer(call: Caller, { id }: CreatedObject, score: number): Promise<CreatedObject> {
  return call.post(`/satisfaction-requests/${id}/answer`, { score, comment: 'Fast and friendly.' })
}

/** Creates a meeting with a new host, whose calendar is empty. */
async function makeMeeting(call: Caller): Promise<CreatedObject> {
  const startsAt = new Date(Math.ceil(Date.now() / 3_600_000 + 24) * 3_600_000)
  const times = { startsAt: startsAt.toISOString(), endsAt: new Date(startsAt.getTime() + 1_800_000).toISOString() }
  const body = { ...times, timezone: 'Europe/Berlin', title: 'Sandbox', hostId: (await makeUser(call)).id }
  return call.post(`/threads/${await makeThread(call)}/schedule-meeting`, body)
}

function makeTeam(call: Caller): Promise<CreatedObject> {
  return call.post('/teams', { name: `Sandbox ${unique()}` })
}

function makeUser(call: Caller): Promise<CreatedObject> {
  return call.post('/users', { name: 'Grace Hopper', email: `grace-${unique()}@example.com`, role: 'AGENT', invite: false })
}

function makeSavedReport(call: Caller): Promise<CreatedObject> {
  const query = { metrics: 'THREADS_CREATED', from: 'today-30', to: 'today' }
  return call.post('/saved-reports', { name: `Sandbox ${unique()}`, query })
}

function makeView(call: Caller): Promise<CreatedObject> {
  return call.post('/views', { name: `Sandbox ${unique()}`, filters: { status: 'open' } })
}

async function makeScheduledReply(call: Caller): Promise<CreatedObject> {
  return call.post(`/threads/${await makeThread(call)}/reply`, { body: 'Thank you, we are looking into it.', undoSeconds: 120 })
}

/** Creates a thread and returns its `threadId`, which paths use. */
async function makeThread(call: Caller): Promise<string> {
  const thread = await call.post('/threads', {
    title: 'The export is empty',
    body: 'The CSV export has been empty since Monday.',
    requester: { email: 'ada@example.com', name: 'Ada Lovelace' },
  })
  return thread.threadId ?? thread.id
}

/** Merges a thread into another and returns its id. */
async function mergeThreads(call: Caller): Promise<string> {
  const [target, source] = [await makeThread(call), await makeThread(call)]
  await call.post(`/threads/${target}/merge`, { sourceIds: [source] })
  return source
}

function unique(): string {
  return randomBytes(4).toString('hex')
}
