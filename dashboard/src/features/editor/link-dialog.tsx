import { useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'

/** Asks for the address of a link. */
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
