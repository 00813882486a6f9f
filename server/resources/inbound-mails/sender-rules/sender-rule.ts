import { resource } from '#kit/resource.ts'
import type { RowOf } from '#kit/table.ts'
import { absent, defineError } from '#platform/define-error.ts'
import { catalogDuplicate } from '#platform/errors.ts'
import { defineEvent } from '#platform/outbox/events.ts'
import { inbox } from '../../inboxes/index.ts'
import { senderRuleTable } from './queries.ts'
import { SenderRule } from './schema.ts'

export const senderRule = resource({
  noun: 'sender_rule',
  path: '/sender-rules',
  tag: 'inbound-mails',
  plural: 'sender rules',
  prefix: 'rul',
  scopes: { read: 'threads:read', write: 'threads:admin' },
  notFound: defineError('SVC-SENDER_RULE-NOT_FOUND', 404, 'There is no such sender rule.', absent('sender rule')),
  shape: SenderRule,
  table: senderRuleTable,
  limit: { of: 'sender rules', atMost: 10_000 },
  defaults: { inboxId: null, note: null },
  // Rules are immutable, so there is no event for changes.
  events: null,
  conflicts: { sender_rules_pattern: { error: catalogDuplicate, field: 'pattern', noun: 'sender rule' } },
  references: { inboxId: inbox },
})

const described = {
  scope: 'threads:read',
  object: SenderRule,
  present: (row: RowOf<typeof SenderRule>) => senderRule.present(row),
} as const

export const senderRuleCreated = defineEvent({ type: 'sender_rule.created', description: 'A sender rule was created.', ...described })
export const senderRuleDeleted = defineEvent({ type: 'sender_rule.deleted', description: 'A sender rule was deleted.', ...described })
