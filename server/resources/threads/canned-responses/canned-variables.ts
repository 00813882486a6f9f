/** Reads the values of the variables of canned responses for a thread. */
import { fetchOne, type Principal, type Queryable } from '../../../kit/index.ts'
import { flattenVariables, type Variables } from '../../canned-responses/index.ts'
import { findVariableRow } from './canned-queries.ts'
import type { ThreadRecord } from '../queries.ts'

export async function readVariables(db: Queryable, { tenantId, tenant, user }: Principal, thread: ThreadRecord): Promise<Variables> {
  const { inboxName, teamName, externalId, customFields } = await fetchOne(db, findVariableRow, { tenantId, id: thread.id })
  const [firstName] = (thread.customerName ?? '').trim().split(/\s+/)
  return flattenVariables({
    customer: { name: thread.customerName, firstName, email: thread.customerEmail, externalId, customFields },
    thread: {
      subject: thread.subject,
      ticketNumber: thread.ticketNumber,
      status: thread.status,
      priority: thread.priority,
      customFields: thread.customFields,
    },
    inbox: { name: inboxName },
    team: { name: teamName },
    assignee: { name: thread.assigneeName },
    agent: { name: user.name, email: user.email },
    tenant: { name: tenant.name },
  })
}
