import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { ApiError, validationFailed } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { toOutcome } from '#platform/outbox/effects.ts'
import type { Static } from '#platform/schema.ts'
import { widgetChallengeRequired, widgetIdentityRequired, widgetNotFound } from '../../../channels/widget/errors.ts'
import { checkProof, spend } from '../challenges/challenges.ts'
import { requireActiveWidget } from '../find-active-widget.ts'
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
    'belongs to a new customer. `fields` has the answers to what the inbox asks (`widget.preChat`). An address can send 30 forms per minute. ' +
    'A ready form is the page `/w/{key}/form`.',
  token: {
    name: 'key',
    prefix: 'wgt',
    description: 'The public key of the chat, from the inbox’s `widget.key`.',
    notFound: widgetNotFound,
  },
  body: FormCreate,
  responds: { 201: item(FormReceived, 'The form was received') },
  errors: [validationFailed, widgetChallengeRequired, widgetIdentityRequired],
  rateLimit: 'visits',
  account: () => null,
  async findActor({ db, token, body, secrets, hostTenantId }) {
    const widget = await requireActiveWidget(db, token, hostTenantId)
    requireForm(widget)
    checkProof(secrets, widget.key, body.proof)
    return { tenantId: widget.tenantId, userId: null, isVisitor: true, widget }
  },
  present: (record: Static<typeof FormReceived>) => record,
  async handle({ tx, effects, actor, body, requestId }) {
    if (!actor || !body.proof) throw new ApiError(widgetNotFound)
    const { proof, ...sent } = body
    const audited = await writeForm({ tx, effects, requestId }, actor.widget, { visitorId: newId(), sent })
    if (!audited) throw new Error('A new form was written before')
    spend(proof)
    return toOutcome({ received: true }, audited, 201)
  },
})
