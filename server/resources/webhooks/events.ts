import { defineEvent } from '#platform/outbox/events.ts'
import { toWebhook } from './queries.ts'
import { Webhook } from './schema.ts'

const webhook = { scope: 'webhooks:read', object: Webhook, present: toWebhook } as const

export const webhookDisabled = defineEvent({
  type: 'webhook.disabled',
  description: 'A webhook was disabled: ten attempts in a row failed, or the endpoint returned 410.',
  ...webhook,
})
export const webhookTest = defineEvent({
  type: 'webhook.test',
  description: 'A requested test; sent to the tested webhook only.',
  ...webhook,
})
