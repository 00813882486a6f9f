import type { Webhook, WebhookWithSecret } from '@skein/client'
import { Badge, type Tone } from '../../ui/badge.tsx'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { CatalogueScreen } from '../catalogue/catalogue-screen.tsx'
import { EventTypesInput } from './event-types-input.tsx'
import { ReceiverUrlInput } from './receiver-url-input.tsx'
import { SecretShown } from './secret-shown.tsx'
import { WebhookMore } from './webhook-more.tsx'

const tones: Readonly<Record<Webhook['status'], Tone>> = { ACTIVE: 'good', PAUSED: 'warn', DISABLED: 'bad' }
const words: Readonly<Record<Webhook['status'], string>> = { ACTIVE: 'Active', PAUSED: 'Paused', DISABLED: 'Disabled' }

/** An active one that does not answer is on its way to being disabled. */
const isFailing = ({ status, failureCount }: Webhook): boolean => status === 'ACTIVE' && failureCount > 0
const toneOf = (webhook: Webhook): Tone => (isFailing(webhook) ? 'warn' : tones[webhook.status])
const wordsOf = (webhook: Webhook): string => (isFailing(webhook) ? 'Failing' : words[webhook.status])

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
    { header: 'State', cell: (webhook) => <Badge tone={toneOf(webhook)}>{wordsOf(webhook)}</Badge> },
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
  // Safe because only the answers to creating and to rotating have the secret, and they are what is shown here.
  shownOnce: {
    field: 'secret',
    Component: ({ created, onClose }) => <SecretShown webhook={created as WebhookWithSecret} onClose={onClose} />,
  },
  removal: {
    verb: 'Delete',
    consequence: () => 'What waits to be sent is cancelled. What was sent stays among the deliveries until it is pruned.',
  },
}

export function WebhooksScreen() {
  return <CatalogueScreen catalogue={webhooks} />
}
