import type { SenderRule } from '@skein/client'
import { lazily, plural, t } from '../../texts/texts.ts'
import { ShieldBan } from '../../ui/icons.ts'
import { Badge } from '../../ui/badge.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatDay } from '../../ui/time.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { CatalogueScreen } from '../catalogue/catalogue-screen.tsx'
import { createReferenceInput } from '../catalogue/reference-input.tsx'
import { inboxSource } from '../catalogue/sources.ts'
import { useInboxes } from '../threads/use-catalog.ts'

function InboxName({ id }: { id: string | null }) {
  const { data } = useInboxes()
  return id === null ? t('All inboxes') : (data?.find((inbox) => inbox.id === id)?.name ?? id)
}

const senderRules = lazily(
  (): Catalogue<SenderRule> => ({
    noun: 'sender_rule',
    title: t('Senders'),
    texts: {
      count: (count) => plural(count, '{count} rule', '{count} rules'),
      add: t('New rule'),
      create: t('Create rule'),
      empty: t('No rules yet. Add one here, or from a mail we held.'),
    },
    reference: 'inbound-mails',
    guide: 'for-admins/held-mail',
    lead: t(
      'We hold mail from blocked senders. Mail from allowed senders always gets in, even if it looks automatic. The most exact rule wins.',
    ),
    operations: { list: 'listSenderRules', get: 'getSenderRule', create: 'createSenderRule', remove: 'deleteSenderRule' },
    nameOf: ({ pattern }) => pattern,
    columns: [
      { header: t('Sender'), cell: ({ pattern }) => pattern, grows: true },
      { header: t('What we do'), cell: ({ action }) => <ActionBadge action={action} /> },
      { header: t('Inbox'), cell: ({ inboxId }) => <InboxName id={inboxId} />, from: 'sm' },
      { header: t('Note'), cell: ({ note }) => note, from: 'md', grows: true },
      { header: t('Added'), cell: ({ createdAt }) => formatDay(createdAt), from: 'xl' },
    ],
    fields: [
      {
        kind: 'text',
        name: 'pattern',
        label: t('Address or domain'),
        required: true,
        maxLength: 255,
        placeholder: t('ada@example.com or @example.com'),
      },
      {
        kind: 'choice',
        name: 'action',
        label: t('What we do'),
        required: true,
        options: [
          { value: 'BLOCK', label: t('Block'), hint: t('hold their mail') },
          { value: 'ALLOW', label: t('Allow'), hint: t('always let their mail in') },
        ],
      },
      { kind: 'custom', name: 'inboxId', label: t('Inbox'), Input: createReferenceInput(inboxSource, { empty: t('All inboxes') }) },
      { kind: 'area', name: 'note', label: t('Note'), rows: 2, maxLength: 1000, hint: t('Why the rule exists.') },
    ],
    // The API cannot change a rule.
    More: ({ item: { action, inboxId, note, createdAt } }) => (
      <Facts
        facts={[
          [t('What we do'), action === 'BLOCK' ? t('Block') : t('Allow')],
          [t('Inbox'), <InboxName key="inbox" id={inboxId} />],
          [t('Note'), note],
          [t('Added'), formatDay(createdAt)],
        ]}
      />
    ),
    initial: { action: 'BLOCK' },
    removal: {
      kind: 'delete',
      confirm: t('Delete rule'),
      consequence: () => t('From now on, we treat this sender’s mail like any other.'),
    },
  }),
)

export function SenderRulesScreen() {
  return <CatalogueScreen catalogue={senderRules()} />
}

function ActionBadge({ action }: Pick<SenderRule, 'action'>) {
  return action === 'BLOCK' ? (
    <Badge icon={ShieldBan} tone="bad">
      {t('Block')}
    </Badge>
  ) : (
    <Badge tone="good">{t('Allow')}</Badge>
  )
}
