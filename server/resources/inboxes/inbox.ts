import { createPresenter } from '#kit/present.ts'
import { resource } from '#kit/resource.ts'
import type { RowOf } from '#kit/table.ts'
import { absent, defineError } from '#platform/define-error.ts'
import type { Static } from '#platform/schema.ts'
import { encodeSuffix } from '#platform/ids.ts'
import { getChannel } from '../../channels/index.ts'
import { completeWidgetSettings } from '../../channels/widget/settings.ts'
import { slaPolicy } from '../sla-policies/index.ts'
import { label } from '../labels/index.ts'
import { team } from '../teams/index.ts'
import { inboxTable } from './queries.ts'
import { Inbox } from './schema.ts'

const presentRow = createPresenter(Inbox)

/** Presents an inbox. Its capabilities follow from its settings. Adds the settings that a website chat of an earlier version lacks. */
function toInbox(row: RowOf<typeof Inbox>): Static<typeof Inbox> {
  const channel = getChannel(row.type)
  const widget = channel.settings === 'widget' ? completeWidgetSettings(row.widget, encodeSuffix(row.id)) : null
  // Settings that an inbox of an earlier version lacks.
  const hook = row.hook && { ...row.hook, telegram: row.hook.telegram ?? null }
  return presentRow({ ...row, widget, hook, capabilities: channel.capabilities({ ...row, widget, hook }) })
}

// A picture of a message, a meeting or an article would be deleted with it.
const freePicture = "state = 'READY' and content_type like 'image/%' and message_id is null and meeting_id is null and article_id is null"
const logo = { noun: 'picture', table: 'uploads', only: freePicture, state: 'unused' }
const mailInbox = { noun: 'inbox', table: 'inboxes', only: 'email is not null', state: 'EMAIL' } as const

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
    widget: null,
    hook: null,
    satisfaction: null,
  },
  references: {
    teamId: team,
    slaPolicyId: slaPolicy,
    'satisfaction.exceptLabelIds': label,
    'widget.appearance.logoUploadId': logo,
    'widget.continuity.inboxId': mailInbox,
  },
})
