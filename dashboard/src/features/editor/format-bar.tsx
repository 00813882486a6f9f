import { useState, type KeyboardEvent } from 'react'
import { formatPresses } from '../../keyboard/shortcuts.ts'
import { message, t, type Message } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { Bold, Code, Italic, Link, List, ListOrdered, TextQuote, type IconType } from '../../ui/icons.ts'
import type { Format, Formats } from './field.ts'
import { LinkDialog } from './link-dialog.tsx'

type FormatBarProps = { active: Formats; onFormat: (format: Format, href?: string) => void; onClose: () => void }

/** Toolbar of text formats, with a roving tabindex: Tab reaches one button, and the arrow keys reach the others. */
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
    <div role="toolbar" aria-label={t('Formats')} tabIndex={-1} className="flex" onKeyDown={onKeyDown}>
      {formats.map(({ format, name, keys, icon }, at) => (
        <IconButton
          key={format}
          icon={icon}
          label={t(name)}
          hint={formatPresses(keys)}
          tabIndex={at === tabStop ? 0 : -1}
          aria-pressed={active.includes(format)}
          // Keep the selection in the editor.
          onMouseDown={(event) => event.preventDefault()}
          onFocus={() => setTabStop(at)}
          onClick={() => {
            if (format === 'link' && !active.includes('link')) setLinkOpen(true)
            else onFormat(format)
          }}
        />
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

const formats: readonly { format: Format; name: Message; keys: string; icon: IconType }[] = [
  { format: 'bold', name: message('Bold'), keys: '$mod+B', icon: Bold },
  { format: 'italic', name: message('Italic'), keys: '$mod+I', icon: Italic },
  { format: 'link', name: message('Link'), keys: '', icon: Link },
  { format: 'bulletList', name: message('List'), keys: '$mod+Shift+8', icon: List },
  { format: 'orderedList', name: message('Numbered list'), keys: '$mod+Shift+7', icon: ListOrdered },
  { format: 'blockquote', name: message('Quotation'), keys: '$mod+Shift+B', icon: TextQuote },
  { format: 'codeBlock', name: message('Code'), keys: '$mod+Alt+C', icon: Code },
]
