import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { ApiError } from '#platform/errors.ts'
import { toSavedOutcome } from '#platform/outbox/effects.ts'
import type { Static } from '#platform/schema.ts'
import { findWidget, readIdentitySecrets } from '../../inboxes/index.ts'
import {
  widgetChallengeRequired,
  widgetIdentityInvalid,
  widgetIdentityRequired,
  widgetOriginForbidden,
  widgetNotFound,
} from '../../../channels/widget/errors.ts'
import { countSession } from '../challenges/busy-inboxes.ts'
import { checkProof, spend } from '../challenges/challenges.ts'
import { checkOrigin } from './check-origin.ts'
import { readIdentityToken } from './read-identity-token.ts'
import { WidgetSession, WidgetSessionCreate } from './schema.ts'
import { newSession, presentSession } from './start-session.ts'

export const createWidgetSession = endpoint.anonymous({
  operationId: 'createWidgetSession',
  method: 'POST',
  path: '/widget/sessions',
  tag: 'widget',
  summary: 'Start a visitor’s session',
  description:
    'Starts the session of a website’s visitor and returns its token, with which all operations of the chat are called. Nothing is stored ' +
    'until the visitor writes, so start a session with the first message. With `identityToken` the visitor is the person whom your server ' +
    'has signed; without, a new anonymous one. Browsers of other sites than the allowed ones are refused. An address can start 30 sessions ' +
    'per minute. While many visitors start sessions in the inbox, anonymous ones need a `proof` (`POST /widget/challenges`). A repeated ' +
    'request without `identityToken` starts another session, also with the same Idempotency-Key.',
  body: WidgetSessionCreate,
  responds: { 201: item(WidgetSession, 'The new session') },
  errors: [widgetNotFound, widgetOriginForbidden, widgetIdentityInvalid, widgetIdentityRequired, widgetChallengeRequired],
  rateLimit: 'visits',
  secret: true,
  personal: true,
  account: () => null,
  async findActor({ db, body, origin, secrets, config }) {
    const widget = await findWidget(db, body.key)
    if (!widget || !widget.active || widget.isSuspended) throw new ApiError(widgetNotFound)
    checkOrigin(widget, { origin, parentOrigin: body.parentOrigin ?? null, own: config.baseUrl.origin })
    const { tenantId, inboxId, key, settings } = widget
    if (body.identityToken === undefined && settings.requireIdentity) throw new ApiError(widgetIdentityRequired)
    const identity =
      body.identityToken === undefined
        ? null
        : await readIdentityToken(body.identityToken, { key, secrets: await readIdentitySecrets(db, secrets, { tenantId, inboxId }) })
    const needsProof = identity === null && countSession(inboxId)
    if (needsProof) checkProof(secrets, key, body.proof)
    return { tenantId, userId: null, ignoresKey: identity === null, widget, identity, proof: needsProof ? body.proof : undefined }
  },
  present: (record: Static<typeof WidgetSession>) => record,
  async handle({ tx, secrets, actor, body }) {
    if (!actor) throw new ApiError(widgetNotFound)
    const { tenantId, inboxId, settings } = actor.widget
    if (actor.proof) spend(actor.proof)
    const { sessionDays } = settings
    const session = newSession(secrets, {
      tenantId,
      inboxId,
      sessionDays,
      locale: body.locale ?? null,
      identity: actor.identity,
      portal: false,
      customerId: null,
    })
    return toSavedOutcome(await presentSession(tx, secrets, session), 201)
  },
})
