import { useRef, type RefObject } from 'react'
import { Button } from '../../../ui/button.tsx'
import { toMessageBody, type Draft } from '../../threads/drafts.ts'
import { maxMessageLength, type FieldHandle, type Formats } from './field.ts'
import { FormatBar, Icon } from './format-bar.tsx'

type WritingToolsProps = { field: RefObject<FieldHandle | null>; formats: Formats; onAttach: (files: Iterable<File>) => void }

/** The buttons below a writing field that format its text and attach files. */
export function WritingTools({ field, formats, onAttach }: WritingToolsProps) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={({ target }) => {
          onAttach(target.files ?? [])
          // Without this, choosing the same file again would cause no change event.
          target.value = ''
        }}
      />
      <div className="me-auto -ms-2 flex flex-wrap">
        <FormatBar
          active={formats}
          onFormat={(format, href) => field.current?.format(format, href)}
          onClose={() => field.current?.focus()}
        />
        <Button
          look="plain"
          className="min-w-8 px-0! max-md:min-w-7"
          aria-label="Attach files"
          title="Attach files"
          onClick={() => picker.current?.click()}
        >
          <Icon path="m13.5 7.3-5.6 5.6a3.2 3.2 0 0 1-4.6-4.6l5.6-5.6a2.15 2.15 0 0 1 3 3l-5.5 5.6a1.05 1.05 0 0 1-1.5-1.5l5.1-5.1" />
        </Button>
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
  return <p className="mt-1 text-sm text-danger">This is too long to be sent, by {excess.toLocaleString()} characters.</p>
}
