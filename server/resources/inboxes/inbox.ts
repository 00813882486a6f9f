import { createPresenter } from '#kit/present.ts'
import { resource } from '#kit/resource.ts'
import type { RowOf } from '#kit/table.ts'
import { absent, defineError } from '#platform/define-error.ts'
import type { Static } from '#platform/schema.ts'
import { getChannel } from '../../channels/index.ts'
import { slaPolicy } from '../sla-policies/index.ts'
import { label } from '../labels/index.ts'
import { team } from '../teams/index.ts'
import { inboxTable } from './queries.ts'
import { Inbox } from './schema.ts'

const presentRow = createPresenter(Inbox)

/** Presents an inbox. Its capabilities follow from its settings. */
function toInbox(row: RowOf<typeof Inbox>): Static<typeof Inbox> {
  return presentRow({ ...row, capabilities: getChannel(row.type).capabilities(row) })
}

export const inbox = resource({
  noun: 'inbox',
  path: '/inboxes',
  prefix: 'inb',
  scopes: { read: 'catalog:read', write: 'catalog:admin' },
  notFound: defineError('SVC-INBOX-NOT_FOUND', 404, 'There is no such inbox.', absent('inbox')),
  shape: Inbox,
  table: inboxTable,
  present: toInbox,
  limit: { of: 'inboxes', atMost: 500 },
  defaults: {
    address: null,
    isDefault: false,
    active: true,
    teamId: null,
    slaPolicyId: null,
    autoReply: null,
    autoReplyOutsideHours: null,
    signature: null,
    email: null,
    hook: null,
    satisfaction: null,
  },
  references: { teamId: team, slaPolicyId: slaPolicy, 'satisfaction.exceptLabelIds': label },
})
