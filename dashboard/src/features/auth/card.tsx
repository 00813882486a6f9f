import { useEffect, useRef, type ReactNode } from 'react'
import { useTitle } from '../../ui/use-title.ts'

/** The frame of the screens that users see before they sign in. */
export function Card({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  useTitle(title)
  const main = useRef<HTMLElement>(null)
  useEffect(() => {
    // Each of these screens has one form, so its first field gets the focus.
    if (document.activeElement === document.body) main.current?.querySelector('input')?.focus()
  }, [])
  return (
    <main ref={main} className="grid min-h-full place-items-center p-4">
      <div className="w-full max-w-90">
        <p className="mb-6 flex items-center gap-2 text-sm font-semibold">
          <img src="/icon.svg" alt="" className="size-6" />
          Skein
        </p>
        <h1 className="text-xl font-semibold">{title}</h1>
        {lead !== undefined && <p className="mt-1 text-muted">{lead}</p>}
        <div className="mt-5">{children}</div>
      </div>
    </main>
  )
}
