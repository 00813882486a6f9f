import { absent, defineError } from '#platform/define-error.ts'

export const webhookNotFound = defineError('SVC-WEBHOOK-NOT_FOUND', 404, 'There is no such webhook.', absent('webhook'))
export const deliveryNotFound = defineError('SVC-DELIVERY-NOT_FOUND', 404, 'There is no such delivery.', absent('delivery'))
export const webhookLimitReached = defineError('SVC-WEBHOOK-LIMIT_REACHED', 409, 'A tenant has at most 25 webhooks.', {
  cause: 'The tenant has 25 webhooks.',
  cure: 'Delete an unused webhook, or let one webhook receive several event types.',
})
export const webhookUrlForbidden = defineError(
  'SVC-WEBHOOK-URL_FORBIDDEN',
  400,
  'This URL is not allowed for a webhook: it must be http or https, without user info, and resolve to public addresses only.',
  {
    cause:
      'The URL is not http or https, contains a user name or password, its host cannot be resolved, or it resolves to an address that is not public: this machine, a private network, a cloud metadata service.',
    cure: 'Use a public address. For a receiver on this machine or in your network, the operator allows the range with `WEBHOOK_ALLOWED_CIDRS`, such as `127.0.0.0/8,::1/128`.',
  },
)
