/** The filter of the page in its URL. The page itself, which is loaded later, knows the values. */
export type NotificationSearch = { show?: string; type?: string }

export function readNotificationSearch({ show, type }: Record<string, unknown>): NotificationSearch {
  return { ...(typeof show === 'string' ? { show } : {}), ...(typeof type === 'string' ? { type } : {}) }
}
