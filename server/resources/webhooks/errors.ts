import { defineError } from '../../kit/errors.ts'

export const webhookNotFound = defineError('SVC-WEBHOOK-NOT_FOUND', 404, 'There is no such webhook.')
export const deliveryNotFound = defineError('SVC-DELIVERY-NOT_FOUND', 404, 'There is no such delivery.')
export const webhookLimitReached = defineError('SVC-WEBHOOK-LIMIT_REACHED', 409, 'A tenant has at most 25 webhooks.')
export const webhookUrlForbidden = defineError(
  'SVC-WEBHOOK-URL_FORBIDDEN',
  400,
  'Events are not sent to this URL: it must be http or https, without user info, and resolve to public addresses only.',
)
