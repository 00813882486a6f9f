/**
 * Icons and names of inbox types and providers. They decide nothing: what an inbox can do is in `Inbox.capabilities`, and what its form
 * has in `GET /inbox-types`.
 */
import { useQuery } from '@tanstack/react-query'
import type { Inbox, InboxTypeInfo } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { lazily, t } from '../../texts/texts.ts'
import { Code, Hash, Inbox as InboxIcon, Mail, MessageCircle, Phone, Send, Webhook, type IconType } from '../../ui/icons.ts'

type Look = { name: string; icon: IconType }

const typeLooks = lazily(
  (): Readonly<Record<Inbox['type'], Look>> => ({
    EMAIL: { name: t('Email'), icon: Mail },
    API: { name: t('API'), icon: Code },
    WIDGET: { name: t('Website chat'), icon: MessageCircle },
    TELEGRAM: { name: 'Telegram', icon: Send },
    SLACK: { name: 'Slack', icon: Hash },
    WHATSAPP: { name: 'WhatsApp', icon: Phone },
    SMS: { name: 'SMS', icon: Phone },
    VOICE: { name: t('Voice'), icon: Phone },
  }),
)
const providerLooks = lazily(
  (): Readonly<Record<NonNullable<Inbox['hook']>['provider'], Look & { hint: string }>> => ({
    CUSTOM: { name: t('Your own program'), icon: Webhook, hint: t('It posts what customers write, and receives your replies.') },
    TELEGRAM: { name: 'Telegram', icon: Send, hint: t('Customers write to your bot, and your replies reach them in Telegram.') },
  }),
)

/** The type that `connect-email.tsx` creates. Inboxes of other types have the form of the list. */
export const mailType = 'EMAIL'

/** A way to create an inbox: a type, or a type with a provider. */
export type InboxChoice = Look & {
  /** Value of the form's field: the name of the type or of the provider. */
  value: string
  hint?: string
  type: string
  /** Null for an inbox without a provider. */
  provider: string | null
}
type Types = readonly Pick<InboxTypeInfo, 'type' | 'name' | 'providers'>[]

/** Lists the ways to create an inbox, from the service's types. Each provider is offered once, with the first of its types. */
export function listInboxChoices(types: Types): InboxChoice[] {
  const looks: Readonly<Record<string, Look>> = typeLooks()
  const providers: Readonly<Record<string, Look & { hint?: string }>> = providerLooks()
  const seen = new Set<string>()
  return types.flatMap(({ type, name: servedName, providers: own }) => {
    const added = own.filter(({ provider }) => !seen.has(provider))
    for (const { provider } of added) seen.add(provider)
    return [
      ...added.map(({ provider, name, description }): InboxChoice => {
        const look = providers[provider] ?? { name, icon: Webhook, hint: description }
        return Object.assign({ value: provider, type, provider }, look)
      }),
      // A type of a provider's own name is nothing without it.
      ...(own.some(({ provider }) => provider === type)
        ? []
        : [{ name: servedName, icon: InboxIcon, ...looks[type], value: type, type, provider: null }]),
    ]
  })
}

/** Returns the name and icon of an inbox: those of its provider if that is offered with its type, otherwise those of its type. */
export function describeInbox({ type, hook }: Pick<Inbox, 'type' | 'hook'>, choices: readonly InboxChoice[]): Look {
  const own = choices.find((each) => each.type === type && hook !== null && each.provider === hook.provider)
  return own ?? typeLooks()[type]
}

/** Returns the name of an inbox's provider. */
export function nameProvider(provider: NonNullable<Inbox['hook']>['provider']): string {
  return providerLooks()[provider].name
}

/** Types of inboxes with the forms of their settings. They change only with the service's version. */
export function useInboxTypes() {
  const { skein } = useApi()
  const query = useQuery({ queryKey: ['inbox-types'], queryFn: async ({ signal }) => (await skein.listInboxTypes({ signal })).data })
  const types: Types = query.data ?? knownTypes()
  return { types, infos: query.data, query }
}

/** The types without their providers, until the service's list is loaded. */
const knownTypes = lazily(
  (): Types =>
    // Safe because the table has the types as its keys.
    Object.entries(typeLooks()).map(([type, { name }]) => ({ type: type as Inbox['type'], name, providers: [] })),
)
