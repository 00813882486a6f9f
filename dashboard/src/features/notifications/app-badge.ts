import { useEffect } from 'react'
import { useUnreadCount } from './notification-counts.ts'

/** Shows the number of unread notifications on the icon of the installed dashboard. */
export function useAppBadge(): void {
  const unread = useUnreadCount()
  useEffect(() => {
    if (unread === null || !('setAppBadge' in navigator)) return
    // Browsers refuse the badge of a page that is not installed.
    setBadge(unread).catch(() => undefined)
  }, [unread])
  useEffect(
    () => () => {
      if ('clearAppBadge' in navigator) navigator.clearAppBadge().catch(() => undefined)
    },
    [],
  )
}

const setBadge = (count: number): Promise<void> => (count === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(count))
