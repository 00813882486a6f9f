/** Finds the inboxes that the tenant's own program serves, in the database of this installation. */
import type { Database } from '#platform/db.ts'
import { parseTypeId, toTypeId, type Uuid } from '#platform/ids.ts'
import { listHooks, type StoredHook } from '../resources/inboxes/index.ts'
import { findTenantId } from '../resources/tenants/index.ts'
import { UsageError } from './command.ts'

/** Throws UsageError when the tenant does not exist. */
export async function getTenantId(db: Database, slug: string): Promise<Uuid> {
  const tenantId = await findTenantId(db, slug)
  if (tenantId === null) throw new UsageError(`There is no tenant "${slug}".`)
  return tenantId
}

/** Finds an inbox by its id or its name, ignoring letter case. Throws UsageError unless there is exactly one. */
export async function getHookInbox(db: Database, tenantId: Uuid, given: string): Promise<StoredHook> {
  const inboxes = await db.rows(listHooks, { tenantId })
  const id = parseTypeId('inb', given)
  const byId = inboxes.filter((inbox) => inbox.id === id)
  const [found, second] = byId.length > 0 ? byId : inboxes.filter(({ name }) => name.toLowerCase() === given.toLowerCase())
  if (second) throw new UsageError(`Several inboxes have the name "${given}". Use an id: ${inboxes.map(toText).join(', ')}.`)
  if (found) return found
  const others = inboxes.length > 0 ? `Inboxes with \`hook\`: ${inboxes.map(toText).join(', ')}.` : 'No inbox of the tenant has `hook`.'
  throw new UsageError(`There is no inbox "${given}" with \`hook\`. ${others}`)
}

function toText({ id, name }: StoredHook): string {
  return `${name} (${toTypeId('inb', id)})`
}
