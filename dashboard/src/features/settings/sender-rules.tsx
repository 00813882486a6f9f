import type { SenderRule } from '@skein/client'
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
  return id === null ? 'All' : (data?.find((inbox) => inbox.id === id)?.name ?? id)
}

const senderRules: Catalogue<SenderRule> = {
  noun: 'sender_rule',
  one: 'sender rule',
  many: 'sender rules',
  title: 'Sender rules',
  reference: 'inbound-mails',
  lead: 'Mail of blocked senders is suspended. Mail of allowed senders passes the guards, even if it looks automatic. The most specific rule wins.',
  emptyHint: 'Add one here, or from a suspended mail.',
  operations: { list: 'listSenderRules', get: 'getSenderRule', create: 'createSenderRule', remove: 'deleteSenderRule' },
  nameOf: ({ pattern }) => pattern,
  columns: [
    { header: 'Sender', cell: ({ pattern }) => pattern, grows: true },
    { header: 'Action', cell: ({ action }) => (action === 'BLOCK' ? <Badge tone="bad">Block</Badge> : <Badge tone="good">Allow</Badge>) },
    { header: 'Inbox', cell: ({ inboxId }) => <InboxName id={inboxId} />, from: 'sm' },
    { header: 'Note', cell: ({ note }) => note, from: 'md', grows: true },
    { header: 'Added', cell: ({ createdAt }) => formatDay(createdAt), from: 'xl' },
  ],
  fields: [
    {
      kind: 'text',
      name: 'pattern',
      label: 'Address or domain',
      required: true,
      maxLength: 255,
      placeholder: 'ada@example.com or @example.com',
    },
    {
      kind: 'choice',
      name: 'action',
      label: 'Action',
      required: true,
      options: [
        { value: 'BLOCK', label: 'Block', hint: 'suspend their mail' },
        { value: 'ALLOW', label: 'Allow', hint: 'let their mail pass' },
      ],
    },
    {
      kind: 'custom',
      name: 'inboxId',
      label: 'Inbox',
      hint: 'Without one, the rule holds for all inboxes.',
      Input: createReferenceInput(inboxSource, { empty: 'All inboxes' }),
    },
    { kind: 'area', name: 'note', label: 'Note', rows: 2, maxLength: 1000, hint: 'Why the rule exists.' },
  ],
  // The API has no operation to change a rule.
  More: ({ item: { action, inboxId, note, createdAt } }) => (
    <Facts
      facts={[
        ['Action', action === 'BLOCK' ? 'Block' : 'Allow'],
        ['Inbox', <InboxName key="inbox" id={inboxId} />],
        ['Note', note],
        ['Added', formatDay(createdAt)],
      ]}
    />
  ),
  initial: { action: 'BLOCK' },
  removal: { verb: 'Delete', consequence: () => 'Mail of this sender is treated like any other from now on.' },
}

export function SenderRulesScreen() {
  return <CatalogueScreen catalogue={senderRules} />
}
