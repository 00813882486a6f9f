import { useSyncExternalStore } from 'react'

/** The widths at which the layout changes, as in tokens.css. */
export const fromTwoPanes = '(min-width: 45rem)'
export const fromThreePanes = '(min-width: 68.75rem)'

/** Whether a media query holds, also when that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}
