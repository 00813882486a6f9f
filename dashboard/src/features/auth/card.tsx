import { useEffect, useRef, type ReactNode } from 'react'
import { useTitle } from '../../ui/use-title.ts'

type CardProps = {
  title: string
  lead?: ReactNode
  children?: ReactNode
  /** Links to another sign-in screen. */
  below?: ReactNode
}

/** Layout of the screens before sign-in: a centred card. */
export function Card({ title, lead, children, below }: CardProps) {
  useTitle(title)
  const main = useRef<HTMLElement>(null)
  useEffect(() => {
    // Each of these screens has one form, so its first field gets the focus.
    if (document.activeElement === document.body) main.current?.querySelector('input')?.focus()
  }, [])
  return (
    <main ref={main} className="grid min-h-full place-items-center p-4">
      <div className="w-full max-w-100">
        <p className="mb-5 flex items-center justify-center gap-2 text-md font-semibold">
          <img src="/icon.svg" alt="" className="size-7" />
          Skein
        </p>
        <div className="rounded-xl border border-line bg-surface p-7 shadow-1 max-md:p-5">
          <h1 className="text-xl font-semibold">{title}</h1>
          {lead !== undefined && <p className="mt-1.5 text-text-2">{lead}</p>}
          {children !== undefined && <div className="mt-5">{children}</div>}
        </div>
        {below !== undefined && <p className="mt-4 text-center">{below}</p>}
      </div>
    </main>
  )
}
