import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { toSavedOutcome } from '#platform/outbox/effects.ts'
import { widgetNotFound } from '../../../channels/widget/errors.ts'
import { requireActiveWidget } from '../find-active-widget.ts'
import { type Challenge, createChallenge } from './challenges.ts'
import { WidgetChallenge, WidgetChallengeCreate } from './schema.ts'

export const createWidgetChallenge = endpoint.anonymous({
  operationId: 'createWidgetChallenge',
  method: 'POST',
  path: '/widget/challenges',
  tag: 'widget',
  summary: 'Get a challenge',
  description:
    'Returns a proof of work. An operation that demands one responds with 403 `SVC-WIDGET-CHALLENGE_REQUIRED`; send it again with the ' +
    'challenge and your nonce as `proof`. A challenge is valid for five minutes.',
  body: WidgetChallengeCreate,
  responds: { 201: item(WidgetChallenge, 'The challenge') },
  errors: [widgetNotFound],
  rateLimit: 'visits',
  personal: true,
  account: () => null,
  async findActor({ db, body, hostTenantId }) {
    const { tenantId } = await requireActiveWidget(db, body.key, hostTenantId)
    return { tenantId, userId: null }
  },
  present: (record: Challenge) => record,
  handle: async ({ secrets, body }) => toSavedOutcome(createChallenge(secrets, body.key), 201),
})
