import type { Queryable } from '#platform/db.ts'
import { ApiError } from '#platform/errors.ts'
import { helpOrigin } from '#kit/help-paths.ts'
import type { Uuid } from '#platform/ids.ts'
import { widgetNotFound } from '../../../channels/widget/errors.ts'
import { findWidget, type Widget } from '../../inboxes/index.ts'
import { checkHost } from '../find-active-widget.ts'
import { checkOrigin } from '../sessions/check-origin.ts'

/**
 * Returns the chat through which a portal writes. Throws 404 unless it is active and a part of the help centre, 404 for the host of another
 * tenant, and 403 for pages of other sites than the help centre, this service and those of the inbox.
 */
export async function requirePortal(
  db: Queryable,
  key: string,
  { origin, hostTenantId, baseUrl }: { origin: string | null; hostTenantId: Uuid | null; baseUrl: URL },
): Promise<Widget> {
  const widget = await findWidget(db, key)
  if (!widget || !widget.active || widget.isSuspended || !widget.settings.helpCenter) throw new ApiError(widgetNotFound)
  checkHost(widget.tenantId, hostTenantId)
  if (origin !== helpOrigin(baseUrl, widget.slug)) checkOrigin(widget, { origin, parentOrigin: null, own: baseUrl.origin })
  return widget
}
