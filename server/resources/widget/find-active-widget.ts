import type { Queryable } from '#platform/db.ts'
import { ApiError, tenantNotFound } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import { widgetNotFound } from '../../channels/widget/errors.ts'
import { findWidget, type Widget } from '../inboxes/index.ts'

/**
 * Returns the website chat of a public key. Throws 404 if there is none, if its inbox is inactive, if its tenant is suspended, or if the
 * request came to the host of another tenant.
 */
export async function requireActiveWidget(db: Queryable, key: string, hostTenantId: Uuid | null): Promise<Widget> {
  const widget = await findWidget(db, key)
  if (!widget || !widget.active || widget.isSuspended) throw new ApiError(widgetNotFound)
  checkHost(widget.tenantId, hostTenantId)
  return widget
}

/** Throws 404 for a request that came to the host of another tenant. `hostTenantId` is null for the host of all tenants. */
export function checkHost(tenantId: Uuid, hostTenantId: Uuid | null): void {
  if (hostTenantId !== null && hostTenantId !== tenantId) throw new ApiError(tenantNotFound)
}
