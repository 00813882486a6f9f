import type { Webhook, WebhookWithSecret } from '@skein/client'
import { Badge, type Tone } from '../../ui/badge.tsx'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { CatalogueScreen } from '../catalogue/catalogue-screen.tsx'
import { EventTypesInput } from './event-types-input.tsx'
import { ReceiverUrlInput } from './receiver-url-input.tsx'
import { NewWebhookSecret } from './new-webhook-secret.tsx'
import { WebhookMore } from './webhook-more.tsx'

const tones: Readonly<Record<Webhook['status'], Tone>> = { ACTIVE: 'good', PAUSED: 'warn', DISABLED: 'bad' }
const statusLabels: Readonly<Record<Webhook['status'], string>> = { ACTIVE: 'Active', PAUSED: 'Paused', DISABLED: 'Disabled' }

/** True when an active webhook has failed attempts. If they go on, the service disables the webhook. */
const isFailing = ({ status, failureCount }: Webhook): boolean => status === 'ACTIVE' && failureCount > 0
const getStatusTone = (webhook: Webhook): Tone => (isFailing(webhook) ? 'warn' : tones[webhook.status])
const getStatusLabel = (webhook: Webhook): string => (isFailing(webhook) ? 'Failing' : statusLabels[webhook.status])

const webhooks: Catalogue<Webhook> = {
  noun: 'webhook',
  one: 'webhook',
  many: 'webhooks',
  title: 'Webhooks',
  reference: 'webhooks',
  guide: 'webhooks',
  lead: 'Addresses of yours that are sent events, signed and at least once. What an address does not accept is sent again for three days.',
  operations: { list: 'listWebhooks', get: 'getWebhook', create: 'createWebhook', update: 'updateWebhook', remove: 'deleteWebhook' },
  nameOf: ({ url }) => url,
  columns: [
    { header: 'Address', cell: ({ url }) => <span className="break-all">{url}</span>, grows: true },
    { header: 'Description', cell: ({ description }) => description, from: 'lg' },
    {
      header: 'Events',
      cell: ({ events }) => (events.includes('*') ? 'All' : events.length === 1 ? '1 type' : `${events.length} types`),
      from: 'md',
    },
    { header: 'Failures', cell: ({ failureCount }) => (failureCount === 0 ? '' : `${failureCount} in a row`), from: 'sm' },
    { header: 'State', cell: (webhook) => <Badge tone={getStatusTone(webhook)}>{getStatusLabel(webhook)}</Badge> },
  ],
  fields: [
    { kind: 'custom', name: 'url', label: 'Address', required: true, Input: ReceiverUrlInput },
    { kind: 'text', name: 'description', label: 'What it is for', maxLength: 255 },
    { kind: 'custom', name: 'events', label: 'Events', Input: EventTypesInput, isGroup: true },
    {
      kind: 'choice',
      name: 'status',
      label: 'State',
      required: true,
      onlyExisting: true,
      when: ({ status }) => status !== 'DISABLED',
      options: [
        { value: 'ACTIVE', label: 'Active' },
        { value: 'PAUSED', label: 'Paused', hint: 'deliveries wait, nothing is lost' },
      ],
    },
  ],
  initial: { events: ['*'] },
  wide: true,
  More: WebhookMore,
  // Safe because the screen passes the response of creating the webhook, which contains the secret.
  shownOnce: {
    field: 'secret',
    Component: ({ created, onClose }) => <NewWebhookSecret webhook={created as WebhookWithSecret} onClose={onClose} />,
  },
  removal: {
    verb: 'Delete',
    consequence: () => 'What waits to be sent is cancelled. What was sent stays among the deliveries until it is pruned.',
  },
}

export function WebhooksScreen() {
  return <CatalogueScreen catalogue={webhooks} />
}
