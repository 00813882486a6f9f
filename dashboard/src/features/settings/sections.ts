/** The table of contents of the settings: one line per page, in the order of the menu. */
import type { LinkProps } from '@tanstack/react-router'
import type { OperationId } from '@skein/client'

type Section = {
  name: string
  /** `needs` is the operation without which the page is useless. Roles that may not call it do not see the link. */
  links: readonly { name: string; to: NonNullable<LinkProps['to']>; needs?: OperationId }[]
}

export const sections: readonly Section[] = [
  {
    name: 'You',
    links: [
      { name: 'Profile', to: '/settings/profile' },
      { name: 'Sign-in and security', to: '/settings/security' },
      { name: 'Keyboard and theme', to: '/settings/keyboard' },
    ],
  },
  {
    name: 'Workspace',
    links: [
      { name: 'General', to: '/settings/workspace', needs: 'updateTenantSettings' },
      { name: 'People', to: '/settings/users', needs: 'updateUser' },
      { name: 'Teams', to: '/settings/teams', needs: 'updateTeam' },
      { name: 'Inboxes', to: '/settings/inboxes', needs: 'updateInbox' },
      { name: 'Sender rules', to: '/settings/sender-rules', needs: 'createSenderRule' },
      { name: 'Labels', to: '/settings/labels', needs: 'updateLabel' },
      { name: 'Canned responses', to: '/settings/canned-responses', needs: 'updateCannedResponse' },
      { name: 'Custom fields', to: '/settings/custom-fields', needs: 'updateCustomField' },
      { name: 'Business hours', to: '/settings/business-hours', needs: 'updateBusinessHours' },
      { name: 'SLA policies', to: '/settings/sla-policies', needs: 'updateSlaPolicy' },
      { name: 'Assistance', to: '/settings/assistance', needs: 'listAiRuns' },
      { name: 'Privacy', to: '/settings/privacy', needs: 'listPrivacyRequests' },
      { name: 'Audit log', to: '/settings/audit-log', needs: 'listAuditLogs' },
      { name: 'System health', to: '/settings/system-health', needs: 'getSystemHealth' },
    ],
  },
  {
    name: 'Knowledge base',
    links: [
      { name: 'Articles', to: '/knowledge/articles', needs: 'listKbArticles' },
      { name: 'Collections', to: '/knowledge/collections', needs: 'listKbCollections' },
      { name: 'Ask', to: '/knowledge/ask', needs: 'answerQuestion' },
      { name: 'Missed searches', to: '/knowledge/missed-searches', needs: 'listMissedSearches' },
    ],
  },
  {
    name: 'Developer',
    links: [
      { name: 'Quick start', to: '/developer', needs: 'createApiKey' },
      { name: 'API keys', to: '/developer/keys', needs: 'listApiKeys' },
      { name: 'Webhooks', to: '/developer/webhooks', needs: 'updateWebhook' },
      { name: 'Deliveries', to: '/developer/deliveries', needs: 'replayDelivery' },
      { name: 'Events', to: '/developer/events', needs: 'listEvents' },
    ],
  },
]
