import { useEffect, useRef, useState, type RefObject } from 'react'
import { t } from '../../../texts/texts.ts'
import { fromTwoPanes, useMedia } from '../../../ui/use-media.ts'
import type { DraftKind } from '../../threads/drafts.ts'
import type { FieldHandle } from '../../editor/field.ts'

/** Whether the composer is expanded. On wide screens it always is; on phones it starts as one line, and gets the focus when it expands. */
export function useComposerLine(field: RefObject<FieldHandle | null>, startsOpen: boolean) {
  const isTwo = useMedia(fromTwoPanes)
  const [isOpen, setOpen] = useState(startsOpen)
  const line = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (isOpen) field.current?.focus()
    else if (wasOpen.current) line.current?.focus()
    wasOpen.current = isOpen
  }, [field, isOpen])
  return { isOpen: isTwo || isOpen, setOpen, line }
}

type ComposerLineProps = { kind: DraftKind; text: string; line: RefObject<HTMLButtonElement | null>; onOpen: () => void }

/** The collapsed composer on phones: one line with the draft, which expands the composer. */
export function ComposerLine({ kind, text, line, onOpen }: ComposerLineProps) {
  const look = kind === 'note' ? 'border-note-line bg-note' : 'border-line-strong bg-surface'
  return (
    <button
      ref={line}
      type="button"
      className={`mx-2 mt-1 mb-2 flex min-h-11 items-center gap-2 rounded-xl border px-3.5 text-start text-base ${look}`}
      onClick={onOpen}
    >
      {text.trim() === '' ? (
        <span className="text-muted">{kind === 'reply' ? t('Reply…') : t('Note…')}</span>
      ) : (
        <>
          <span className="text-muted">{t('Draft')}</span>
          <span dir="auto" className="min-w-0 truncate">
            {text}
          </span>
        </>
      )}
    </button>
  )
}
