/** Operations that succeed only on things that belong together, and how a request for one is arranged. */
import { Secret, TOTP } from 'otpauth'
import type { IdPrefix } from '../../server/platform/ids.ts'
import { openModelServer, type ModelServer } from '../support/model-server.ts'
import type { TestTenant } from '../support/service.ts'
import { nextNumber } from './unique.ts'

type Request = { path: string; body: unknown }
/** What arranging a request needs of a tenant, of this process or of a service elsewhere. */
export type ArrangingTenant = Pick<TestTenant, 'api' | 'slug' | 'ownerId' | 'sessionFor' | 'setPassword' | 'removeSecondFactor' | 'linkFor'>
type Arrange = (request: Request, tenant: ArrangingTenant, make: (prefix: IdPrefix) => Promise<string>) => Promise<Request>

/** What people of the tests sign in with. No example of the document: it must not stand in any answer or log. */
export const password = 'silver kettles hum at dusk'

/** A person of the tenant with the password. */
async function person(tenant: ArrangingTenant, make: (prefix: IdPrefix) => Promise<string>): Promise<{ id: string; email: string }> {
  const id = await make('usr')
  await tenant.setPassword(id, password)
  return { id, email: (await tenant.api<{ email: string }>('GET', `/users/${id}`)).body.data.email }
}

/** The secret of an authenticator that waits to be confirmed, in place of one that an earlier request has confirmed. */
async function enrolled(tenant: ArrangingTenant): Promise<string> {
  await tenant.setPassword(tenant.ownerId, password)
  await tenant.removeSecondFactor(tenant.ownerId)
  return (await tenant.api<{ secret: string }>('POST', '/auth/totp/enroll', { body: { password } })).body.data.secret
}

function codeOf(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate()
}

async function waitingReply(tenant: ArrangingTenant, make: (prefix: IdPrefix) => Promise<string>): Promise<string> {
  const body = { body: 'One moment, please.', undoSeconds: 120 }
  return String((await tenant.api('POST', `/threads/${await make('thr')}/reply`, { body })).body.data['id'])
}

/** A language model, one for all tests of a file: it ends with them. */
let model: Promise<ModelServer> | undefined

async function withModel(request: Request, tenant: ArrangingTenant): Promise<Request> {
  const { url } = await (model ??= openModelServer())
  await tenant.api('PATCH', '/tenant/settings', { body: { ai: { url, model: 'small' } } })
  return request
}

/** By operation. `request` is what its declaration alone gives. */
export const arrangements: Readonly<Record<string, Arrange>> = {
  // Without a language model these are refused.
  rewriteText: withModel,
  translateText: withModel,
  // Messages can be taken back, and sent at once, while they wait to be sent.
  deleteMessage: async ({ body }, tenant, make) => ({ path: `/messages/${await waitingReply(tenant, make)}`, body }),
  sendMessageNow: async ({ body }, tenant, make) => ({ path: `/messages/${await waitingReply(tenant, make)}/send`, body }),
  // Each at a second of its own within the examples of a change, so that a host of several can have them all.
  scheduleMeeting: async ({ path, body }) => {
    const from = Date.UTC(2031, 2, 4, 9, 46) + (nextNumber() % 800) * 1000
    return { path, body: { ...Object(body), startsAt: new Date(from).toISOString(), endsAt: new Date(from + 1000).toISOString() } }
  },
  // Only attendees can have come.
  async recordMeetingAttendance({ path }, tenant) {
    const { body } = await tenant.api<{ attendees: { email: string }[] }>('GET', path.replace(/\/attendance$/, ''))
    return { path, body: { attendees: body.data.attendees.map(({ email }) => ({ email, status: 'ATTENDED' })) } }
  },
  // Callers without credentials name a person by what only that person knows.
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
  async resetPassword({ path, body }, tenant, make) {
    const { id } = await person(tenant, make)
    return { path, body: { ...Object(body), token: await tenant.linkFor(id, 'PASSWORD') } }
  },
  async acceptInvitation({ path, body }, tenant) {
    const invited = { name: 'Grace', email: `invited${nextNumber()}@example.com`, role: 'AGENT' }
    const { id } = (await tenant.api<{ id: string }>('POST', '/users', { body: invited })).body.data
    return { path, body: { ...Object(body), token: await tenant.linkFor(id, 'INVITATION') } }
  },
  // Of an invited person, whose address changes at once.
  async updateUser({ body }, tenant) {
    const invited = { name: 'Grace', email: `invited${nextNumber()}@example.com`, role: 'AGENT' }
    const { id } = (await tenant.api<{ id: string }>('POST', '/users', { body: invited })).body.data
    return { path: `/users/${id}`, body }
  },
  async confirmEmail({ path }, tenant, make) {
    const { id } = await person(tenant, make)
    await tenant.api('PATCH', `/users/${id}`, { body: { email: `moved${nextNumber()}@example.com` } })
    return { path, body: { token: await tenant.linkFor(id, 'EMAIL') } }
  },
  // The password that the owner has, whose session the request is made in.
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
    return { path, body: { code: codeOf(await enrolled(tenant)) } }
  },
  async disableTotp({ path }, tenant) {
    const code = codeOf(await enrolled(tenant))
    const confirmed = await tenant.api<{ recoveryCodes: string[] }>('POST', '/auth/totp/confirm', { body: { code } })
    return { path, body: { code: confirmed.body.data.recoveryCodes[0] } }
  },
  // Each thread that a test makes is of a customer of its own.
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
  // What is restored differs from what is there.
  async restoreKbArticle({ path, body }, tenant) {
    await tenant.api('PATCH', path.replace(/\/restore$/, ''), { body: { title: `Changed ${nextNumber()}` } })
    return { path, body }
  },
  // Jobs are made by operations that may as well answer without one.
  async getJob({ body }, tenant, make) {
    const customerId = await make('cst')
    const made = await tenant.api('POST', '/threads/batch', {
      body: { filter: { customerId }, expectedTotal: 0, changes: { status: 'open' } },
    })
    return { path: `/jobs/${String(made.body.data['id'])}`, body }
  },
}

export type First = { method: string; toPath: (path: string) => string; body?: object }
/** Operations that change nothing on a new thing, and what is changed of it first. */
export const beforehand: Readonly<Record<string, First>> = {
  unsnoozeThread: { method: 'POST', toPath: (path) => path, body: { durationSeconds: 3_600 } },
  enableWebhook: { method: 'PATCH', toPath: (path) => path.replace(/\/enable$/, ''), body: { status: 'PAUSED' } },
  updatePreferences: { method: 'PATCH', toPath: (path) => path, body: { availability: 'AVAILABLE' } },
  removeMeetingRecording: { method: 'POST', toPath: (path) => path, body: { url: 'https://media.example.com/r/1' } },
  deleteCalendarFeed: { method: 'POST', toPath: (path) => path },
  getDraft: draft(),
  deleteDraft: draft(),
}

/** The draft that is there before it is read or thrown away. */
function draft(): First {
  return { method: 'PUT', toPath: (path) => path, body: { body: 'Thank you' } }
}
