import { useSyncExternalStore } from 'react'

/** Breakpoints of the layout, as in tokens.css. */
export const fromTwoPanes = '(min-width: 45rem)'
/** Narrower screens show the list or the thread. */
export const fromListBesideThread = '(min-width: 56.25rem)'
export const fromThreePanes = '(min-width: 68.75rem)'

/** Returns whether a media query matches, and re-renders when that changes. */
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
