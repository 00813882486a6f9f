import { useEffect, useRef } from 'react'
import { formatAriaKeys } from '../../../keyboard/shortcuts.ts'
import { t } from '../../../texts/texts.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { ChevronUp } from '../../../ui/icons.ts'
import type { ChosenRecipients } from '../../threads/drafts.ts'
import { AddressInput } from './address-input.tsx'

type RecipientFieldsProps = {
  threadId: string
  recipients: ChosenRecipients
  /** Label of the button that restores the default recipients; null when they are not changed. */
  restore: string | null
  onChange: (recipients: ChosenRecipients | null) => void
  onClose: () => void
}

/** One line each for To, Cc and Bcc. They close when the agent goes on writing. */
export function RecipientFields({ threadId, recipients, restore, onChange, onClose }: RecipientFieldsProps) {
  const fields = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    const closeInText = ({ target }: FocusEvent): void => {
      const isText = target instanceof HTMLElement && (target.isContentEditable || target instanceof HTMLTextAreaElement)
      if (isText && fields.current?.closest('.composer')?.contains(target)) onClose()
    }
    const closeOnEscape = (event: KeyboardEvent): void => {
      const isHere = event.target instanceof Node && fields.current?.contains(event.target)
      if (event.key !== 'Escape' || event.isComposing || !isHere) return
      event.preventDefault()
      onClose()
    }
    document.addEventListener('focusin', closeInText)
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      document.removeEventListener('focusin', closeInText)
      document.removeEventListener('keydown', closeOnEscape)
    }
  }, [onClose])
  const { to, cc, bcc } = recipients
  const change = (part: Partial<ChosenRecipients>): void => onChange({ ...recipients, ...part })
  return (
    <fieldset ref={fields} className="min-w-0 px-1">
      <legend className="sr-only">{t('Recipients')}</legend>
      <AddressInput
        label={t('To')}
        isFirst
        threadId={threadId}
        addresses={to}
        others={[...cc, ...bcc]}
        onChange={(all) => change({ to: all })}
      >
        {restore !== null && (
          <Button
            look="plain"
            size="small"
            className="px-1.5! text-xs! text-accent!"
            aria-keyshortcuts={formatAriaKeys('replyAll')}
            onClick={() => {
              onChange(null)
              onClose()
            }}
          >
            {restore}
          </Button>
        )}
        <IconButton icon={ChevronUp} label={t('Close the recipients')} onClick={onClose} />
      </AddressInput>
      <AddressInput label={t('Cc')} threadId={threadId} addresses={cc} others={[...to, ...bcc]} onChange={(all) => change({ cc: all })} />
      <AddressInput label={t('Bcc')} threadId={threadId} addresses={bcc} others={[...to, ...cc]} onChange={(all) => change({ bcc: all })} />
    </fieldset>
  )
}
