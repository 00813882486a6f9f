import { ApiError } from '#platform/errors.ts'
import { widgetOriginForbidden } from '../../../channels/widget/errors.ts'
import { isAllowedOrigin, listAllowedOrigins } from '../../../channels/widget/origins.ts'
import type { Widget } from '../../inboxes/index.ts'

/**
 * Refuses pages of other sites. The service's own frame names the page around it; programs name no origin, and no check of origins could
 * stop them.
 */
export function checkOrigin(
  { settings, address }: Widget,
  { origin, parentOrigin, own }: { origin: string | null; parentOrigin: string | null; own: string },
): void {
  const page = origin === own ? (parentOrigin ?? own) : origin
  if (page === null || page === own || isAllowedOrigin(listAllowedOrigins(settings, address), page)) return
  if (page === 'null' && settings.allowApps) return
  throw new ApiError(widgetOriginForbidden)
}
