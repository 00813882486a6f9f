/** Reads the values of variables for a thread, and fills them in. */
import {
  ApiError,
  detectFormat,
  type ErrorDetail,
  fetchOne,
  flattenVariables,
  type Queryable,
  render,
  unknownReference,
  type Uuid,
  type Variables,
} from '../../../kit/index.ts'
import type { VariableValues } from '../../thread-actions/index.ts'
import { findVariableRow } from './action-queries.ts'
import type { ThreadRecord } from '../queries.ts'

type Source = {
  readonly tenantId: Uuid
  readonly tenant: { readonly name: string }
  readonly user: { readonly name: string; readonly email: string } | null
}

export async function readVariables(db: Queryable, { tenantId, tenant, user }: Source, thread: ThreadRecord): Promise<Variables> {
  const { inboxName, teamName, externalId, customFields } = await fetchOne(db, findVariableRow, { tenantId, id: thread.id })
  const [firstName] = (thread.customerName ?? '').trim().split(/\s+/)
  const values: VariableValues = {
    'customer.name': thread.customerName,
    'customer.firstName': firstName,
    'customer.email': thread.customerEmail,
    'customer.externalId': externalId,
    'customer.customFields': customFields,
    'thread.subject': thread.subject,
    'thread.ticketNumber': thread.ticketNumber,
    'thread.status': thread.status,
    'thread.priority': thread.priority,
    'thread.customFields': thread.customFields,
    'inbox.name': inboxName,
    'team.name': teamName,
    'assignee.name': thread.assigneeName,
    'agent.name': user?.name,
    'agent.email': user?.email,
    'tenant.name': tenant.name,
  }
  return flattenVariables(values)
}

/** A text with variables. `place` is its path in the canned response or rule, for errors. */
export type Template = { readonly body: string; readonly bodyFormat: 'text' | 'html' | undefined; readonly place: string }

/** Fills in the variables of templates. `missing` has each variable without a value, which stays in the text. */
export function fillTemplates<Text extends Template>(
  templates: readonly Text[],
  variables: Variables,
): { filled: (Text & { bodyFormat: 'text' | 'html' })[]; missing: ErrorDetail[] } {
  const missing: ErrorDetail[] = []
  const filled = templates.map((template) => {
    const bodyFormat = template.bodyFormat ?? detectFormat(template.body)
    const rendered = render(template.body, bodyFormat, variables)
    for (const name of rendered.missing) missing.push({ field: template.place, code: 'MISSING_VARIABLE', message: `${name} has no value` })
    return { ...template, body: rendered.text, bodyFormat }
  })
  return { filled, missing }
}

export function referenceError(details: ErrorDetail[]): ApiError {
  return new ApiError(unknownReference, { details })
}
