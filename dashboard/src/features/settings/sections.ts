/** The table of contents of everything that can be set: one line a page, in the order in which they are shown. */
import type { LinkProps } from '@tanstack/react-router'

type Section = { name: string; links: readonly { name: string; to: NonNullable<LinkProps['to']> }[] }

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
      { name: 'General', to: '/settings/workspace' },
      { name: 'People', to: '/settings/users' },
      { name: 'Teams', to: '/settings/teams' },
      { name: 'Inboxes', to: '/settings/inboxes' },
      { name: 'Labels', to: '/settings/labels' },
      { name: 'Canned responses', to: '/settings/canned-responses' },
      { name: 'Custom fields', to: '/settings/custom-fields' },
      { name: 'Business hours', to: '/settings/business-hours' },
      { name: 'SLA policies', to: '/settings/sla-policies' },
      { name: 'Assistance', to: '/settings/assistance' },
      { name: 'Privacy', to: '/settings/privacy' },
      { name: 'Audit log', to: '/settings/audit-log' },
      { name: 'System health', to: '/settings/system-health' },
    ],
  },
  {
    name: 'Knowledge base',
    links: [
      { name: 'Articles', to: '/knowledge/articles' },
      { name: 'Collections', to: '/knowledge/collections' },
      { name: 'Ask', to: '/knowledge/ask' },
      { name: 'Missed searches', to: '/knowledge/missed-searches' },
    ],
  },
  {
    name: 'Developer',
    links: [
      { name: 'Quick start', to: '/developer' },
      { name: 'API keys', to: '/developer/keys' },
      { name: 'Webhooks', to: '/developer/webhooks' },
      { name: 'Deliveries', to: '/developer/deliveries' },
      { name: 'Events', to: '/developer/events' },
    ],
  },
]
