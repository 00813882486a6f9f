/** Sets up requests for operations that succeed only on matching objects. */
import type { RecoveryCodes, TotpEnrolment, User } from '../../client/index.ts'
import { Secret, TOTP } from 'otpauth'
import type { IdPrefix } from '#platform/ids.ts'
import { openModelServer, type ModelServer } from '../support/model-server.ts'
import { nextNumber } from './unique.ts'
import type { Arrange, ArrangingTenant, Request } from './arrange.ts'
import { visitorArrangements } from './visitor-arrangements.ts'

/** The password of the users in these tests. It is not an example of the API description, because it must appear in no response or log. */
export const password = 'silver kettles hum at dusk'

/** Creates a user of the tenant with the password. */
async function person(tenant: ArrangingTenant, make: (prefix: IdPrefix) => Promise<string>): Promise<{ id: string; email: string }> {
  const id = await make('usr')
  await tenant.setPassword(id, password)
  return { id, email: (await tenant.api<User>('GET', `/users/${id}`)).body.data.email }
}

/** Replaces the user's confirmed authenticator with an unconfirmed one. Returns its secret. */
async function enrollTotp(tenant: ArrangingTenant): Promise<string> {
  await tenant.setPassword(tenant.ownerId, password)
  await tenant.removeSecondFactor(tenant.ownerId)
  return (await tenant.api<TotpEnrolment>('POST', '/auth/totp/enroll', { body: { password } })).body.data.secret
}

function codeOf(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate()
}

async function waitingReply(tenant: ArrangingTenant, make: (prefix: IdPrefix) => Promise<string>): Promise<string> {
  const body = { body: 'One moment, please.', undoSeconds: 120 }
  return String((await tenant.api('POST', `/threads/${await make('thr')}/reply`, { body })).body.data['id'])
}

const suspendedMail: Arrange = async ({ path, body }, tenant) => ({ path: path.replace(/eml_\w+/, await tenant.suspendMail()), body })

/** A message that came in by mail. Only these have a raw mail. */
const receivedMessage: Arrange = async ({ path, body }, tenant, make) => {
  await make('inb')
  const { data } = (await tenant.api('POST', `/inbound-mails/${await tenant.suspendMail()}/release`, { body: {} })).body
  return { path: path.replace(/msg_\w+/, String(data['resultId'])), body }
}

const suspendedItem: Arrange = async ({ path, body }, tenant) => ({ path: path.replace(/itm_\w+/, await tenant.suspendItem()), body })

/** A fake language model for all tests of a file, closed after them. */
let model: Promise<ModelServer> | undefined

async function withModel(request: Request, tenant: ArrangingTenant): Promise<Request> {
  const { url } = await (model ??= openModelServer())
  await tenant.api('PATCH', '/tenant/settings', { body: { ai: { url, model: 'small' } } })
  return request
}

async function getForm({ body }: Request, tenant: ArrangingTenant, make: (prefix: IdPrefix) => Promise<string>): Promise<Request> {
  const path = `/threads/${await make('thr')}/satisfaction-requests`
  const made = await tenant.api<{ url: string }>('POST', path, { body: { channel: 'LINK' } })
  return { path: `/satisfaction/${made.body.data.url.split('/').at(-1)}`, body }
}

/** Creates an inbox that a program serves, and returns its id. */
export async function makeHookInbox(tenant: Parameters<Arrange>[1]): Promise<string> {
  const made = await tenant.api('POST', '/inboxes', { body: { name: `Program ${nextNumber()}`, type: 'API', hook: {} } })
  return String(made.body.data['id'])
}

/** Set-up of each operation's request. `request` is the request that is generated from its declaration. */
export const arrangements: Readonly<Record<string, Arrange>> = {
  ...visitorArrangements,
  // Without a language model, these operations are refused.
  rewriteText: withModel,
  translateText: withModel,
  // A message can be undone, or sent immediately, only while it is scheduled.
  deleteMessage: async ({ body }, tenant, make) => ({ path: `/messages/${await waitingReply(tenant, make)}`, body }),
  rescheduleMessage: async (_, tenant, make) => ({
    path: `/messages/${await waitingReply(tenant, make)}/reschedule`,
    body: { sendAt: new Date(Date.now() + 3_600_000).toISOString() },
  }),
  sendMessageNow: async ({ body }, tenant, make) => ({ path: `/messages/${await waitingReply(tenant, make)}/send`, body }),
  // Each meeting starts at its own second within the examples' times, so that one host can have all of them.
  scheduleMeeting: async ({ path, body }) => {
    const from = Date.UTC(2031, 2, 4, 9, 46) + (nextNumber() % 800) * 1000
    return { path, body: { ...Object(body), startsAt: new Date(from).toISOString(), endsAt: new Date(from + 1000).toISOString() } }
  },
  // Only an attendee can have attended.
  async recordMeetingAttendance({ path }, tenant) {
    const { body } = await tenant.api<{ attendees: { email: string }[] }>('GET', path.replace(/\/attendance$/, ''))
    return { path, body: { attendees: body.data.attendees.map(({ email }) => ({ email, status: 'ATTENDED' })) } }
  },
  // An anonymous operation identifies a user by a secret that only the user has.
  async login({ path }, tenant, make) {
    const { email } = await person(tenant, make)
    return { path, body: { tenant: tenant.slug, email, password } }
  },
  async refresh({ path }, tenant) {
    return { path, body: { refreshToken: (await tenant.sessionFor()).refreshToken } }
  },
  async forgotPassword({ path }, tenant, make) {
    const { email } = await person(tenant, make)
    return { path, body: { tenant: tenant.slug, email } }
  },
  // Only the URL of a new request contains the token.
  getSatisfactionForm: getForm,
  answerSatisfactionForm: getForm,
  async resetPassword({ path, body }, tenant, make) {
    const { id } = await person(tenant, make)
    return { path, body: { ...Object(body), token: await tenant.linkFor(id, 'PASSWORD') } }
  },
  async readInvitation({ path }, tenant) {
    const invited = { name: 'Grace', email: `invited${nextNumber()}@example.com`, role: 'AGENT' }
    const { id } = (await tenant.api<User>('POST', '/users', { body: invited })).body.data
    return { path, body: { token: await tenant.linkFor(id, 'INVITATION') } }
  },
  async createInvitationLink({ body }, tenant) {
    const invited = { name: 'Grace', email: `invited${nextNumber()}@example.com`, role: 'AGENT' }
    const { id } = (await tenant.api<User>('POST', '/users', { body: invited })).body.data
    return { path: `/users/${id}/invitation-link`, body }
  },
  async acceptInvitation({ path, body }, tenant) {
    const invited = { name: 'Grace', email: `invited${nextNumber()}@example.com`, role: 'AGENT' }
    const { id } = (await tenant.api<User>('POST', '/users', { body: invited })).body.data
    return { path, body: { ...Object(body), token: await tenant.linkFor(id, 'INVITATION') } }
  },
  // The rule differs from the examples, and its trigger is the one that allows all fields.
  async updateAutomationRule({ body }, tenant) {
    const trigger = { type: 'EVENT', events: ['message.created'] }
    const rule = { name: `Rule ${nextNumber()}`, trigger, actions: [{ type: 'SET_PRIORITY', priority: 'low' }] }
    const { id } = (await tenant.api<{ id: string }>('POST', '/automation-rules', { body: rule })).body.data
    return { path: `/automation-rules/${id}`, body }
  },
  // The user is only invited, so a new address takes effect without confirmation.
  async updateUser({ body }, tenant) {
    const invited = { name: 'Grace', email: `invited${nextNumber()}@example.com`, role: 'AGENT' }
    const { id } = (await tenant.api<User>('POST', '/users', { body: invited })).body.data
    return { path: `/users/${id}`, body }
  },
  async confirmEmail({ path }, tenant, make) {
    const { id } = await person(tenant, make)
    await tenant.api('PATCH', `/users/${id}`, { body: { email: `moved${nextNumber()}@example.com` } })
    return { path, body: { token: await tenant.linkFor(id, 'EMAIL') } }
  },
  // The password of the owner, whose session sends the request.
  async changePassword({ path }, tenant) {
    await tenant.setPassword(tenant.ownerId, password)
    return { path, body: { newPassword: `nine quiet lamps at sea ${nextNumber()}`, currentPassword: password } }
  },
  async enrollTotp({ path }, tenant) {
    await tenant.setPassword(tenant.ownerId, password)
    await tenant.removeSecondFactor(tenant.ownerId)
    return { path, body: { password } }
  },
  async confirmTotp({ path }, tenant) {
    return { path, body: { code: codeOf(await enrollTotp(tenant)) } }
  },
  async disableTotp({ path }, tenant) {
    const code = codeOf(await enrollTotp(tenant))
    const confirmed = await tenant.api<RecoveryCodes>('POST', '/auth/totp/confirm', { body: { code } })
    return { path, body: { code: confirmed.body.data.recoveryCodes[0] } }
  },
  // Two customers cannot share an identity.
  addCustomerIdentity: async ({ path }) => ({ path, body: { type: 'EXTERNAL', value: `crm-${nextNumber()}` } }),
  async removeCustomerIdentity({ path }, tenant) {
    const value = `crm-${nextNumber()}`
    const added = await tenant.api('POST', path.replace(/\/[^/]+$/, ''), { body: { type: 'EXTERNAL', value } })
    return { path: path.replace(/[^/]+$/, String(added.body.data['id'])), body: undefined }
  },
  async removeThreadParticipant({ path }, tenant) {
    const added = await tenant.api('POST', path.replace(/\/[^/]+$/, ''), { body: { address: `n${nextNumber()}@example.com` } })
    return { path: path.replace(/[^/]+$/, String(added.body.data['id'])), body: undefined }
  },
  // Mails arrive outside the API, and a worker suspends them.
  createInboundMail: ({ path }) => {
    const file = `From: Ada <ada@example.com>\r\nMessage-ID: <n${nextNumber()}@example.com>\r\nSubject: Hello\r\n\r\nHi\r\n`
    return Promise.resolve({ path, body: { file } })
  },
  getInboundMail: suspendedMail,
  getInboundMailOriginal: suspendedMail,
  discardInboundMail: suspendedMail,
  // A released mail needs an EMAIL inbox for its thread.
  async releaseInboundMail(request, tenant, make) {
    await make('inb')
    return suspendedMail(request, tenant, make)
  },
  getMessageOriginal: receivedMessage,
  getMessageLook: receivedMessage,
  batchInboundMails: async ({ path }, tenant) => ({ path, body: { ids: [await tenant.suspendMail()], action: 'DISCARD' } }),
  getInboundItem: suspendedItem,
  releaseInboundItem: suspendedItem,
  // A worker creates notifications.
  updateNotification: async ({ body }, tenant) => ({ path: `/notifications/${await tenant.notify()}`, body }),
  // A worker creates runs.
  getAutomationRun: async ({ body }, tenant) => ({ path: `/automation-runs/${await tenant.runRule()}`, body }),
  // The order must name all rules of the tenant.
  async orderAutomationRules({ path }, tenant) {
    for (let i = 0; i < 3; i++) {
      const rule = {
        trigger: { type: 'EVENT', events: ['thread.merged'] },
        actions: [{ type: 'SET_STATUS', status: 'open' }],
        enabled: false,
      }
      await tenant.api('POST', '/automation-rules', { body: { name: `Rule ${nextNumber()}`, ...rule } })
    }
    const rules: { id: string; order: number }[] = []
    for (let cursor = ''; ; ) {
      const { body } = await tenant.api<typeof rules>('GET', `/automation-rules?limit=100&cursor=${encodeURIComponent(cursor)}`)
      rules.push(...body.data)
      cursor = body.meta.cursor
      if (cursor === '') break
    }
    const ids = rules.toSorted((a, b) => a.order - b.order).map(({ id }) => id)
    // Closes gaps in the positions after deleted rules, so that the request always moves the last two rules. The first stays, so its audit
    // row is that of the reordering alone.
    await tenant.api('PUT', path, { body: { ids } })
    return { path, body: { ids: [...ids.slice(0, -2), ...ids.slice(-2).toReversed()] } }
  },
  // Each thread of a test has its own customer, so the filter matches one thread.
  async applyAutomationRule({ path }, tenant, make) {
    const thread = await tenant.api<{ customer: { id: string } }>('GET', `/threads/${await make('thr')}`)
    return { path, body: { filter: { customerId: thread.body.data.customer.id }, expectedTotal: 1 } }
  },
  // The restored version differs from the current one.
  async restoreAutomationRule({ path, body }, tenant) {
    await tenant.api('PATCH', path.replace(/\/restore$/, ''), { body: { name: `Changed ${nextNumber()}` } })
    return { path, body }
  },
  // An inbox of another type sends mail through an EMAIL inbox.
  async forwardThread(request, _tenant, make) {
    await make('inb')
    return request
  },
  // Each thread of a test has its own customer.
  mergeThread: async ({ path, body }) => ({ path, body: { ...Object(body), allowCrossCustomer: true } }),
  async unmergeThread(request, tenant, make) {
    const body = { sourceIds: [request.path.split('/')[2]], allowCrossCustomer: true }
    await tenant.api('POST', `/threads/${await make('thr')}/merge`, { body })
    return request
  },
  async splitThread({ path, body }, tenant) {
    const added = await tenant.api('POST', path.replace(/\/split$/, '/messages'), { body: { body: 'One more thing' } })
    return { path, body: { ...Object(body), messageIds: [added.body.data.id] } }
  },
  // The restored version differs from the current one.
  async restoreKbArticle({ path, body }, tenant) {
    await tenant.api('PATCH', path.replace(/\/restore$/, ''), { body: { title: `Changed ${nextNumber()}` } })
    return { path, body }
  },
  // Only an inbox that a program serves has a secret.
  rotateInboxSecret: async ({ body }, tenant) => ({ path: `/inboxes/${await makeHookInbox(tenant)}/rotate-secret`, body }),
  // A tenant has at most one.
  loadSampleCompany: (request, tenant) => tenant.setSampleCompany(null).then(() => request),
  removeSampleCompany: (request, tenant) => tenant.setSampleCompany('LOADED').then(() => request),
  // Jobs are created by operations that do not always create one.
  async getJob({ body }, tenant, make) {
    const customerId = await make('cst')
    const made = await tenant.api('POST', '/threads/batch', {
      body: { filter: { customerId }, expectedTotal: 0, changes: { status: 'open' } },
    })
    return { path: `/jobs/${String(made.body.data['id'])}`, body }
  },
}

export type First = { method: string; toPath: (path: string) => string; body?: object }
/** Preparatory changes, for operations that would have no effect on a new object. */
export const beforehand: Readonly<Record<string, First>> = {
  unsnoozeThread: { method: 'POST', toPath: (path) => path, body: { durationSeconds: 3_600 } },
  enableWebhook: { method: 'PATCH', toPath: (path) => path.replace(/\/enable$/, ''), body: { status: 'PAUSED' } },
  updatePreferences: { method: 'PATCH', toPath: (path) => path, body: { availability: 'AVAILABLE' } },
  removeMeetingRecording: { method: 'POST', toPath: (path) => path, body: { url: 'https://media.example.com/r/1' } },
  deleteInboxDkimKey: { method: 'POST', toPath: (path) => path, body: {} },
  reconnectInbox: {
    method: 'PATCH',
    toPath: (path) => path.replace(/\/reconnect$/, ''),
    body: { email: { receive: { mode: 'IMAP', imap: { host: '127.0.0.1', port: 1_025, user: 'ada', password: 'secret' } } } },
  },
  // The server refuses the connection, which the connection test reports as a result.
  testInbox: {
    method: 'PATCH',
    toPath: (path) => path.replace(/\/test$/, ''),
    body: { email: { send: { mode: 'SMTP', smtp: { host: '127.0.0.1', port: 1_025 } } } },
  },
  authorizeInbox: {
    method: 'PATCH',
    toPath: (path) => path.replace(/\/oauth$/, ''),
    body: { email: { send: { mode: 'SMTP', smtp: { host: '127.0.0.1', user: 'ada@example.com', auth: 'OAUTH2' } } } },
  },
  deleteCalendarFeed: { method: 'POST', toPath: (path) => path },
  getDraft: draft(),
  deleteDraft: draft(),
}

/** Saves the draft before a request reads or discards it. */
function draft(): First {
  return { method: 'PUT', toPath: (path) => path, body: { body: 'Thank you' } }
}
