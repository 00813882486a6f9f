import { useId } from 'react'
import { lazily, t } from '../../texts/texts.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { readServer, type Mailbox, type MailProvider } from './mailbox-settings.ts'

type MailboxFieldsProps = {
  /** Null for the user's own server. */
  provider: MailProvider | null
  /** Provider at which the user signs in instead of entering a password. */
  oauth: MailProvider['oauth']
  mailbox: Mailbox
  onChange: (part: Partial<Mailbox>) => void
  /** Providers to choose from; null when the provider is given. */
  others: { chosen: string | null; providers: readonly MailProvider[]; onChoose: (provider: string | null) => void } | null
}

/** Fields of a mailbox. Those that a known provider answers are in a disclosure. */
export function MailboxFields({ provider, oauth, mailbox, onChange, others }: MailboxFieldsProps) {
  if (oauth !== null)
    return (
      <p className="text-text-2">
        {t('You sign in there and allow Skein to use this mailbox. There is no password to enter, and you can take it back at any time.')}
      </p>
    )
  if (provider?.signIn === 'OAUTH2')
    return (
      <p className="rounded-lg border border-warning-line bg-warning-tint px-3 py-2.5">
        {t(
          'Your operator has to register this installation at Microsoft first (MICROSOFT_CLIENT_ID). Until then, choose “I have none yet” and forward the mail.',
        )}
      </p>
    )
  const needsAppPassword = provider?.signIn === 'APP_PASSWORD'
  return (
    <div className="grid grid-cols-1 gap-4">
      {others && <ProviderSelect {...others} />}
      {provider?.imap === null && (
        <p className="text-text-2">
          {t('No service can fetch mail from {provider}. Forward it to the address that you see next. Replies go out through {provider}.', {
            provider: provider.name,
          })}
        </p>
      )}
      {provider === null && <Servers {...{ mailbox, onChange, hasImap: true }} />}
      <div>
        <Field
          label={needsAppPassword ? t('App password') : t('Password of the mailbox')}
          type="password"
          autoComplete="new-password"
          maxLength={1024}
          value={mailbox.password}
          onChange={({ target }) => onChange({ password: target.value })}
          {...(needsAppPassword ? { hint: t('Programs need a password of their own here, not the one you sign in with.') } : {})}
        />
        {provider?.helpUrl != null && (
          <a href={provider.helpUrl} target="_blank" rel="noreferrer" className="mt-1 inline-block min-h-6 text-accent underline">
            {needsAppPassword
              ? t('Create an app password at {provider}', { provider: provider.name })
              : t('Permit access by IMAP at {provider} first', { provider: provider.name })}
          </a>
        )}
      </div>
      <Disclosure summary={provider === null ? t('User name and encryption') : t('Servers and user name')}>
        <div className="mt-3 grid grid-cols-1 gap-4">
          {provider !== null && <Servers {...{ mailbox, onChange, hasImap: provider.imap !== null }} />}
          <Field
            label={t('User name')}
            maxLength={320}
            autoComplete="off"
            value={mailbox.user}
            onChange={({ target }) => onChange({ user: target.value })}
          />
          <SecuritySelect value={mailbox.security} onChange={(security) => onChange({ security })} />
        </div>
      </Disclosure>
    </div>
  )
}

function ProviderSelect({ chosen, providers, onChoose }: NonNullable<MailboxFieldsProps['others']>) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {t('Provider')}
      </label>
      <Select
        id={id}
        className="w-full"
        value={chosen ?? ''}
        options={[
          { value: '', label: t('My own mail server') },
          ...providers.map(({ provider, name }) => ({ value: provider, label: name })),
        ]}
        onChange={(next) => onChoose(next === '' ? null : next)}
      />
    </div>
  )
}

type ServersProps = Pick<MailboxFieldsProps, 'mailbox' | 'onChange'> & { hasImap: boolean }

function Servers({ mailbox, onChange, hasImap }: ServersProps) {
  const explain = (text: string, protocol: 'imap' | 'smtp'): { problem?: string } =>
    text === '' || readServer(text, protocol, mailbox.security) ? {} : { problem: t('Enter a host name, with a port if it’s unusual.') }
  return (
    <>
      {hasImap && (
        <Field
          label={t('IMAP server')}
          maxLength={260}
          autoComplete="off"
          placeholder={'imap.example.com'}
          value={mailbox.imap}
          onChange={({ target }) => onChange({ imap: target.value })}
          {...explain(mailbox.imap, 'imap')}
        />
      )}
      <Field
        label={t('SMTP server')}
        maxLength={260}
        autoComplete="off"
        placeholder={'smtp.example.com:587'}
        value={mailbox.smtp}
        onChange={({ target }) => onChange({ smtp: target.value })}
        {...explain(mailbox.smtp, 'smtp')}
      />
    </>
  )
}

const securities = lazily((): readonly { value: Mailbox['security']; label: string }[] => [
  { value: 'AUTO', label: t('By the port: TLS, or STARTTLS at 587 and 143') },
  { value: 'TLS', label: 'TLS' },
  { value: 'STARTTLS', label: 'STARTTLS' },
  { value: 'NONE', label: t('No encryption') },
])

function SecuritySelect({ value, onChange }: { value: Mailbox['security']; onChange: (value: Mailbox['security']) => void }) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {t('Encryption')}
      </label>
      <Select
        id={id}
        className="w-full"
        value={value}
        options={securities()}
        onChange={(next) => {
          const chosen = securities().find((each) => each.value === next)
          if (chosen) onChange(chosen.value)
        }}
      />
    </div>
  )
}
