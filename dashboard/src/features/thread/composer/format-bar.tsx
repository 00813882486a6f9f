import { useState, type KeyboardEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import type { Format, Formats } from './field.ts'

type FormatBarProps = { active: Formats; onFormat: (format: Format, href?: string) => void; onClose: () => void }

/** Buttons for the editor's formats. The Tab key reaches one of them, the arrow keys the others. */
export function FormatBar({ active, onFormat, onClose }: FormatBarProps) {
  const [tabStop, setTabStop] = useState(0)
  const [isLinkOpen, setLinkOpen] = useState(false)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const isForwards = (event.key === 'ArrowRight') === (getComputedStyle(event.currentTarget).direction === 'ltr')
    const step = event.key === 'ArrowRight' || event.key === 'ArrowLeft' ? (isForwards ? 1 : -1) : 0
    if (step === 0) return
    event.preventDefault()
    const next = (tabStop + step + formats.length) % formats.length
    setTabStop(next)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div role="toolbar" aria-label="Formats" tabIndex={-1} className="flex" onKeyDown={onKeyDown}>
      {formats.map(({ format, name, keys, path }, at) => (
        <Button
          key={format}
          look="plain"
          tabIndex={at === tabStop ? 0 : -1}
          aria-label={name}
          aria-pressed={active.includes(format)}
          title={keys === '' ? name : `${name} (${keys})`}
          className={`min-w-8 px-0! max-md:min-w-7 ${active.includes(format) ? 'bg-selected' : ''}`}
          // A click must not change the selection in the editor.
          onMouseDown={(event) => event.preventDefault()}
          onFocus={() => setTabStop(at)}
          onClick={() => {
            if (format === 'link' && !active.includes('link')) setLinkOpen(true)
            else onFormat(format)
          }}
        >
          <Icon path={path} />
        </Button>
      ))}
      {isLinkOpen && (
        <LinkDialog
          onClose={() => {
            setLinkOpen(false)
            onClose()
          }}
          onLink={(href) => {
            setLinkOpen(false)
            onFormat('link', href)
          }}
        />
      )}
    </div>
  )
}

export function Icon({ path }: { path: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden
      className="size-4 fill-none stroke-current stroke-[1.5] [stroke-linecap:round] [stroke-linejoin:round]"
    >
      <path d={path} />
    </svg>
  )
}

function LinkDialog({ onLink, onClose }: { onLink: (href: string) => void; onClose: () => void }) {
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState<string>()
  return (
    <Dialog label="Link" onClose={onClose} className="w-96 max-w-[calc(100vw-2rem)]">
      <form
        className="grid gap-3 p-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const href = parseLink(address)
          if (href === null) setProblem('An address of the web or of a mailbox is needed, such as https://example.com.')
          else onLink(href)
        }}
      >
        <Field
          label="Where the link leads to"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          value={address}
          problem={problem}
          onChange={({ target }) => {
            setAddress(target.value)
            setProblem(undefined)
          }}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit">
            Link
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Converts typed text to a URL; null when neither a browser nor a mail program could open it. */
function parseLink(typed: string): string | null {
  const address = typed.trim()
  if (/^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/.test(address)) return `mailto:${address}`
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(address) && !/^[^:/]+:\d+(\/|$)/.test(address) ? address : `https://${address}`)
  if (!url || !['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol)) return null
  return url.protocol.startsWith('http') && !/[.:]|^localhost$/.test(url.hostname) ? null : url.href
}

const formats: readonly { format: Format; name: string; keys: string; path: string }[] = [
  { format: 'bold', name: 'Bold', keys: 'Ctrl B', path: 'M5 3h3.5a2.5 2.5 0 0 1 0 5H5zM5 8h4.5a2.5 2.5 0 0 1 0 5H5z' },
  { format: 'italic', name: 'Italic', keys: 'Ctrl I', path: 'M7 3h5M4 13h5M9.5 3l-3 10' },
  {
    format: 'link',
    name: 'Link',
    keys: '',
    path: 'M6.8 9.2a2.6 2.6 0 0 0 3.8 0l2-2a2.7 2.7 0 0 0-3.8-3.8l-.8.8M9.2 6.8a2.6 2.6 0 0 0-3.8 0l-2 2a2.7 2.7 0 0 0 3.8 3.8l.8-.8',
  },
  { format: 'bulletList', name: 'List', keys: 'Ctrl Shift 8', path: 'M6.5 4H14M6.5 8H14M6.5 12H14M2.75 4h.01M2.75 8h.01M2.75 12h.01' },
  {
    format: 'orderedList',
    name: 'Numbered list',
    keys: 'Ctrl Shift 7',
    path: 'M6.5 4H14M6.5 8H14M6.5 12H14M2 3l1-.5V6M2 10.2c1.6-1 2.4.3 1.2 1.4L2 13h2',
  },
  { format: 'blockquote', name: 'Quotation', keys: 'Ctrl Shift B', path: 'M2.5 3v10M6 4.5h8M6 8h8M6 11.5h5' },
  { format: 'codeBlock', name: 'Code', keys: 'Ctrl Alt C', path: 'M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5' },
]
