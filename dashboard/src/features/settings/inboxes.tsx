import type { Inbox } from '@skein/client'
import { Badge } from '../../ui/badge.tsx'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { CatalogueScreen } from '../catalogue/catalogue-screen.tsx'
import { createReferenceInput } from '../catalogue/reference-input.tsx'
import { isStoredOnly } from '../thread/stored-only.ts'
import { inboxSource, slaPolicySource, teamSource } from '../catalogue/sources.ts'

const types: Readonly<Record<Inbox['type'], { name: string; address: string }>> = {
  API: { name: 'API', address: 'any name' },
  EMAIL: { name: 'Email', address: 'an e-mail address' },
  WIDGET: { name: 'Widget', address: 'the website' },
  SLACK: { name: 'Slack', address: 'a channel (#support) or its id' },
  WHATSAPP: { name: 'WhatsApp', address: 'a telephone number such as +4930901820' },
  SMS: { name: 'SMS', address: 'a telephone number such as +4930901820' },
  VOICE: { name: 'Voice', address: 'a telephone number such as +4930901820' },
}

const inboxes: Catalogue<Inbox> = {
  ...inboxSource,
  title: 'Inboxes',
  reference: 'inboxes',
  lead: 'The addresses and channels your customers write to. Threads that name no inbox go to the default one.',
  searchIn: ({ name }) => [name],
  columns: [
    { header: 'Name', cell: ({ name }) => name, grows: true },
    { header: 'Type', cell: ({ type }) => types[type].name },
    { header: 'Address', cell: ({ address }) => address, from: 'md', grows: true },
    {
      header: 'State',
      cell: ({ isDefault, active, type, email }) => (
        <span className="inline-flex flex-wrap gap-1">
          {isDefault && <Badge tone="accent">Default</Badge>}
          {!active && <Badge tone="warn">Inactive</Badge>}
          {isStoredOnly({ type, email }) && <Badge tone="warn">Stored, not sent</Badge>}
        </span>
      ),
    },
  ],
  fields: [
    { kind: 'text', name: 'name', label: 'Name', required: true, maxLength: 255 },
    {
      kind: 'choice',
      name: 'type',
      label: 'Type',
      required: true,
      onlyNew: true,
      hint: 'It never changes. Email and API work so far. Inboxes of other types store replies without sending them.',
      options: Object.entries(types).map(([value, { name }]) => ({ value, label: name })),
    },
    {
      kind: 'text',
      name: 'address',
      label: 'Address',
      maxLength: 320,
      hint: `Where customers write to. E-mail: ${types.EMAIL.address}; SMS, Voice, WhatsApp: ${types.SMS.address}; Slack: ${types.SLACK.address}; Widget: ${types.WIDGET.address}; API: ${types.API.address}.`,
    },
    { kind: 'custom', name: 'teamId', label: 'Team', hint: 'New threads belong to it.', Input: createReferenceInput(teamSource) },
    {
      kind: 'custom',
      name: 'slaPolicyId',
      label: 'SLA policy',
      hint: 'For threads for which the conditions of no policy hold.',
      Input: createReferenceInput(slaPolicySource),
    },
    { kind: 'check', name: 'isDefault', label: 'Default inbox', hint: 'Replaces the current default inbox.' },
    { kind: 'check', name: 'active', label: 'Receives new threads', hint: 'An inactive inbox keeps its threads.' },
    { kind: 'area', name: 'signature', label: 'Signature', rows: 3, maxLength: 10_000, hint: 'Below every reply from this inbox.' },
    {
      kind: 'area',
      name: 'autoReply',
      label: 'Automatic reply',
      rows: 3,
      maxLength: 10_000,
      hint: 'To the first message of a new thread.',
    },
  ],
  initial: { type: 'EMAIL', active: true },
  pageOf: ({ id, email }) => (email === null ? null : `/settings/inboxes/${id}`),
  removal: { verb: 'Delete', consequence: () => 'You can delete an inbox that has no threads. Otherwise, turn it off.' },
}

export function InboxesScreen() {
  return <CatalogueScreen catalogue={inboxes} />
}
