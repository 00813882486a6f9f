/** The variables of templates in words. The names are the API's. */
import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { lazily, message, t, type Message } from '../../texts/texts.ts'
import type { ParsedVariable, VariableLook } from '../editor/variable.ts'

/** Uses of a template. Each offers different variables. */
export type TemplateUse = 'REPLY' | 'SIGNATURE' | 'AUTO_REPLY'

export type TemplateVariable = {
  name: string
  label: string
  group: string
  /** Default that is inserted with the variable, where it may be empty. */
  fallback: string | null
}

const labels: Readonly<Record<string, Message>> = {
  'customer.firstName': message('First name'),
  'customer.name': message('Full name'),
  'customer.email': message('Email address'),
  'customer.externalId': message('Customer’s ID in your system'),
  'thread.subject': message('Subject'),
  'thread.ticketNumber': message('Ticket number'),
  'thread.status': message('Status'),
  'thread.priority': message('Priority'),
  'agent.name': message('Your name'),
  'agent.email': message('Your email address'),
  'assignee.name': message('Assignee’s name'),
  'team.name': message('Team'),
  'inbox.name': message('Inbox'),
  'inbox.expectedReplyTime': message('When you will reply'),
  'inbox.nextOpening': message('When you open again'),
  'tenant.name': message('Workspace name'),
}

const names: Readonly<Record<TemplateUse, readonly string[]>> = {
  REPLY: Object.keys(labels).filter((name) => name !== 'inbox.expectedReplyTime' && name !== 'inbox.nextOpening'),
  SIGNATURE: Object.keys(labels).filter(
    (name) => !/^(inbox\.(expected|next)|thread\.(status|priority)|assignee|customer\.externalId)/.test(name),
  ),
  AUTO_REPLY: Object.keys(labels).filter((name) => !/^(agent|assignee|thread\.(status|priority)|customer\.externalId)/.test(name)),
}

const groups = lazily((): Readonly<Record<string, string>> => ({ customer: t('Customer'), thread: t('Thread') }))

/** Defaults of variables that may be empty. The service requires them in automatic replies. */
const fallbacks = lazily(
  (): Readonly<Record<string, string>> => ({
    'customer.firstName': t('there'),
    'customer.name': t('there'),
    'inbox.expectedReplyTime': t('as soon as we can'),
    'inbox.nextOpening': t('soon'),
    'team.name': t('our team'),
  }),
)

type FieldRow = { key: string; name: string; appliesTo: string }

function listVariables(use: TemplateUse, fields: readonly FieldRow[]): TemplateVariable[] {
  const own = names[use].map((name) => ({
    name,
    label: t(labels[name] ?? name),
    group: groups()[name.split('.')[0] ?? ''] ?? t('Your side'),
    fallback: fallbacks()[name] ?? null,
  }))
  if (use !== 'REPLY') return own
  const more = fields.map(({ key, name, appliesTo }) => {
    const owner = appliesTo === 'CUSTOMER' ? 'customer' : 'thread'
    return { name: `${owner}.customFields.${key}`, label: name, group: groups()[owner] ?? '', fallback: null }
  })
  // Keep the variables of each group together.
  return [...Map.groupBy([...own, ...more], ({ group }) => group).values()].flat()
}

/** Returns the variables of a template, with the workspace's custom fields, and the look of each variable. Null while they are loading. */
export function useVariables(
  use: TemplateUse,
): { offered: readonly TemplateVariable[]; describe: (variable: ParsedVariable) => VariableLook } | null {
  const { skein } = useApi()
  const fields = useQuery({
    queryKey: ['custom-fields', 'ALL'],
    enabled: use === 'REPLY',
    staleTime: 60_000,
    queryFn: ({ signal }) => skein.listCustomFields({ query: { limit: 100 }, signal }).toArray(),
  })
  const isLoading = fields.isLoading
  const { data } = fields
  return useMemo(() => {
    if (isLoading) return null
    const offered = listVariables(use, data ?? [])
    const byName = new Map(offered.map((variable) => [variable.name, variable]))
    // Without the list of custom fields, none of them is called unknown.
    const isUnread = (name: string): boolean => data === undefined && use === 'REPLY' && /^(customer|thread)\.customFields\.\w+$/.test(name)
    return {
      offered,
      describe({ name }) {
        const label = byName.get(name)?.label
        return { label: label ?? name, isKnown: label !== undefined || isUnread(name) }
      },
    }
  }, [use, data, isLoading])
}
