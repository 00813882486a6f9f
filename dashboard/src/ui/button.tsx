import type { ComponentProps } from 'react'

type Look = 'primary' | 'quiet' | 'plain'

const looks: Readonly<Record<Look, string>> = {
  primary: 'bg-accent-fill text-on-accent border-transparent hover:brightness-110 font-medium',
  quiet: 'bg-surface border-line hover:bg-hover',
  plain: 'border-transparent hover:bg-hover',
}

export function Button({ look = 'quiet', className = '', type = 'button', ...rest }: ComponentProps<'button'> & { look?: Look }) {
  return (
    <button
      // A caller's `submit` is one of the three values that there are.
      type={type}
      className={`inline-flex min-h-8 items-center justify-center gap-1.5 rounded-md border px-2.5 text-sm whitespace-nowrap disabled:opacity-60 ${looks[look]} ${className}`}
      {...rest}
    />
  )
}

/** A key, as it stands on keyboards. */
export function Key({ children }: { children: string }) {
  return <kbd className="rounded border border-line px-1 font-sans text-xs text-muted">{children}</kbd>
}
