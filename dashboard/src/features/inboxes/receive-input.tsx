import { useState } from 'react'
import { lazily, t } from '../../texts/texts.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import type { CustomInput } from '../../ui/form/fields.ts'
import { NoPublicName } from './no-public-name.tsx'
import { isPrivateName } from './public-name.ts'
import { ChoiceCards } from '../catalogue/choice-cards.tsx'

const ways = lazily(() => [
  { value: 'FORWARD', label: t('Forwarding'), hint: t('Keep your mailbox, and forward its mail to us.') },
  { value: 'IMAP', label: t('Gmail, Microsoft 365 or IMAP'), hint: t('We sign in to your mailbox and fetch new mail.') },
  { value: 'MX', label: t('Your own domain'), hint: t('Skein becomes the mail server of your domain.') },
  { value: 'API', label: t('By API'), hint: t('Your own program or mail provider posts each mail.') },
])

/** Chooses how the inbox receives mail. Forwarding and a custom domain are the same for the API: mail arrives at the SMTP port. */
export function ReceiveInput({ value, onChange, ...rest }: CustomInput) {
  const [way, setWay] = useState(value === 'SMTP' ? 'FORWARD' : value)
  return (
    <ChoiceCards
      {...rest}
      options={ways()}
      value={value === 'SMTP' && way !== 'MX' ? 'FORWARD' : way}
      onChange={(next) => {
        setWay(next)
        onChange(next === 'FORWARD' || next === 'MX' ? 'SMTP' : next)
      }}
    />
  )
}

/** Explains how to route mail to the SMTP port. */
export function ForwardHint({ value }: CustomInput) {
  if (typeof value !== 'string') return null
  if (isPrivateName(value)) return <NoPublicName />
  return (
    <div className="grid grid-cols-1 gap-2">
      <p>
        {t(
          'To forward, enter this address at your mail provider. It always leads to this inbox. If the provider sends a confirmation code to it, the code arrives here as a thread.',
        )}
      </p>
      <CodeBlock label={t('Forwarding address')} text={value} />
      <p>{t('To use your own domain, set the DNS records for mail server and ownership below.')}</p>
    </div>
  )
}
