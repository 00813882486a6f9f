import { defineEvent } from '../../kit/events.ts'
import { toWebhook, type WebhookRecord } from './queries.ts'
import { Webhook } from './schema.ts'

// Safe because the code that emits these events stores WebhookRecords.
const webhook = { object: Webhook, present: (record: unknown) => toWebhook(record as WebhookRecord) }

export const webhookDisabled = defineEvent({
  type: 'webhook.disabled',
  description: 'A webhook was disabled: ten attempts in a row failed, or the endpoint answered 410.',
  ...webhook,
})
export const webhookTest = defineEvent({
  type: 'webhook.test',
  description: 'A test that was asked for; sent to the tested webhook only.',
  ...webhook,
})
