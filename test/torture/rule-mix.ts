/** Rules of the rule crash test, and for each, an independent SQL statement of its matching events and its effect. */
import { askApi } from './operator.ts'
import type { Client } from './client.ts'
import type { TortureTenant } from './service.ts'

export type MixedRule = {
  readonly id: string
  readonly name: string
  /** SQL condition on an event `e`. Null for a rule with a time trigger, which runs once on each thread. */
  readonly fits: string | null
  /** SQL condition on the one event `c` that each applied run must have caused. */
  readonly effect: string
}

type RuleBody = { trigger: object; actions: object[]; filter?: object; changed?: object[]; message?: object }

/** Rules of one tenant, the inbox that mails their replies, and the label that agents add to threads and remove. */
export type RuleMix = { tenant: TortureTenant; rules: readonly MixedRule[]; inboxId: string; labelId: string }

const importantLabel = 'Important'

/** Creates the rules of a tenant. `urlOf` returns the URLs of a webhook that rules send to, and of one that gets the other events. */
export async function prepareRules(client: Client, tenant: TortureTenant, urlOf: (hook: 'named' | 'other') => string): Promise<RuleMix> {
  const make = async (path: string, body: object) => (await askApi<{ id: string }>(client, tenant, 'POST', path, body)).data.id
  await askApi(client, tenant, 'PATCH', '/tenant/settings', { automations: { mailsPerDay: 100 } })
  const inboxId = await make('/inboxes', { name: 'Support', type: 'EMAIL', address: `support@${tenant.slug}.example` })
  const [labelId, important] = [await make('/labels', { name: 'Seen' }), await make('/labels', { name: importantLabel })]
  const webhookId = await make('/webhooks', { url: urlOf('named'), events: ['label.created'] })
  await make('/webhooks', { url: urlOf('other'), events: ['*'] })
  const noteSql = (name: string) => `c.type = 'message.created' and c.object ->> 'internal' = 'true' and c.object ->> 'body' = '${name}'`
  const note = (name: string) => ({ name, actions: [{ type: 'ADD_NOTE', body: name }], effect: noteSql(name) })
  const on = (type: string, condition = 'true') => ({
    trigger: { type: 'EVENT', events: [type] },
    fits: `e.type = '${type}' and ${condition}`,
  })
  const becomes = (status: string) => ({
    ...on('thread.status_changed', `e.object ->> 'status' = '${status}' and e.previous ->> 'status' <> '${status}'`),
    changed: [{ field: 'status', to: [status] }],
  })
  const given: readonly (Omit<MixedRule, 'id'> & RuleBody)[] = [
    { ...note('Note on creation'), ...on('thread.created') },
    {
      name: 'Important',
      ...on('thread.created', `e.object ->> 'priority' = 'high'`),
      filter: { all: [{ priority: 'high' }] },
      actions: [{ type: 'ADD_LABELS', labelIds: [important] }],
      effect: `c.type = 'thread.labels_changed'`,
    },
    {
      ...note('Note on the label of another rule'),
      ...on('thread.labels_changed', `${hasLabel('object')} and not ${hasLabel('previous')}`),
      changed: [{ field: 'labels', added: [important] }],
    },
    { ...note('Note on resolving'), ...becomes('resolved') },
    {
      name: 'Urgent when pending',
      ...becomes('pending'),
      actions: [{ type: 'SET_PRIORITY', priority: 'urgent' }],
      effect: `c.type = 'thread.priority_changed'`,
    },
    {
      ...note('Note on the priority of another rule'),
      ...on('thread.priority_changed', `e.object ->> 'priority' = 'urgent'`),
      changed: [{ field: 'priority', to: ['urgent'] }],
    },
    {
      name: 'Reply',
      ...on('message.created', `e.object ->> 'authorType' = 'CUSTOMER' and e.object ->> 'internal' = 'false'`),
      message: { authorTypes: ['CUSTOMER'], internal: false },
      actions: [{ type: 'REPLY', body: 'We are on it.' }],
      effect: `c.type = 'message.created' and c.object ->> 'authorType' = 'BOT' and c.object ->> 'internal' = 'false'`,
    },
    { name: 'Webhook', ...on('thread.created'), actions: [{ type: 'SEND_WEBHOOK', webhookId }], effect: `c.type = 'rule.applied'` },
    { ...note('Note at a time'), trigger: { type: 'TIME', since: 'CREATED', afterMinutes: 0 }, fits: null },
  ]
  const rules: MixedRule[] = []
  for (const { fits, effect, ...rule } of given) rules.push({ id: await make('/automation-rules', rule), name: rule.name, fits, effect })
  return { tenant, rules, inboxId, labelId }
}

/** SQL condition: the event's object has the label. */
function hasLabel(record: 'object' | 'previous'): string {
  return `exists (select 1 from json_array_elements(e.${record} -> 'labels') l where l ->> 'name' = '${importantLabel}')`
}
