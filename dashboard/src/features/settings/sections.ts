/** The pages of the settings, in menu order. */
import type { LinkProps } from '@tanstack/react-router'
import type { OperationId } from '@skein/client'
import { lazily, t } from '../../texts/texts.ts'
import {
  Activity,
  Bell,
  Building2,
  CirclePause,
  Clock,
  Code,
  FileText,
  Keyboard,
  KeyRound,
  Lock,
  Mail,
  Radio,
  ShieldBan,
  ShieldCheck,
  Smile,
  Sparkles,
  Tag,
  Target,
  TextCursorInput,
  Upload,
  UserRound,
  Users,
  UsersRound,
  Webhook,
  Workflow,
  Zap,
  type IconType,
} from '../../ui/icons.ts'
import { matchesWords } from '../../ui/fold-words.ts'

export type SettingsLink = {
  name: string
  to: NonNullable<LinkProps['to']>
  icon: IconType
  /** Purpose of the page, shown on its card. */
  about: string
  /** Synonyms that the search matches. */
  words?: string
  /** The operation that the page depends on. Roles that may not call it do not see the link. */
  needs?: OperationId
}

export type SettingsSection = { name: string; links: readonly SettingsLink[] }

export const sections = lazily((): readonly SettingsSection[] => [
  {
    name: t('Just for you'),
    links: [
      {
        name: t('Profile'),
        to: '/settings/profile',
        icon: UserRound,
        about: t('Name, availability, signature, calendar link'),
        words: t('away busy ical signature footer'),
      },
      {
        name: t('Sign-in & security'),
        to: '/settings/security',
        icon: Lock,
        about: t('Password, authenticator, devices'),
        words: t('2fa two-factor totp recovery codes sessions sign out'),
      },
      {
        name: t('Notifications'),
        to: '/settings/notifications',
        icon: Bell,
        about: t('What we tell you, and how'),
        words: t('email digest desktop alerts quiet hours mentions follow mute'),
      },
      {
        name: t('Keyboard & appearance'),
        to: '/settings/keyboard',
        icon: Keyboard,
        about: t('Shortcuts, light or dark'),
        words: t('theme dark mode keys hotkeys density compact language next thread'),
      },
    ],
  },
  {
    name: t('Channels'),
    links: [
      {
        name: t('Email & inboxes'),
        to: '/settings/inboxes',
        icon: Mail,
        about: t('The addresses and channels your customers write to'),
        words: t(
          'signature auto-reply automatic reply out of office vacation survey smtp imap dkim spf dns forwarding mailbox assignment round robin chat api',
        ),
        needs: 'updateInbox',
      },
      {
        name: t('Held mail'),
        to: '/suspended',
        icon: CirclePause,
        about: t('Mail that needs a decision'),
        words: t('spam suspended quarantine junk'),
        needs: 'listInboundMails',
      },
      {
        name: t('Senders'),
        to: '/settings/sender-rules',
        icon: ShieldBan,
        about: t('Who’s blocked, and who’s always let in'),
        words: t('spam block allow rules blacklist whitelist'),
        needs: 'createSenderRule',
      },
    ],
  },
  {
    name: t('Answering customers'),
    links: [
      {
        name: t('Labels'),
        to: '/settings/labels',
        icon: Tag,
        about: t('Keywords to sort threads by'),
        words: t('tags'),
        needs: 'updateLabel',
      },
      {
        name: t('Saved replies'),
        to: '/settings/canned-responses',
        icon: Zap,
        about: t('Texts and actions you use often'),
        words: t('canned responses macros templates snippets'),
        needs: 'updateCannedResponse',
      },
      {
        name: t('Custom fields'),
        to: '/settings/custom-fields',
        icon: TextCursorInput,
        about: t('Your own details on threads and customers'),
        words: t('attributes properties'),
        needs: 'updateCustomField',
      },
      {
        name: t('Automations'),
        to: '/settings/automations',
        icon: Workflow,
        about: t('Rules that do the routine'),
        words: t('rules triggers workflows escalation auto-assign auto-close'),
        needs: 'updateAutomationRule',
      },
      {
        name: t('Response targets (SLA)'),
        to: '/settings/sla-policies',
        icon: Target,
        about: t('How soon customers get an answer'),
        words: t('sla policies service level deadline overdue'),
        needs: 'updateSlaPolicy',
      },
      {
        name: t('Satisfaction survey'),
        to: '/settings/satisfaction',
        icon: Smile,
        about: t('Ask customers how it went'),
        words: t('csat nps rating stars thumbs feedback score review reminder'),
        needs: 'updateTenantSettings',
      },
      {
        name: t('AI assistant'),
        to: '/settings/assistance',
        icon: Sparkles,
        about: t('Summaries, drafts, translation'),
        words: t('assistance language model openai gpt runs'),
        needs: 'listAiRuns',
      },
    ],
  },
  {
    name: t('Team'),
    links: [
      {
        name: t('People'),
        to: '/settings/users',
        icon: UsersRound,
        about: t('Who works here, and what they may do'),
        words: t('users agents invite roles admin'),
        needs: 'updateUser',
      },
      {
        name: t('Teams'),
        to: '/settings/teams',
        icon: Users,
        about: t('Groups that share a queue'),
        words: t('groups'),
        needs: 'updateTeam',
      },
      {
        name: t('Business hours'),
        to: '/settings/business-hours',
        icon: Clock,
        about: t('When your team is available'),
        words: t('holidays time zone opening'),
        needs: 'updateBusinessHours',
      },
    ],
  },
  {
    name: t('Workspace'),
    links: [
      {
        name: t('General'),
        to: '/settings/workspace',
        icon: Building2,
        about: t('Name, logo, ticket numbers, language'),
        words: t('workspace tenant footer reopening undo send logo brand colour'),
        needs: 'updateTenantSettings',
      },
      {
        name: t('Data & privacy'),
        to: '/settings/privacy',
        icon: ShieldCheck,
        about: t('Export, erase, how long to keep'),
        words: t('gdpr retention erasure delete download'),
        needs: 'listPrivacyRequests',
      },
      {
        name: t('Audit log'),
        to: '/settings/audit-log',
        icon: FileText,
        about: t('Who changed what, and when'),
        words: t('history'),
        needs: 'listAuditLogs',
      },
      {
        name: t('System status'),
        to: '/settings/system-health',
        icon: Activity,
        about: t('Database, mail, storage, jobs'),
        words: t('health monitoring'),
        needs: 'getSystemHealth',
      },
    ],
  },
  {
    name: t('Developers'),
    links: [
      {
        name: t('Get started'),
        to: '/developer',
        icon: Code,
        about: t('API address, guides, reference'),
        words: t('quick start curl docs'),
        needs: 'createApiKey',
      },
      {
        name: t('API keys'),
        to: '/developer/keys',
        icon: KeyRound,
        about: t('Keys for your own programs'),
        words: t('tokens scopes'),
        needs: 'listApiKeys',
      },
      {
        name: t('Webhooks'),
        to: '/developer/webhooks',
        icon: Webhook,
        about: t('Where we send events'),
        words: t('callbacks signing secret'),
        needs: 'updateWebhook',
      },
      {
        name: t('Deliveries'),
        to: '/developer/deliveries',
        icon: Upload,
        about: t('What your webhooks received'),
        words: t('retry replay failed'),
        needs: 'replayDelivery',
      },
      {
        name: t('Event stream'),
        to: '/developer/events',
        icon: Radio,
        about: t('Watch events as they happen'),
        words: t('events live tail'),
        needs: 'listEvents',
      },
    ],
  },
])

/** Lists the sections that the role may use and whose name or synonyms contain every search word. */
export function findSections(search: string, isAllowed: (operation: OperationId) => boolean): SettingsSection[] {
  const isFound = ({ needs, name, about, words = '' }: SettingsLink): boolean => {
    const text = `${name} ${about} ${words}`
    return (needs === undefined || isAllowed(needs)) && matchesWords(text, search)
  }
  return sections()
    .map(({ name, links }) => ({ name, links: links.filter(isFound) }))
    .filter(({ links }) => links.length > 0)
}
