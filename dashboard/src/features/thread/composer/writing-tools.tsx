import { useRef, type ReactNode, type RefObject } from 'react'
import { useStore } from '../../../api/store.ts'
import { t } from '../../../texts/texts.ts'
import { IconButton } from '../../../ui/button.tsx'
import { ALargeSmall, Paperclip } from '../../../ui/icons.ts'
import { createStoredChoice } from '../../../ui/stored-choice.ts'
import { findFilesProblem } from '../channel/draft-limits.ts'
import type { ReplyLimits } from '../channel/plan-channel-reply.ts'
import type { FieldHandle, Formats } from '../../editor/field.ts'
import { FormatBar } from '../../editor/format-bar.tsx'

type WritingToolsProps = {
  field: RefObject<FieldHandle | null>
  formats: Formats
  /** Limits of the channel; null if it has none. */
  limits?: ReplyLimits | null
  onAttach: (files: Iterable<File>) => void
  /** Additional buttons after the standard ones. */
  children?: ReactNode
}

/** Whether the formatting toolbar is visible, stored in the browser. */
const showsFormats = createStoredChoice('skein.formats', false, (stored) => (typeof stored === 'boolean' ? stored : null))

/** Toolbar below a writing field: formatting and attachments. */
export function WritingTools({ field, formats, limits = null, onAttach, children }: WritingToolsProps) {
  const picker = useRef<HTMLInputElement>(null)
  const canFormat = limits === null || limits.formats.includes('html')
  const isFormatting = useStore(showsFormats) && canFormat
  const whyNoFiles = findFilesProblem(limits)
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
          hidden={!canFormat}
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
        <IconButton
          icon={Paperclip}
          label={t('Attach files')}
          {...(whyNoFiles === null ? {} : { hint: whyNoFiles })}
          disabled={whyNoFiles !== null}
          onClick={() => picker.current?.click()}
        />
        {children}
      </div>
    </>
  )
}
