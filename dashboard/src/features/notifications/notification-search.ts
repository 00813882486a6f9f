/** The filter of the notifications page, as a search parameter. The page, which is lazy-loaded, validates the value. */
export type NotificationSearch = { show?: string; type?: string }

export function readNotificationSearch({ show, type }: Record<string, unknown>): NotificationSearch {
  return { ...(typeof show === 'string' ? { show } : {}), ...(typeof type === 'string' ? { type } : {}) }
}
