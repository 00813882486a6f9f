import { useMemo } from 'react'
import type { Inbox } from '@skein/client'
import { plural, t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { FieldSpec, Values } from '../../ui/form/fields.ts'
import { Check, Pause } from '../../ui/icons.ts'
import type { Catalogue, SheetProps } from '../catalogue/catalogue.ts'
import { CatalogueScreen } from '../catalogue/catalogue-screen.tsx'
import { CatalogueSheet } from '../catalogue/catalogue-sheet.tsx'
import { createReferenceInput } from '../catalogue/reference-input.tsx'
import { ConnectEmail } from '../inboxes/connect-email.tsx'
import { describeInbox, listInboxChoices, mailType, useInboxTypes, type InboxChoice } from '../inboxes/inbox-types.ts'
import { TokenInput } from '../inboxes/telegram/token-input.tsx'
import { useDnsTroubles, useInboxTroubles } from '../inboxes/use-inbox-troubles.ts'
import { isStoredOnly } from '../threads/stored-only.ts'
import { inboxSource, slaPolicySource, teamSource } from '../catalogue/sources.ts'

type Types = ReturnType<typeof useInboxTypes>['types']

/** Value of the search parameter `open` for a new inbox of another channel than mail. */
const otherChannel = 'channel'

function createCatalogue(types: Types): Catalogue<Inbox> {
  const choices = listInboxChoices(types)
  return {
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
    guide: 'for-admins/connect-email',
    lead: t('The addresses and channels your customers write to. Threads without an inbox go to the default one.'),
    searchIn: ({ name }) => [name],
    columns: [
      { header: t('Name'), cell: ({ name }) => name, grows: true },
      {
        header: t('Type'),
        cell: (inbox) => {
          const { name, icon } = describeInbox(inbox, choices)
          return (
            <span className="inline-flex items-center gap-1.5 align-bottom">
              <Icon of={icon} size={14} className="text-muted" />
              {name}
            </span>
          )
        },
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
        hint: t('You can’t change it later. Inboxes for phone calls and text messages send replies only with your own program.'),
        // Email inboxes have a different form, which begins with the address.
        options: choices.filter(({ value }) => value !== mailType).map(toOption),
      },
      ...createProviderFields(types),
      {
        kind: 'custom',
        name: 'hook.telegram.token',
        label: t('Token of the bot'),
        required: true,
        onlyNew: true,
        Input: TokenInput,
        when: isBot,
      },
      {
        kind: 'text',
        name: 'address',
        label: t('Address'),
        maxLength: 320,
        hint: t('Where customers write to: a phone number such as +4930901820, a Slack channel such as #support, or your website.'),
        // The name of a bot comes with its token.
        when: (values) => !isBot(values),
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
    initial: { type: choices.find(({ value }) => value !== mailType)?.value ?? null, active: true },
    toBody: ({ type, ...rest }) => ({ ...toInboxType(type, choices), ...rest }),
    Sheet: InboxSheet,
    pageOf: ({ id, email, hook, widget }) => (email === null && hook === null && widget === null ? null : `/settings/inboxes/${id}`),
    removal: {
      kind: 'delete',
      confirm: t('Delete inbox'),
      consequence: () => t('You can delete an inbox that has no threads. Otherwise, turn it off.'),
    },
  }
}

/** Whether the form is that of a Telegram bot. */
const isBot = (values: Values): boolean => values['type'] === 'TELEGRAM'

function toOption({ value, name, hint, icon }: InboxChoice) {
  return { value, label: name, ...(hint === undefined ? {} : { hint }), mark: <Icon of={icon} className="text-muted" /> }
}

/** Fields that choose the provider of an inbox, one for each type that has a choice. */
function createProviderFields(types: Types): FieldSpec[] {
  return types.flatMap(({ type, providers }): FieldSpec[] =>
    // A type of a provider's own name has no choice.
    providers.every(({ provider }) => provider === type)
      ? []
      : [
          {
            kind: 'choice',
            name: 'hook.provider',
            label: t('Connected to'),
            none: t('Nothing'),
            options: providers.map(({ provider, name }) => ({ value: provider, label: t(name) })),
            hint: t('Your own program posts what customers write, and receives your replies.'),
            when: (values) => values['type'] === type,
          },
        ],
  )
}

/** Converts the chosen value of the field Type to the fields of the API. Without a value, the type stays. */
function toInboxType(chosen: unknown, choices: readonly InboxChoice[]): Record<string, unknown> {
  const choice = choices.find(({ value }) => value === chosen)
  if (!choice) return {}
  return { type: choice.type, ...(choice.provider === null ? {} : { hook: { provider: choice.provider } }) }
}

/** The panel of an inbox; for a new one that of mail, which leads to the form of other channels. */
function InboxSheet(props: SheetProps<Inbox>) {
  if (props.id === null) return <ConnectEmail {...props} onOther={() => props.onOpen(otherChannel)} />
  return <CatalogueSheet {...props} id={props.id === otherChannel ? null : props.id} />
}

export function InboxesScreen() {
  const { types } = useInboxTypes()
  const catalogue = useMemo(() => createCatalogue(types), [types])
  return <CatalogueScreen catalogue={catalogue} />
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
