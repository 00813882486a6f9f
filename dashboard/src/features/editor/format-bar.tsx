import { useState, type KeyboardEvent } from 'react'
import { formatPresses } from '../../keyboard/shortcuts.ts'
import { message, t, type Message } from '../../texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Bold, Code, Italic, Link, List, ListOrdered, TextQuote, type IconType } from '../../ui/icons.ts'
import type { Format, Formats } from './field.ts'

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

export function LinkDialog({ onLink, onClose }: { onLink: (href: string) => void; onClose: () => void }) {
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState<string>()
  return (
    <Dialog label={t('Link')} onClose={onClose} className="w-96 max-w-[calc(100vw-2rem)]">
      <form
        className="grid gap-4 p-5"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const href = parseLink(address)
          if (href === null) setProblem(t('Enter a web or email address, such as https://example.com.'))
          else onLink(href)
        }}
      >
        <Field
          label={t('Link to')}
          inputMode="url"
          autoComplete="off"
          placeholder={'https://'}
          value={address}
          problem={problem}
          onChange={({ target }) => {
            setAddress(target.value)
            setProblem(undefined)
          }}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" type="submit">
            {t('Add link')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Converts typed text to a URL; null when it is neither a web address nor an email address. */
function parseLink(typed: string): string | null {
  const address = typed.trim()
  if (/^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/.test(address)) return `mailto:${address}`
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(address) && !/^[^:/]+:\d+(\/|$)/.test(address) ? address : `https://${address}`)
  if (!url || !['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol)) return null
  return url.protocol.startsWith('http') && !/[.:]|^localhost$/.test(url.hostname) ? null : url.href
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
