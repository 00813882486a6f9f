import { useSyncExternalStore } from 'react'

/** The widths at which the layout changes. tokens.css has the same values. */
export const fromTwoPanes = '(min-width: 45rem)'
export const fromThreePanes = '(min-width: 68.75rem)'

/** Returns whether a media query matches, and rerenders when that changes. */
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
