/** A tenant with many rows, inserted directly into the database, for tests of statements on large tables. */
import type { Database } from '#platform/db.ts'
import { toTypeId, type IdPrefix, type Uuid } from '#platform/ids.ts'

/** Tables that `fillTenant` makes large; other tables may be large too. */
export const filledTables: ReadonlySet<string> = new Set([
  'threads',
  'thread_activity',
  'thread_reads',
  'thread_drafts',
  'scheduled_messages',
  'views',
  'saved_reports',
  'automation_rules',
  'automation_rule_versions',
  'automation_runs',
  'automation_dry_runs',
  'automation_dry_run_matches',
  'messages',
  'customers',
  'labels',
  'custom_fields',
  'canned_responses',
  'teams',
  'business_hours',
  'sla_threads',
  'meetings',
  'team_members',
  'thread_labels',
  'thread_followers',
  'thread_merges',
  'satisfaction_requests',
  'bulk_jobs',
  'notifications',
  'notification_counts',
  'inboxes',
  'api_keys',
  'sessions',
  'push_subscriptions',
  'second_factors',
  'users',
  'audit_logs',
  'events',
  'webhooks',
  'webhook_deliveries',
  'jobs',
  'search_texts',
  'privacy_requests',
  'kb_collections',
  'kb_articles',
  'kb_article_versions',
  'kb_missed_searches',
  'ai_runs',
  'inbound_mails',
  'inbound_items',
  'thread_conversations',
  'visitors',
  'sender_rules',
  'thread_participants',
  'outgoing_messages',
])

/**
 * Adds `count` rows to each table that belongs to threads, and `others` rows to the other tables, for a tenant of `createTenant`: 100
 * threads per customer, two labels per thread, and a mix of values for every filter. One thread has a fifth of all messages. Counters stay
 * correct.
 */
export async function fillTenant(db: Database, tenantId: Uuid, { count, others }: { count: number; others: number }): Promise<void> {
  const id = (table: number | string, n: string): string => bulkUuidSql(tenantId, table, n)
  const at = (n: string): string => `timestamptz '2026-01-01' + (${n}) * interval '37 seconds'`
  const rows = `generate_series(1, ${others}) n`
  const ofThreads = `generate_series(1, ${count}) n`
  const few = Math.max(1, Math.floor(count / 100))
  if (others < Math.max(50, few)) throw new Error('Threads refer to more users, customers or labels than there are')
  const into = (table: string, columns: string, values: string, from = rows): string =>
    `insert into ${table} (tenant_id, ${columns}) select '${tenantId}'::uuid, ${values} from ${from};`
  const choose = (n: string, values: string[]): string => `(array['${values.join("','")}'])[1 + (${n}) % ${values.length}]`
  const status = choose('n / 2', ['open', 'pending', 'resolved', 'closed'])
  // The first thread has its own message and every fifth one.
  const messages = `case when n = 1 then ${1 + Math.floor(count / 5)} when n % 5 = 0 then 0 else 1 end`
  const merged = `case when ${status} = 'closed' and n > 1 then ${id(6, '1')} end`
  const snoozed = `case when ${status} = 'pending' and n % 3 = 0 then now() + interval '1 day' end`
  const customFields = `case when n % 10 > 0 then jsonb_build_object('field_2', case when n = 35 then 'single' when n % 7 = 0 then 'rare' else 'usual' end) else '{}' end`
  await db.script(
    [
      into(
        'users',
        'id, name, name_key, email, role, created_at',
        `${id(1, 'n')}, 'User ' || n, 'user ' || n, 'u' || n || '@example.com', 'AGENT', ${at('n')}`,
      ),
      into(
        'api_keys',
        'id, user_id, name, key_hash, last_four, scopes, life_seconds, expires_at, created_at',
        `${id(2, 'n')}, ${id(1, 'n')}, 'Key ' || n, sha256(n::text::bytea), '0000', '{read}', 1, now(), ${at('n')}`,
      ),
      into('privacy_requests', 'id, type, customer_id, state, created_at', `${id('d', 'n')}, 'ERASURE', ${id(4, 'n')}, 'DONE', ${at('n')}`),
      into(
        'ai_runs',
        'id, operation, thread_id, user_id, provider, status, output, citations, usage, latency_ms, created_at',
        `gen_random_uuid(), ${choose('n', ['SUMMARIZE', 'CLASSIFY', 'SUGGEST_REPLY'])}, ${id(6, '1 + n % 50')}, ${id(1, '1 + n % 50')}, 'BUILT_IN', 'NO_ANSWER',
      '{"text": null, "suggestions": [], "labels": [], "classification": null}', '[]', '{"inputTokens": 0, "outputTokens": 0}', 1, ${at('n')}`,
      ),
      into('second_factors', 'user_id', id(1, 'n')),
      // Sessions end after ninety days.
      into(
        'sessions',
        'id, user_id, seed, created_at',
        `${id('c', 'n')}, ${id(1, 'n')}, sha256(n::text::bytea), now() - make_interval(mins => n)`,
      ),
      into(
        'push_subscriptions',
        'id, user_id, session_id, endpoint, p256dh, auth, created_at',
        `gen_random_uuid(), case when n % 5 = 1 then (select id from users where tenant_id = '${tenantId}' and email = 'owner@example.com') else ${id(1, 'n')} end,
      ${id('c', 'n')}, 'https://push.example.com/' || n, repeat('p', 87), repeat('a', 22), ${at('n')}`,
      ),
      into(
        'inboxes',
        'id, name, name_key, type, created_at',
        `${id(3, 'n')}, 'Inbox ' || n, 'inbox ' || n, ${choose('n', ['EMAIL', 'API', 'SMS'])}, ${at('n')}`,
      ),
      into(
        'customers',
        'id, email, name, external_id, name_words, address_words, created_at, updated_at',
        `${id(4, 'n')}, 'c' || n || '@example.com', 'Customer ' || n, 'crm-' || n, ' customer ' || n || ' ', ' c' || n || ' example com  crm ' || n || ' ', ${at('n')}, ${at('n')}`,
      ),
      into(
        'business_hours',
        'id, name, name_key, timezone, weekly, created_at',
        `gen_random_uuid(), 'Business-hour ' || n, 'business-hour ' || n, 'UTC', '{"mon": [["09:00", "17:00"]]}', ${at('n')}`,
      ),
      into(
        'sla_policies',
        'id, name, name_key, "order", conditions, targets, created_at',
        `gen_random_uuid(), 'SLA-policie ' || n, 'sla-policie ' || n, n, '{"priorities": ["urgent"]}', '{}', ${at('n')}`,
        'generate_series(1, 100) n',
      ),
      into(
        'meetings',
        'id, origin_id, title, starts_at, ends_at, timezone, host_id, attendees, status, ics_uid, created_at',
        `gen_random_uuid(), ${id(6, 'n')}, 'Meeting ' || n, ${at('n')}, ${at('n')} + interval '30 seconds', 'UTC', ${id(1, '1 + n % 50')}, '[]', ${choose('n', ['SCHEDULED', 'CANCELLED', 'COMPLETED', 'NO_SHOW'])}, n::text, ${at('n')}`,
        ofThreads,
      ),
      into(
        'sla_threads',
        'thread_id, thread_created_at, terms_id, answered, clocks, state, due_at',
        `${id(6, 'n')}, ${at('n')}, gen_random_uuid(), false, '[]', ${choose('n', ['BREACHED', 'WARNING', 'PENDING', 'PAUSED', 'MET', 'MISSED'])}, case when n % 3 = 0 then ${at(`n + (n * 11) % ${count}`)} end`,
        ofThreads,
      ),
      into('teams', 'id, name, name_key, assignment, created_at', `${id(9, 'n')}, 'Team ' || n, 'team ' || n, 'MANUAL', ${at('n')}`),
      into('team_members', 'team_id, user_id', `${id(9, 'n')}, ${id(1, 'n')}`),
      into(
        'custom_fields',
        'id, key, name, name_key, applies_to, type, required, "order", created_at',
        `${id('e', 'n')}, 'field_' || n, 'Custom-field ' || n, 'custom-field ' || n, ${choose('n', ['THREAD', 'CUSTOMER'])}, 'TEXT', 'NEVER', n, ${at('n')}`,
      ),
      into(
        'canned_responses',
        'id, shortcut, shortcut_key, title, title_key, body, body_format, visibility, owner_id, created_at',
        `${id('f', 'n')}, 'Canned-response ' || n, 'canned-response ' || n, 'Title ' || n, 'title ' || n, 'Hi', 'text', 'SHARED', ${id(1, 'n')}, ${at('n')}`,
      ),
      into(
        'kb_collections',
        'id, name, name_key, slug, parent_id, "order", visibility, created_at',
        `${id('8011', 'n')}, 'Kb ' || n, 'kb ' || n, 'c-' || n, ${id('8011', '1 + n % 20')}, n, ${choose('n', ['PUBLIC', 'INTERNAL'])}, ${at('n')}`,
      ),
      into(
        'kb_articles',
        'id, collection_id, title, title_key, slug, body, body_format, status, visibility, locale, "order", author_id, published_version, has_unpublished_changes, source_thread_id, created_at',
        `${id('8012', 'n')}, ${id('8011', '1 + n % 20')}, 'Kb ' || n, 'kb ' || n, 'a-' || n, 'Hi', 'markdown', ${choose('n', ['DRAFT', 'PUBLISHED'])}, ${choose('n / 2', ['PUBLIC', 'INTERNAL'])}, ${choose('n', ['en', 'de'])}, n, ${id(1, 'n')}, case when n % 2 = 1 then 1 end, n % 20 = 1, ${id(6, '1 + n % 20')}, ${at('n')}`,
      ),
      into(
        'kb_article_versions',
        'article_id, version, id, change, title, body, body_format, created_at',
        `${id('8012', 'case when n % 60 = 0 then 1 else n end')}, n, gen_random_uuid(), 'EDITED', 'Article', 'Hi', 'markdown', ${at('n')}`,
      ),
      into('kb_missed_searches', 'id, words, query, locale, created_at', `gen_random_uuid(), ' w' || n || ' ', 'w' || n, 'en', ${at('n')}`),
      into('labels', 'id, name, name_key, created_at', `${id(5, 'n')}, 'Label ' || n, 'label ' || n, ${at('n')}`),
      into(
        'threads',
        `id, public_number, ticket_number, subject, status, priority, channel, inbox_id, team_id, assignee_id, customer_id, external_ref, label_ids,
      last_message_id, last_message_at, last_message_author_type, waiting_since, message_count, timed, merged_into, snoozed_until, custom_fields, created_at, updated_at`,
        `${id(6, 'n')}, n, 'ACME-2026-' || lpad(n::text, 6, '0'), 'Subject ' || n, ${status},
      ${choose('n / 8', ['low', 'normal', 'high', 'urgent'])}, ${choose('n / 32', ['email', 'api', 'widget', 'slack', 'whatsapp', 'sms', 'voice'])}, ${id(3, '1 + n % 5')},
      case when n % 3 = 0 then ${id(9, '1 + n % 10')} end, case when n % 4 > 0 then ${id(1, '1 + n % 50')} end, ${id(4, `1 + n % ${few}`)}, 'ref-' || n,
      array[${id(5, `1 + n % ${few}`)}, ${id(5, `1 + (n + 7) % ${few}`)}], ${id(7, 'n')}, ${at(`n + (n * 5) % ${count}`)}, 'CUSTOMER',
      case when n % 5 < 3 then ${at(`n + (n * 3) % ${count}`)} end, ${messages}, true, ${merged}, ${snoozed}, ${customFields}, ${at('n')}, ${at(`n + (n * 7919) % ${count}`)}`,
        ofThreads,
      ),
      into(
        'thread_activity',
        'thread_id, status, updated_at, last_message_at, waiting_since',
        `id, status, updated_at, last_message_at, case when status in ('open', 'pending') then coalesce(waiting_since, 'infinity') else 'infinity' end`,
        `threads where tenant_id = '${tenantId}'`,
      ),
      into(
        'scheduled_messages',
        'id, thread_id, author_id, author_name, body, body_format, body_text, send_at, created_at',
        `${id('e', 'n')}, ${id(6, 'case when n % 5 = 0 then 1 else n end')}, ${id(1, '1 + n % 50')}, 'User', 'Body', 'text', 'Body',
      now() + n * interval '1 hour', ${at('n')}`,
        ofThreads,
      ),
      into('thread_reads', 'user_id, thread_id, read_through', `${id(1, '1 + n % 50')}, ${id(6, 'n')}, ${at('n')}`, ofThreads),
      // A person has few drafts, so their total is counted.
      into(
        'thread_drafts',
        'user_id, thread_id, kind, body, body_format, updated_at',
        `case when n % 50 = 1 then (select id from users where tenant_id = '${tenantId}' and email = 'owner@example.com') else ${id(1, '1 + n % 50')} end,
      ${id(6, 'n')}, 'reply', 'Body', 'text', ${at('n')}`,
        ofThreads,
      ),
      into(
        'views',
        'id, name, name_key, shared, owner_id, filters, sort, columns, created_at, updated_at',
        `${id('d', 'n')}, 'View ' || n, 'view ' || n, true, ${id(1, '1 + n % 50')}, '{}', '-createdAt', '{}', ${at('n')}, ${at('n')}`,
      ),
      into(
        'saved_reports',
        'id, name, name_key, shared, owner_id, query, chart, created_at, updated_at',
        `gen_random_uuid(), 'Report ' || n, 'report ' || n, true, ${id(1, '1 + n % 50')}, '{"metrics": "BACKLOG", "from": "today", "to": "today+1"}', 'TABLE', ${at('n')}, ${at('n')}`,
      ),
      into(
        'automation_rules',
        'id, name, enabled, "order", trigger, filter, changed, actions, stops_later, once_per_thread, named_ids, created_at, updated_at',
        `${id('8014', 'n')}, 'Rule ' || n, n % 2 = 1, n, '{"type": "EVENT", "events": ["thread.created"]}', '{}', '[]', '[{"type": "SET_PRIORITY", "priority": "high"}]', false, false, '{}', ${at('n')}, ${at('n')}`,
      ),
      into(
        'automation_rule_versions',
        'rule_id, version, id, rule, created_at',
        `${id('8014', '1 + n % 10')}, n, gen_random_uuid(), '{"name": "Rule", "description": null, "enabled": true, "trigger": {"type": "EVENT", "events": ["thread.created"]}, "filter": {}, "changed": [], "message": null, "actions": [{"type": "SET_PRIORITY", "priority": "high"}], "stopsLater": false, "oncePerThread": false}', ${at('n')}`,
      ),
      into(
        'automation_runs',
        'id, rule_id, rule_version, thread_id, event_id, job_id, outcome, changes, actions, caused_event_ids, depth, duration_ms, created_at',
        `gen_random_uuid(), ${id('8014', '1 + n % 10')}, 1, ${id(6, '1 + n % 100')}, case when n % 5 > 0 then gen_random_uuid() end, case when n % 5 = 0 then ${id('8016', '1 + n / 100')} end, ${choose('n / 10', ['APPLIED', 'FAILED'])}, '{"before": {}, "after": {}}', '[]', '{}', 1, 3, ${at('n')}`,
        ofThreads,
      ),
      into(
        'automation_dry_runs',
        'id, rule, state, from_at, to_at, created_at',
        `${id('8015', 'n')}, '{}', 'DONE', ${at('n')}, ${at('n')}, ${at('n')}`,
      ),
      into(
        'automation_dry_run_matches',
        'id, dry_run_id, thread_id, outcome, changes, actions, created_at',
        `gen_random_uuid(), ${id('8015', '1 + n % 10')}, ${id(6, '1 + n % 100')}, 'NO_EFFECT', '{"before": {}, "after": {}}', '[]', ${at('n')}`,
        ofThreads,
      ),
      into(
        'thread_labels',
        'label_id, thread_created_at, thread_id',
        `unnest(label_ids), created_at, id`,
        `threads where tenant_id = '${tenantId}'`,
      ),
      into(
        'thread_followers',
        'id, user_id, thread_created_at, thread_id, created_at',
        `gen_random_uuid(), ${id(1, '1 + public_number % 50')}, created_at, id, created_at`,
        `threads where tenant_id = '${tenantId}'`,
      ),
      into(
        'bulk_jobs',
        'id, type, state, total, done, input, created_at',
        `${id('8021', 'n')}, 'THREAD_BATCH', 'DONE', 1, 1, '{}', ${at('n')}`,
        ofThreads,
      ),
      into(
        'notifications',
        'id, user_id, type, thread_id, job_id, count, event_ids, sequence, first_at, last_at, created_at, read_at, archived_at, in_app, desktop',
        `gen_random_uuid(), case when n % 2 = 1 then (select id from users where tenant_id = '${tenantId}' and email = 'owner@example.com') else ${id(1, '1 + n % 50')} end,
      ${choose('n / 2', ['ASSIGNED', 'MENTIONED'])}, ${id(6, 'n')}, case when n % 5 = 0 then ${id('8021', 'n')} end, 1, '{}', n, ${at('n')}, ${at('n')}, ${at('n')},
      case when n % 3 > 0 then ${at('n')} end, case when n % 9 = 1 then ${at('n')} end, true, true`,
        ofThreads,
      ),
      into(
        'satisfaction_requests',
        'id, thread_id, customer_id, person_id, team_id, episode, state, channel, scale, send_at, expires_after_days, seed, score, source, answered_at, created_at',
        `gen_random_uuid(), ${id(6, 'n')}, ${id(4, '1 + n % 120')}, ${id(1, '1 + n % 50')}, ${id(9, '1 + n % 10')}, 1,
      ${choose('n', ['PLANNED', 'SENT', 'ANSWERED', 'EXPIRED'])}, 'MAIL', 'STARS', ${at('n')}, 28, '\\x00', case when n % 4 = 2 then 5 - (n / 4 % 97 < 5)::int * (n / 4 % 4 + 1) end,
      case when n % 4 = 2 then 'LINK' end, case when n % 4 = 2 then ${at('n')} + interval '1 hour' end, ${at('n')}`,
        ofThreads,
      ),
      into(
        'notification_counts',
        'user_id, type, unread',
        'user_id, type, count(*)',
        `notifications where tenant_id = '${tenantId}' and read_at is null group by user_id, type`,
      ),
      into(
        'thread_merges',
        'source_id, target_id, root_id, status, label_ids',
        `id, ${id(6, '1')}, ${id(6, '1')}, 'open', '{}'`,
        `threads where tenant_id = '${tenantId}' and merged_into is not null`,
      ),
      into(
        'messages',
        'id, thread_id, author_type, body, body_format, body_text, created_at',
        `${id(7, 'n')}, ${id(6, 'case when n % 5 = 0 then 1 else n end')}, 'CUSTOMER', 'Body', 'text', 'Body', ${at('n')}`,
        ofThreads,
      ),
      into(
        'audit_logs',
        'id, actor_type, actor_id, key_id, action, target_type, target_id, request_id, created_at',
        `${id(8, 'n')}, 'API_KEY', ${id(1, '1 + n % 50')}, ${id(2, '1 + n % 50')}, ${choose('n', ['thread.created', 'thread.replied'])}, 'thread', ${id(6, 'n')}, 'r' || n, ${at('n')}`,
      ),
      into(
        'events',
        'sequence, id, type, object_id, object, created_at',
        `n, ${id(0, 'n')}, ${choose('n', ['thread.created', 'message.created'])}, ${id(6, 'n')}, '{}', ${at('n')}`,
      ),
      into(
        'webhooks',
        'id, url, events, secret_sealed, from_sequence, created_at',
        `${id('a', 'n')}, 'https://example.com/' || n, '{*}', '', 0, ${at('n')}`,
      ),
      into(
        'webhook_deliveries',
        'id, webhook_id, event_sequence, event_id, event_type, state, created_at',
        `${id('b', 'n')}, ${id('a', '1 + n % 3')}, n, ${id(0, 'greatest(n - 2, 1)')},
      ${choose('n', ['thread.created', 'message.created'])}, ${choose('n / 4', ['PENDING', 'SUCCEEDED', 'FAILED', 'DEAD'])}, ${at('n')}`,
      ),
      into(
        'webhook_delivery_totals',
        'webhook_id, event_type, state, count',
        'webhook_id, event_type, state, count(*)',
        `webhook_deliveries where tenant_id = '${tenantId}' group by 1, 2, 3, 4`,
      ),
      into(
        'inbound_mails',
        'id, inbox_id, transport, outcome, cause, sender, message_id, thread_id, expires_at, received_at, created_at',
        `${id('8013', 'n')}, ${id(3, '1 + n % 5')}, 'SMTP', ${choose('n', ['RECEIVED', 'MESSAGE', 'MESSAGE', 'SUSPENDED'])}, case when n % 4 = 3 then ${choose('n / 4', ['AUTOMATIC', 'SPAM'])} end,
      case when n % 20 = 0 then 'ada' else 'c' || n end || '@example.com', case when n % 100 = 0 then 'b1a2' else 'm' || n end || '@example.com', ${id(6, 'n')},
      case when n % 4 = 3 then now() + (n - 50) * interval '1 hour' end, ${at('n * 300')}, ${at('n * 300')}`,
      ),
      into(
        'inbound_items',
        'id, inbox_id, provider, kind, outcome, cause, sender, external_id, thread_id, expires_at, received_at, created_at',
        `${id('8017', 'n')}, ${id(3, '1 + n % 5')}, 'CUSTOM', 'message.received', ${choose('n', ['RECEIVED', 'MESSAGE', 'MESSAGE', 'SUSPENDED'])}, case when n % 4 = 3 then ${choose('n / 4', ['BLOCKED', 'FLOOD'])} end,
      case when n % 20 = 0 then 'ada' else 'c' || n end, case when n % 100 = 0 then 'crm-77' else 'm' || n end, ${id(6, 'n')},
      case when n % 4 = 3 then now() + (n - 50) * interval '1 hour' end, ${at('n * 300')}, ${at('n * 300')}`,
      ),
      into(
        'thread_conversations',
        'thread_id, inbox_id, conversation_key, address, created_at',
        `${id(6, 'n')}, ${id(3, '1 + n % 5')}, 'k' || n, 'c' || n, ${at('n')}`,
      ),
      into('visitors', 'id, inbox_id, customer_id, verified', `${id('8019', 'n')}, ${id(3, '1 + n % 5')}, ${id(4, '1 + n % 100')}, false`),
      into('outgoing_messages', 'message_id, inbox_id, snapshot, created_at', `${id(7, 'n')}, ${id(3, '1 + n % 5')}, '{}', ${at('n')}`),
      // Participants of threads that are neither merged nor closed. The first thread gets a full share of them.
      into(
        'thread_participants',
        'id, thread_id, address, role, verified, added_by, created_at',
        `gen_random_uuid(), ${id(6, '1 + 8 * (n % 37)')}, 'p' || n || '@example.com', 'CC', true, 'MAIL', ${at('n')}`,
      ),
      into(
        'sender_rules',
        'id, pattern, action, created_at',
        `gen_random_uuid(), 'c' || n || '@example.com', ${choose('n', ['BLOCK', 'ALLOW'])}, ${at('n')}`,
      ),
      into('jobs', 'id, name, key, due_at', `${id('c', 'n')}, 'for-later', n, now() + n * interval '1 hour'`),
      `insert into job_queues (tenant_id, name, due_at) select tenant_id, name, min(due_at) from jobs where tenant_id = '${tenantId}' group by 1, 2;`,
      `update tenant_counters k set last_public_number = ${count}, event_sequence = ${others}, audit_logs = ${others}, customers = ${others}, inbound_mails = ${others}, inbound_items = ${others},
      threads_open = s.open, threads_pending = s.pending, threads_resolved = s.resolved, threads_closed = s.closed, meetings = ${count}
      from (select count(*) filter (where status = 'open') as open, count(*) filter (where status = 'pending') as pending, count(*) filter (where status = 'resolved') as resolved,
        count(*) filter (where status = 'closed') as closed from threads where tenant_id = '${tenantId}') s where k.tenant_id = '${tenantId}';`,
    ].join('\n'),
  )
}

/** Returns an SQL expression for the id of a table's row number `n`. */
export function bulkUuidSql(tenantId: Uuid, table: number | string, n: string): string {
  return `('${tenantId.slice(0, 8)}-0000-7000-${getBlock(table)}-' || lpad(to_hex((${n})::int), 12, '0'))::uuid`
}

/** Returns the id of row `n` of its kind. Other rows refer to the first one. */
export function bulkId(tenantId: Uuid, prefix: IdPrefix, n = 1): string {
  const table = tableNumbers[prefix]
  if (table === undefined) throw new Error(`fillTenant makes nothing with the prefix ${prefix}`)
  return toTypeId(prefix, `${tenantId.slice(0, 8)}-0000-7000-${getBlock(table)}-${n.toString(16).padStart(12, '0')}`)
}

const tableNumbers: Partial<Record<IdPrefix, number | string>> = {
  evt: 0,
  rdy: '8015',
  job: '8016',
  usr: 1,
  key: 2,
  inb: 3,
  cst: 4,
  lbl: 5,
  thr: 6,
  msg: 7,
  aud: 8,
  tea: 9,
  whk: 'a',
  dlv: 'b',
  viw: 'd',
  fld: 'e',
  can: 'f',
  col: '8011',
  art: '8012',
  eml: '8013',
  rul: '8014',
  itm: '8017',
}

/** Returns the part of an id that distinguishes the tables. */
function getBlock(table: number | string): string {
  return String(table).padStart(4, '800')
}

/** Copies the objects of the tenant's real events to the bulk events, so that the API can present them. */
export async function fillEventObjects(db: Database, tenantId: Uuid): Promise<void> {
  await db.script(`update events e set object = r.object from (select distinct on (type) type, object from events where tenant_id = '${tenantId}' order by type, sequence desc) r
    where e.tenant_id = '${tenantId}' and e.type = r.type`)
}
