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
  /** Additional buttons after the standard ones. */
  children?: ReactNode
}

/** Whether the formatting toolbar is visible, stored in the browser. */
const showsFormats = createStoredChoice('skein.formats', false, (stored) => (typeof stored === 'boolean' ? stored : null))

/** Toolbar below a writing field: formatting and attachments. */
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
          // Reset the input: choosing the same file again would otherwise emit no change event.
          target.value = ''
        }}
      />
      <div className="me-auto flex min-w-0 flex-wrap gap-0.5">
        <IconButton
          icon={ALargeSmall}
          label={t('Formatting')}
          aria-pressed={isFormatting}
          // Keep the focus in the field.
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

/** Returns the number of characters over a message's limit; zero or less if the draft fits. */
export function getExcessLength(draft: Draft): number {
  return toMessageBody(draft).body.length - maxMessageLength
}

/** Warns that a draft is over the limit, with the number of characters. */
export function ExcessNotice({ draft }: { draft: Draft }) {
  const excess = getExcessLength(draft)
  if (excess <= 0) return null
  return (
    <p className="mt-1 px-2 text-danger">
      {plural(excess, 'This is too long by {count} character.', 'This is too long by {count} characters.')}
    </p>
  )
}
