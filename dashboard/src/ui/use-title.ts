import { useEffect } from 'react'

/** Sets the title of the browser tab and its history entry. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Skein`
  }, [title])
}
