import type { ReactNode } from 'react'
import { t } from '../../texts/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { Ellipsis } from '../../ui/icons.ts'

type FoldedTextProps = {
  text: string
  /** Offset of the quoted history; null when nothing is collapsed. */
  quotedFrom: number | null
  show?: (text: string) => ReactNode
}

/** Text of a message, with its quoted history collapsed. Each line has its own text direction. */
export function FoldedText({ text: whole, quotedFrom, show }: FoldedTextProps) {
  const text = quotedFrom === null ? whole : whole.slice(0, quotedFrom).trimEnd()
  return (
    <div dir="auto">
      <p className="break-words whitespace-pre-wrap [unicode-bidi:plaintext]">{show ? show(text) : text}</p>
      {quotedFrom !== null && (
        <details>
          <summary data-tip={t('Show the quoted text')} className="mt-1.5 inline-flex min-h-6 items-center">
            <span className="grid h-3.5 w-6.5 place-items-center rounded-full bg-press text-text-2">
              <Icon of={Ellipsis} size={14} />
            </span>
            <span className="sr-only">{t('Quoted text')}</span>
          </summary>
          <p className="border-s-2 border-line ps-3 break-words whitespace-pre-wrap text-muted [unicode-bidi:plaintext]">
            {whole.slice(quotedFrom).trim()}
          </p>
        </details>
      )}
    </div>
  )
}
