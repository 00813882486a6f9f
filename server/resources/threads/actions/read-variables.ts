/** Reads the values of variables for a thread, and fills them in. */
import { findFirstName } from './first-name.ts'
import { toPlainWords } from '#kit/plain-words.ts'
import { detectFormat } from '#kit/text-format.ts'
import { flattenVariables, render, type Variables } from '#kit/variables.ts'
import { fetchOne } from '#kit/write.ts'
import type { Queryable } from '#platform/db.ts'
import { ApiError, type ErrorDetail, unknownReference } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import type { VariableValues } from '../../thread-actions/index.ts'
import { findVariableRow } from './action-queries.ts'
import { findLengthProblem } from '../record/message-body.ts'
import type { ThreadRecord } from '../record/queries.ts'

type Source = {
  readonly tenantId: Uuid
  readonly tenant: { readonly name: string }
  readonly user: { readonly name: string; readonly email: string } | null
}

export async function readVariables(db: Queryable, source: Source, thread: ThreadRecord): Promise<Variables> {
  return (await readVariableSets(db, source, thread)).all
}

/**
 * Returns all variables, and the variables for automatic mails. Anybody can send a mail in another person's name, and that person gets the
 * automatic reply, so automatic mails sanitise names, and the subject of a mail that no domain has authenticated.
 */
export async function readVariableSets(
  db: Queryable,
  { tenantId, tenant, user }: Source,
  thread: ThreadRecord,
): Promise<{ all: Variables; automatic: Variables }> {
  const { inboxName, teamName, externalId, customFields, isProved } = await fetchOne(db, findVariableRow, { tenantId, id: thread.id })
  const firstName = findFirstName(thread.customerName)
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
  const automatic: VariableValues = {
    ...values,
    'customer.name': toPlainWords(thread.customerName ?? ''),
    'customer.firstName': toPlainWords(firstName ?? ''),
    'thread.subject': isProved ? thread.subject : toPlainWords(thread.subject),
  }
  return { all: flattenVariables(values), automatic: flattenVariables(automatic) }
}

/** A text with variables. `place` is its path in the canned response or rule, for errors. */
export type Template = { readonly body: string; readonly bodyFormat: 'text' | 'html' | undefined; readonly place: string }

/** Fills in the variables of templates. `missing` lists each variable without a value, which stays in the text, and texts that became too long. */
export function fillTemplates<Text extends Template>(
  templates: readonly Text[],
  variables: Variables | ((template: Text) => Variables),
): { filled: (Text & { bodyFormat: 'text' | 'html' })[]; missing: ErrorDetail[] } {
  const missing: ErrorDetail[] = []
  const filled = templates.map((template) => {
    const bodyFormat = template.bodyFormat ?? detectFormat(template.body)
    const rendered = render(template.body, bodyFormat, typeof variables === 'function' ? variables(template) : variables)
    for (const name of rendered.missing) missing.push({ field: template.place, code: 'MISSING_VARIABLE', message: `${name} has no value` })
    missing.push(...findLengthProblem(rendered.text, template.place))
    return { ...template, body: rendered.text, bodyFormat }
  })
  return { filled, missing }
}

export function referenceError(details: ErrorDetail[]): ApiError {
  return new ApiError(unknownReference, { details })
}
