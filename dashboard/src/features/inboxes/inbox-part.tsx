import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from '@tanstack/react-router'

/** A card of an inbox's page. */
export function Part({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  // The browser scrolls to the fragment before the inbox is loaded, so scroll again.
  const hash = useLocation({ select: (location) => location.hash })
  const isWanted = id !== undefined && id === hash
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isWanted) ref.current?.scrollIntoView()
  }, [isWanted])
  return (
    <section ref={ref} id={id} aria-label={title} className="card scroll-mt-4">
      <h2 className="mb-3 text-md font-semibold">{title}</h2>
      {children}
    </section>
  )
}
