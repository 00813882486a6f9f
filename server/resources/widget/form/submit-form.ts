import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { ApiError, validationFailed, widgetSessionInvalid } from '#platform/errors.ts'
import type { Database } from '#platform/db.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import { toOutcome } from '#platform/outbox/effects.ts'
import type { Static } from '#platform/schema.ts'
import type { Secrets } from '#platform/secrets.ts'
import { widgetChallengeRequired, widgetIdentityRequired, widgetNotFound } from '../../../channels/widget/errors.ts'
import { attachmentErrors } from '../../uploads/index.ts'
import { checkProof, spend } from '../challenges/challenges.ts'
import { attachOwn } from '../conversations/write-message.ts'
import { requireActiveWidget } from '../find-active-widget.ts'
import type { VisitorSession } from '../sessions/session-token.ts'
import { getVisitor, readVisitors } from '../sessions/visitor.ts'
import { FormCreate, FormReceived } from './schema.ts'
import { requireForm, writeForm } from './write-form.ts'

export const submitForm = endpoint.anonymous({
  operationId: 'submitForm',
  method: 'POST',
  path: '/forms/{key}',
  tag: 'widget',
  summary: 'Send a contact form',
  description:
    'Begins a thread in the inbox of a chat, with what somebody wrote in a form of your own. It needs a `proof` (`POST /widget/challenges`), ' +
    'which can be used once. Replies go to the address by e-mail, through the inbox in `widget.continuity`. The address proves nothing: it ' +
    'belongs to a new customer. `fields` has the answers to what the inbox asks (`widget.preChat`). For files, start an anonymous session ' +
    '(`POST /widget/sessions`), send them with its token (`POST /widget/uploads`), and pass `sessionToken` and `uploadIds`; the session does ' +
    'not show the thread. An address can send 30 forms per minute. ' +
    'A ready form is the page `/w/{key}/form`.',
  token: {
    name: 'key',
    prefix: 'wgt',
    description: 'The public key of the chat, from the inbox’s `widget.key`.',
    notFound: widgetNotFound,
  },
  body: FormCreate,
  responds: { 201: item(FormReceived, 'The form was received') },
  errors: [validationFailed, widgetChallengeRequired, widgetIdentityRequired, widgetSessionInvalid, ...attachmentErrors],
  rateLimit: 'visits',
  account: () => null,
  async findActor({ db, token, body, secrets, hostTenantId }) {
    const widget = await requireActiveWidget(db, token, hostTenantId)
    requireForm(widget)
    checkProof(secrets, widget.key, body.proof)
    const sender = body.sessionToken === undefined ? null : await readSender({ db, secrets }, body.sessionToken, widget.inboxId)
    return { tenantId: widget.tenantId, userId: null, isVisitor: true, widget, sender }
  },
  present: (record: Static<typeof FormReceived>) => record,
  async handle({ tx, effects, actor, body, requestId }) {
    if (!actor || !body.proof) throw new ApiError(widgetNotFound)
    const { proof, sessionToken: _, uploadIds = [], ...sent } = body
    const { widget, sender } = actor
    const attach = sender ? (messageId: Uuid) => attachOwn({ tx, messageId }, sender, uploadIds) : undefined
    const audited = await writeForm({ tx, effects, requestId }, widget, { visitorId: newId(), sent, attach })
    if (!audited) throw new Error('A new form was written before')
    spend(proof)
    return toOutcome({ received: true }, audited, 201)
  },
})

/** Returns the anonymous session that has sent the files. Throws 401 for any other token. */
async function readSender({ db, secrets }: { db: Database; secrets: Secrets }, token: string, inboxId: Uuid): Promise<VisitorSession> {
  const principal = await readVisitors(db, secrets).find(token)
  const session = principal && getVisitor(principal)
  if (session && session.inboxId === inboxId && session.identity === null) return session
  throw new ApiError(widgetSessionInvalid, { message: '`sessionToken` is not of an anonymous session of this inbox that is still valid.' })
}
