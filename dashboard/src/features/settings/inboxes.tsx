import type { Inbox } from '@skein/client'
import { lazily, plural, t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Check, Pause, Code, Hash, Mail, MessageCircle, Phone, type IconType } from '../../ui/icons.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { CatalogueScreen } from '../catalogue/catalogue-screen.tsx'
import { createReferenceInput } from '../catalogue/reference-input.tsx'
import { useDnsTroubles, useInboxTroubles } from '../inboxes/use-inbox-troubles.ts'
import { isStoredOnly } from '../threads/stored-only.ts'
import { inboxSource, slaPolicySource, teamSource } from '../catalogue/sources.ts'

const types = lazily(
  (): Readonly<Record<Inbox['type'], { name: string; icon: IconType }>> => ({
    EMAIL: { name: t('Email'), icon: Mail },
    API: { name: t('API'), icon: Code },
    WIDGET: { name: t('Website chat'), icon: MessageCircle },
    SLACK: { name: 'Slack', icon: Hash },
    WHATSAPP: { name: 'WhatsApp', icon: Phone },
    SMS: { name: 'SMS', icon: Phone },
    VOICE: { name: t('Voice'), icon: Phone },
  }),
)

const inboxes = lazily(
  (): Catalogue<Inbox> => ({
    ...inboxSource,
    title: t('Email & inboxes'),
    texts: {
      count: (count) => plural(count, '{count} inbox', '{count} inboxes'),
      search: t('Search inboxes'),
      add: t('New inbox'),
      create: t('Create inbox'),
      empty: t('No inboxes yet. Connect your support address to get started.'),
    },
    reference: 'inboxes',
    lead: t('The addresses and channels your customers write to. Threads without an inbox go to the default one.'),
    searchIn: ({ name }) => [name],
    columns: [
      { header: t('Name'), cell: ({ name }) => name, grows: true },
      {
        header: t('Type'),
        cell: ({ type }) => (
          <span className="inline-flex items-center gap-1.5 align-bottom">
            <Icon of={types()[type].icon} size={14} className="text-muted" />
            {types()[type].name}
          </span>
        ),
        from: 'sm',
      },
      { header: t('Address'), cell: ({ address }) => address, from: 'md', grows: true },
      { header: t('State'), cell: (inbox) => <InboxStates inbox={inbox} /> },
    ],
    fields: [
      { kind: 'text', name: 'name', label: t('Name'), required: true, maxLength: 255 },
      {
        kind: 'choice',
        name: 'type',
        label: t('Type'),
        required: true,
        onlyNew: true,
        hint: t('You can’t change it later. Email and API work so far; inboxes of other types keep replies without sending them.'),
        options: Object.entries(types()).map(([value, { name, icon }]) => ({
          value,
          label: name,
          mark: <Icon of={icon} className="text-muted" />,
        })),
      },
      {
        kind: 'text',
        name: 'address',
        label: t('Address'),
        maxLength: 320,
        hint: t(
          'Where customers write to: an email address, a phone number such as +4930901820, a Slack channel such as #support, or your website.',
        ),
      },
      {
        kind: 'custom',
        name: 'teamId',
        label: t('Team'),
        hint: t('New threads go to this team.'),
        Input: createReferenceInput(teamSource),
      },
      {
        kind: 'custom',
        name: 'slaPolicyId',
        label: t('Response target'),
        hint: t('For threads that meet the conditions of no other target.'),
        Input: createReferenceInput(slaPolicySource),
      },
      { kind: 'check', name: 'isDefault', label: t('Default inbox'), hint: t('Replaces the current default.') },
      {
        kind: 'check',
        name: 'active',
        label: t('Receives new threads'),
        hint: t('When it’s off, the inbox keeps its threads, and replies to them still arrive.'),
      },
      { kind: 'area', name: 'signature', label: t('Signature'), rows: 3, maxLength: 10_000, hint: t('Below every reply from this inbox.') },
      {
        kind: 'area',
        name: 'autoReply',
        label: t('Automatic reply'),
        rows: 3,
        maxLength: 10_000,
        hint: t('Sent once, after the first message of a new thread.'),
      },
    ],
    initial: { type: 'EMAIL', active: true },
    pageOf: ({ id, email }) => (email === null ? null : `/settings/inboxes/${id}`),
    removal: {
      kind: 'delete',
      confirm: t('Delete inbox'),
      consequence: () => t('You can delete an inbox that has no threads. Otherwise, turn it off.'),
    },
  }),
)

export function InboxesScreen() {
  return <CatalogueScreen catalogue={inboxes()} />
}

function InboxStates({ inbox }: { inbox: Inbox }) {
  const isTroubled = useInboxTroubles().some((each) => each.inbox.id === inbox.id)
  const isSpam = useDnsTroubles().some((each) => each.inbox.id === inbox.id)
  return (
    <span className="inline-flex flex-wrap gap-1">
      {inbox.isDefault && (
        <Badge icon={Check} tone="accent">
          {t('Default')}
        </Badge>
      )}
      {!inbox.active && (
        <Badge icon={Pause} tone="warn">
          {t('Off')}
        </Badge>
      )}
      {isStoredOnly(inbox) && <Badge tone="warn">{t('Replies aren’t sent')}</Badge>}
      {isTroubled && <Badge tone="warn">{t('Needs attention')}</Badge>}
      {isSpam && <Badge tone="warn">{t('May land in spam')}</Badge>}
    </span>
  )
}
