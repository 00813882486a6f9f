import type { Queryable } from '#platform/db.ts'
import { ApiError } from '#platform/errors.ts'
import { toTypeId } from '#platform/ids.ts'
import { widgetNotFound } from '../../../channels/widget/errors.ts'
import { findWidget, type Widget } from '../../inboxes/index.ts'
import type { VisitorSession } from '../sessions/session-token.ts'

/** Returns the chat of a session, whether its inbox is active or not. */
export async function readWidget(db: Queryable, { inboxId }: Pick<VisitorSession, 'inboxId'>): Promise<Widget> {
  const widget = await findWidget(db, toTypeId('wgt', inboxId))
  if (!widget) throw new ApiError(widgetNotFound)
  return widget
}
