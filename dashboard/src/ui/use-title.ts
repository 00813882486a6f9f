import { useEffect } from 'react'

/** The name of the tab, and of the page in its history. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Skein`
  }, [title])
}
