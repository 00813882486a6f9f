import { useState } from 'react'
import { CodeBlock } from '../../ui/code-block.tsx'
import type { CustomInput } from '../../ui/form/fields.ts'
import { ChoiceCards } from './choice-cards.tsx'

const ways = [
  { value: 'FORWARD', label: 'Forward it', hint: 'Keep your mailbox, and forward its mail to an address of Skein.' },
  { value: 'IMAP', label: 'Fetch it from a mailbox', hint: 'Skein signs in to your mailbox by IMAP and fetches new mail.' },
  { value: 'MX', label: 'Point your domain here', hint: 'Skein becomes the mail server of your domain.' },
  { value: 'API', label: 'Post it by a program', hint: 'Your own program, or your mail provider, posts each mail to the API.' },
]

/** Chooses how mail comes in. Forwarding and an own domain are the same for the API: mail comes to the SMTP port. */
export function ReceiveInput({ value, onChange, ...rest }: CustomInput) {
  const [way, setWay] = useState(value === 'SMTP' ? 'FORWARD' : value)
  return (
    <ChoiceCards
      {...rest}
      options={ways}
      value={value === 'SMTP' && way !== 'MX' ? 'FORWARD' : way}
      onChange={(next) => {
        setWay(next)
        onChange(next === 'FORWARD' || next === 'MX' ? 'SMTP' : next)
      }}
    />
  )
}

/** Says what to do so that mail reaches the SMTP port. */
export function ForwardHint({ value }: CustomInput) {
  if (typeof value !== 'string') return null
  return (
    <div className="grid grid-cols-1 gap-2 text-sm">
      <p>
        <span className="font-medium">To forward:</span> make this the forwarding address at your mail provider. It always leads to this
        inbox. The provider may send a code to it, which then arrives here as a thread.
      </p>
      <CodeBlock label="Forwarding address" text={value} />
      <p>
        <span className="font-medium">To point your domain here:</span> set the records for mail server and ownership that step 3 shows.
      </p>
    </div>
  )
}
