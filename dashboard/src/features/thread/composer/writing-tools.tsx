import { useRef, type ReactNode, type RefObject } from 'react'
import { useStore } from '../../../api/store.ts'
import { plural, t } from '../../../texts/texts.ts'
import { IconButton } from '../../../ui/button.tsx'
import { ALargeSmall, Paperclip } from '../../../ui/icons.ts'
import { createStoredChoice } from '../../../ui/stored-choice.ts'
import { toMessageBody, type Draft } from '../../threads/drafts.ts'
import { maxMessageLength, type FieldHandle, type Formats } from './field.ts'
import { FormatBar } from './format-bar.tsx'

type WritingToolsProps = {
  field: RefObject<FieldHandle | null>
  formats: Formats
  onAttach: (files: Iterable<File>) => void
  /** More buttons, after those that every writing field has. */
  children?: ReactNode
}

/** Whether the agent wants to see the buttons that format text. The browser remembers it. */
const showsFormats = createStoredChoice('skein.formats', false, (stored) => (typeof stored === 'boolean' ? stored : null))

/** The buttons below a writing field that format its text and attach files. */
export function WritingTools({ field, formats, onAttach, children }: WritingToolsProps) {
  const picker = useRef<HTMLInputElement>(null)
  const isFormatting = useStore(showsFormats)
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={t('Files to attach')}
        onChange={({ target }) => {
          onAttach(target.files ?? [])
          // Without this, choosing the same file again would cause no change event.
          target.value = ''
        }}
      />
      <div className="me-auto flex min-w-0 flex-wrap gap-0.5">
        <IconButton
          icon={ALargeSmall}
          label={t('Formatting')}
          aria-pressed={isFormatting}
          // A click must not take the focus from the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => showsFormats.set(!isFormatting)}
        />
        {isFormatting && (
          <FormatBar
            active={formats}
            onFormat={(format, href) => field.current?.format(format, href)}
            onClose={() => field.current?.focus()}
          />
        )}
        <IconButton icon={Paperclip} label={t('Attach files')} onClick={() => picker.current?.click()} />
        {children}
      </div>
    </>
  )
}

/** Returns by how many characters a draft is too long for a message; not positive if it fits. */
export function getExcessLength(draft: Draft): number {
  return toMessageBody(draft).body.length - maxMessageLength
}

/** Says by how much a draft is too long to be sent. */
export function ExcessNotice({ draft }: { draft: Draft }) {
  const excess = getExcessLength(draft)
  if (excess <= 0) return null
  return (
    <p className="mt-1 px-2 text-danger">
      {plural(excess, 'This is too long by {count} character.', 'This is too long by {count} characters.')}
    </p>
  )
}
