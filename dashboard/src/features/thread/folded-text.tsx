import type { ReactNode } from 'react'
import { splitQuoted } from '../../../../server/kit/quoted-history.ts'

type FoldedTextProps = { text: string; folds: boolean; show?: (text: string) => ReactNode }

/** Shows the text of a message, with its quoted history folded. Each line takes its direction from its own script. */
export function FoldedText({ text: whole, folds, show }: FoldedTextProps) {
  const { text, quoted } = folds ? splitQuoted(whole) : { text: whole, quoted: null }
  return (
    <div dir="auto" className="mt-1">
      <p className="break-words whitespace-pre-wrap [unicode-bidi:plaintext]">{show ? show(text) : text}</p>
      {quoted !== null && (
        <details>
          <summary className="inline-flex min-h-6 items-center text-muted">… Quoted text</summary>
          <p className="border-s-2 border-line ps-3 break-words whitespace-pre-wrap text-muted [unicode-bidi:plaintext]">{quoted}</p>
        </details>
      )}
    </div>
  )
}
