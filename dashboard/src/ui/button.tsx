import type { ComponentProps } from 'react'

type Look = 'primary' | 'quiet' | 'plain' | 'danger'

const looks: Readonly<Record<Look, string>> = {
  primary: 'bg-accent-fill text-on-accent border-transparent hover:brightness-110 font-medium',
  quiet: 'bg-surface border-line hover:bg-hover',
  plain: 'border-transparent hover:bg-hover',
  danger: 'bg-surface border-danger text-danger hover:bg-hover',
}

export function Button({ look = 'quiet', className = '', type = 'button', ...rest }: ComponentProps<'button'> & { look?: Look }) {
  return (
    <button
      // Callers can pass only the three values that `type` allows.
      type={type}
      className={`inline-flex min-h-8 items-center justify-center gap-1.5 rounded-md border px-2.5 text-sm whitespace-nowrap disabled:opacity-60 ${looks[look]} ${className}`}
      {...rest}
    />
  )
}

type KeyProps = {
  children: string
  /**
   * Shows the key in narrow places too. Without it, the key is hidden on small screens and in narrow `@container` elements, where it has no
   * room beside a button.
   */
  always?: true
}

/** A key of the keyboard. Renders nothing for an empty string. */
export function Key({ children, always }: KeyProps) {
  if (children === '') return null
  return (
    <kbd
      className={`rounded border border-line px-1 font-sans text-xs whitespace-nowrap text-muted ${always ? '' : 'max-md:hidden @max-[28rem]:hidden'}`}
    >
      {children}
    </kbd>
  )
}
