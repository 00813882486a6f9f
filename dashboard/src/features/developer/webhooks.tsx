import type { Webhook, WebhookWithSecret } from '@skein/client'
import { lazily, message, plural, t, type Message } from '../../texts/texts.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { CatalogueScreen } from '../catalogue/catalogue-screen.tsx'
import { EventTypesInput } from './event-types-input.tsx'
import { ReceiverUrlInput } from './receiver-url-input.tsx'
import { NewWebhookSecret } from './new-webhook-secret.tsx'
import { WebhookHeadersInput } from './webhook-headers-input.tsx'
import { WebhookMore } from './webhook-more.tsx'

const tones: Readonly<Record<Webhook['status'], Tone>> = { ACTIVE: 'good', PAUSED: 'warn', DISABLED: 'bad' }
const statusLabels: Readonly<Record<Webhook['status'], Message>> = {
  ACTIVE: message('Active'),
  PAUSED: message('Paused'),
  DISABLED: message('Disabled'),
}

/** True when an active webhook has failed attempts. The service disables the webhook if the failures continue. */
const isFailing = ({ status, failureCount }: Webhook): boolean => status === 'ACTIVE' && failureCount > 0
const getStatusTone = (webhook: Webhook): Tone => (isFailing(webhook) ? 'warn' : tones[webhook.status])
const getStatusLabel = (webhook: Webhook): string => (isFailing(webhook) ? t('Failing') : t(statusLabels[webhook.status]))

const webhooks = lazily(
  (): Catalogue<Webhook> => ({
    noun: 'webhook',
    texts: {
      count: (count) => plural(count, '{count} webhook', '{count} webhooks'),
      add: t('New webhook'),
      create: t('Create webhook'),
      empty: t('No webhooks yet. Add one to receive events as they happen.'),
    },
    title: t('Webhooks'),
    reference: 'webhooks',
    guide: 'guides/webhooks',
    lead: t('We send signed events to these URLs, at least once each, and retry for three days.'),
    operations: { list: 'listWebhooks', get: 'getWebhook', create: 'createWebhook', update: 'updateWebhook', remove: 'deleteWebhook' },
    nameOf: ({ url }) => url,
    columns: [
      { header: t('URL'), cell: ({ url }) => <span className="break-all">{url}</span>, grows: true },
      { header: t('Description'), cell: ({ description }) => description, from: 'lg' },
      {
        header: t('Events'),
        cell: ({ events }) => (events.includes('*') ? t('All') : plural(events.length, '{count} type', '{count} types')),
        from: 'md',
      },
      {
        header: t('Failures'),
        cell: ({ failureCount }) => (failureCount === 0 ? '' : plural(failureCount, '{count} in a row', '{count} in a row')),
        from: 'sm',
      },
      { header: t('State'), cell: (webhook) => <Badge tone={getStatusTone(webhook)}>{getStatusLabel(webhook)}</Badge> },
    ],
    fields: [
      { kind: 'custom', name: 'url', label: t('URL'), required: true, Input: ReceiverUrlInput },
      { kind: 'text', name: 'description', label: t('What it’s for'), maxLength: 255 },
      { kind: 'custom', name: 'events', label: t('Events'), Input: EventTypesInput, isGroup: true },
      {
        kind: 'custom',
        name: 'headers',
        label: t('Extra headers'),
        hint: t('For a gateway or a no-code tool. We store values encrypted and never show them. Leave a value empty to keep it.'),
        Input: WebhookHeadersInput,
        isGroup: true,
      },
      {
        kind: 'choice',
        name: 'status',
        label: t('State'),
        required: true,
        onlyExisting: true,
        when: ({ status }) => status !== 'DISABLED',
        options: [
          { value: 'ACTIVE', label: t('Active') },
          { value: 'PAUSED', label: t('Paused'), hint: t('Deliveries wait, nothing is lost.') },
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
      kind: 'delete',
      confirm: t('Delete webhook'),
      consequence: () => t('We cancel what is still waiting. Past deliveries stay in the list until they expire.'),
    },
  }),
)

export function WebhooksScreen() {
  return <CatalogueScreen catalogue={webhooks()} />
}
