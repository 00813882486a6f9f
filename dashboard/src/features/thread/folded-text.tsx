import type { ReactNode } from 'react'

type FoldedTextProps = {
  text: string
  /** The offset at which the quoted history starts; null when nothing is folded. */
  quotedFrom: number | null
  show?: (text: string) => ReactNode
}

/** Shows the text of a message, with its quoted history folded. Each line takes its direction from its own script. */
export function FoldedText({ text: whole, quotedFrom, show }: FoldedTextProps) {
  const text = quotedFrom === null ? whole : whole.slice(0, quotedFrom).trimEnd()
  return (
    <div dir="auto" className="mt-1">
      <p className="break-words whitespace-pre-wrap [unicode-bidi:plaintext]">{show ? show(text) : text}</p>
      {quotedFrom !== null && (
        <details>
          <summary className="inline-flex min-h-6 items-center text-muted">… Quoted text</summary>
          <p className="border-s-2 border-line ps-3 break-words whitespace-pre-wrap text-muted [unicode-bidi:plaintext]">
            {whole.slice(quotedFrom).trim()}
          </p>
        </details>
      )}
    </div>
  )
}
