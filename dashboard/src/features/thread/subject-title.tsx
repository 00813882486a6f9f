import { useEffect, useId, useRef, useState } from 'react'
import type { Thread } from '@skein/client'
import { useRights } from '../../api/rights.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { formatLocale } from '../../texts/language.ts'
import { t } from '../../texts/texts.ts'
import { focusHome } from '../../ui/lost-focus.ts'
import { useThreadActions } from '../threads/use-thread-actions.ts'
import { UnbrokenCodes } from './linked-text.tsx'

/** Maximum length of a subject, enforced by the service. */
const maxLength = 255

type SubjectTitleProps = { thread: Thread; level: 'h1' | 'h2'; className: string }

/** The subject of a thread. A double click or the shortcut edits it in place: Enter saves it, Escape discards the text. */
export function SubjectTitle({ thread, level: Heading, className }: SubjectTitleProps) {
  const [isEditing, setEditing] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const wasByKey = useRef(false)
  const mayRename = useRights().whyNot('updateThread') === null
  const edit = (): void => setEditing(true)
  useShortcuts(mayRename ? { rename: edit } : {})
  useEffect(() => {
    if (isEditing || !wasByKey.current) return
    wasByKey.current = false
    heading.current?.focus({ preventScroll: true })
  }, [isEditing])
  if (isEditing)
    return (
      <SubjectInput
        thread={thread}
        onDone={(isByKey) => {
          wasByKey.current = isByKey
          setEditing(false)
        }}
      />
    )
  return (
    <Heading
      ref={heading}
      {...focusHome}
      dir="auto"
      data-tip={`${thread.ticketNumber} · ${thread.subject}`}
      className={`outline-none ${className}`}
      onDoubleClick={mayRename ? edit : undefined}
    >
      <UnbrokenCodes text={thread.subject} />
    </Heading>
  )
}

function SubjectInput({ thread, onDone }: { thread: Thread; onDone: (isByKey: boolean) => void }) {
  const actions = useThreadActions()
  const [text, setText] = useState(thread.subject)
  /** Whether Enter has been pressed. Until then, an empty field is not a problem. */
  const [wasEntered, setEntered] = useState(false)
  const isOver = useRef(false)
  const problemId = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  const subject = text.trim()
  const excess = [...subject].length - maxLength
  const problem =
    excess > 0
      ? t('A subject has at most 255 characters. Remove {count}.', { count: excess.toLocaleString(formatLocale) })
      : subject === '' && wasEntered
        ? t('Enter a subject, or press Esc to keep the old one.')
        : null
  const finish = (isByKey: boolean, isSaving: boolean): void => {
    // Removing the focused input fires a blur event, too.
    if (isOver.current) return
    isOver.current = true
    if (isSaving && subject !== '' && excess <= 0) actions.rename(thread, subject)
    onDone(isByKey)
  }
  return (
    <div className="relative">
      <input
        ref={input}
        aria-label={t('Subject')}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : problemId}
        dir="auto"
        className="-ms-2 h-7 w-[calc(100%+0.5rem)] rounded-md px-2 text-lg font-semibold shadow-[inset_0_0_0_1px_var(--line-strong)] max-md:text-md aria-invalid:shadow-[inset_0_0_0_1px_var(--danger)]"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text')
          if (!/[\r\n]/.test(pasted)) return
          // The browser would join the lines without a space.
          event.preventDefault()
          const { selectionStart, selectionEnd } = event.currentTarget
          event.currentTarget.setRangeText(pasted.trim().replace(/\s*[\r\n]+\s*/g, ' '), selectionStart ?? 0, selectionEnd ?? 0, 'end')
          setText(event.currentTarget.value)
        }}
        onBlur={() => finish(false, true)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Escape') {
            // Escape would otherwise close the thread.
            event.stopPropagation()
            finish(true, false)
          } else if (event.key === 'Enter') {
            event.preventDefault()
            setEntered(true)
            if (subject !== '' && excess <= 0) finish(true, true)
          }
        }}
      />
      {problem !== null && (
        <p
          id={problemId}
          role="alert"
          className="absolute top-full z-10 mt-1 rounded-md bg-raised px-2 py-1 text-xs text-danger shadow-2 forced-colors:border"
        >
          {problem}
        </p>
      )}
    </div>
  )
}
