import { useState } from 'react'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'
import { t } from '../texts/texts.ts'

type CodeBlockProps = { label: string; text: string; copies?: string; className?: string }

/** Text with a copy button: a command, a key, JSON. `copies` is the text to copy, if it differs from the displayed one. */
export function CodeBlock({ label, text, copies = text, className = '' }: CodeBlockProps) {
  const [isCopied, setCopied] = useState(false)
  return (
    <div className={`overflow-hidden rounded-lg border border-line bg-sunken ${className}`}>
      <div className="flex items-center justify-between gap-2 border-b border-line ps-3 pe-1 py-0.5">
        <span className="min-w-0 truncate text-xs text-muted">{label}</span>
        <Button
          look="plain"
          className="min-h-7! text-xs!"
          aria-label={t('Copy: {name}', { name: label })}
          onClick={() => {
            void copyText(copies).then(() => setCopied(true))
            setTimeout(() => setCopied(false), 2_000)
          }}
        >
          <span aria-live="polite">{isCopied ? t('Copied') : t('Copy')}</span>
        </Button>
      </div>
      <pre
        dir="ltr"
        tabIndex={0}
        aria-label={label}
        className="max-h-80 overflow-auto px-3 py-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
      >
        {text}
      </pre>
    </div>
  )
}
