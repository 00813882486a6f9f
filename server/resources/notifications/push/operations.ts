import { createECDH } from 'node:crypto'
import { item, list } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { createPresenter } from '#kit/present.ts'
import { fetchOne } from '#kit/write.ts'
import { absent, defineError } from '#platform/define-error.ts'
import { ApiError, validationFailed } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { ForbiddenUrlError } from '#platform/outbound/fetch-errors.ts'
import { toSavedOutcome } from '#platform/outbox/effects.ts'
import type { Principal } from '#platform/principal.ts'
import { getOwner } from '../notification.ts'
import {
  deleteReplaced,
  deleteSubscription,
  maxSubscriptions,
  saveSubscription,
  subscriptionList,
  type SubscriptionRecord,
} from './push-queries.ts'
import { ApplicationServerKey, PushSubscription, PushSubscriptionCreate } from './schema.ts'
import { deriveVapidKeys } from './vapid.ts'

const subscriptionNotFound = defineError(
  'SVC-PUSH_SUBSCRIPTION-NOT_FOUND',
  404,
  'There is no such push subscription.',
  absent('push subscription'),
)
const endpointForbidden = defineError(
  'SVC-PUSH_SUBSCRIPTION-ENDPOINT_FORBIDDEN',
  400,
  'The service does not send requests to this endpoint.',
  { cause: 'The endpoint is not a public https:// URL.', cure: 'Send the endpoint that the browser’s `pushManager.subscribe` returned.' },
)

const declared = { tag: 'me', scope: 'session' } as const
const present = createPresenter(PushSubscription)

const toShown = ({ credential }: Principal, { sessionId, ...record }: SubscriptionRecord) => ({
  ...record,
  current: sessionId === credential.id,
})

export const listPushSubscriptions = endpoint.read({
  ...declared,
  operationId: 'listPushSubscriptions',
  path: '/me/push-subscriptions',
  summary: 'List your push subscriptions',
  description:
    'The browsers to which your notifications are pushed, newest first. `meta.applicationServerKey` is the key with which a browser subscribes.',
  responds: { 200: list(PushSubscription, 'A page of your subscriptions', { meta: { applicationServerKey: ApplicationServerKey } }) },
  present,
  async handle({ db, principal, page, secrets }) {
    const { tenantId, userId } = getOwner(principal)
    const found = await subscriptionList.fetch(db, tenantId, page, { userId })
    const { publicKey } = deriveVapidKeys(secrets)
    return {
      records: found.records.map((record) => toShown(principal, record)),
      total: found.total,
      next: found.next,
      meta: () => ({ applicationServerKey: publicKey }),
    }
  },
})

export const createPushSubscription = endpoint.personalWrite({
  ...declared,
  operationId: 'createPushSubscription',
  method: 'POST',
  path: '/me/push-subscriptions',
  summary: 'Subscribe a browser to your notifications',
  description:
    'Pushes your notifications to a browser, as your preferences say for `desktop`. The content is encrypted for the browser (RFC 8291): the kind ' +
    'of the notification, its actor and ticket number, and with the setting `pushShowsText` the beginning of the message. The subscription lasts ' +
    `as long as this session, or until the push service says that it has ended. The same endpoint again updates the subscription. Of more than ` +
    `${maxSubscriptions} subscriptions the oldest is deleted. Creates no audit row and no event.`,
  body: PushSubscriptionCreate,
  responds: { 201: item(PushSubscription, 'The subscription') },
  errors: [endpointForbidden],
  present,
  async before({ body, outbound }) {
    checkPublicKey(body.keys.p256dh)
    try {
      await outbound.checkUrl(body.endpoint)
    } catch (error) {
      if (!(error instanceof ForbiddenUrlError)) throw error
      throw new ApiError(endpointForbidden, {
        message: error.message,
        details: [{ field: 'endpoint', code: 'FORBIDDEN', message: error.message }],
        cause: error,
      })
    }
  },
  async handle({ tx, principal, body: { endpoint: url, keys, device } }) {
    const owner = getOwner(principal)
    await tx.rows(deleteReplaced, { ...owner, endpoint: url })
    const row = { ...owner, ...keys, id: newId(), sessionId: principal.credential.id, endpoint: url, device: device ?? null }
    return toSavedOutcome(toShown(principal, await fetchOne(tx, saveSubscription, row)), 201)
  },
})

/** Throws 400 for a key with which nothing can be encrypted: each push would fail, and be tried again for an hour. */
function checkPublicKey(p256dh: string): void {
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    own.computeSecret(p256dh, 'base64url')
  } catch (error) {
    const details = [{ field: 'keys.p256dh', code: 'INVALID', message: 'must be a point on the curve P-256' }]
    throw new ApiError(validationFailed, { details, cause: error })
  }
}

export const deletePushSubscription = endpoint.personalWrite({
  ...declared,
  operationId: 'deletePushSubscription',
  method: 'DELETE',
  deletion: 'final',
  path: '/me/push-subscriptions/{id}',
  params: {
    id: { prefix: 'psh', description: 'The subscription, with or without `psh_`.', notFound: subscriptionNotFound, versioned: false },
  },
  summary: 'Delete a push subscription',
  description: 'Stops pushing your notifications to a browser. Signing out there does the same.',
  responds: { 200: item(PushSubscription, 'The subscription as it was') },
  present,
  async handle({ tx, principal, params: { id } }) {
    const record = await tx.first(deleteSubscription, { ...getOwner(principal), id })
    if (!record) throw new ApiError(subscriptionNotFound)
    return toSavedOutcome(toShown(principal, record))
  },
})
