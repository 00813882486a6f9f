import type { ReactNode } from 'react'
import type { Inbox } from '@skein/client'
import { t } from '../../../texts/texts.ts'
import { titled } from '../inbox-section.tsx'
import { HealthChecks, type Check } from '../health-checks.tsx'
import { ChatForm, type ChatFormProps } from './chat-form.tsx'
import { appearanceFields, identityFields, siteFields, visitorFields } from './chat-fields.ts'
import { IdentityCode } from './identity-code.tsx'
import { IdentitySecrets } from './identity-secrets.tsx'
import { InstallChat, TryChat } from './install-chat.tsx'

export type ChatTabProps = ChatFormProps & { tab: string; widget: NonNullable<Inbox['widget']>; onChanged: () => void }

/** A tab of the page of a website chat. */
export function ChatTab({ tab, widget, onChanged, ...form }: ChatTabProps) {
  const inbox = form.read.record
  const tabs: Readonly<Record<string, () => ReactNode>> = {
    connection: () => (
      <>
        <InstallChat inbox={inbox} widget={widget} />
        <ChatForm key="sites" {...form} fields={titled(t('Sites'), siteFields())} />
      </>
    ),
    appearance: () => <ChatForm key="appearance" {...form} fields={titled(t('Appearance'), appearanceFields())} hasPreview />,
    visitors: () => <ChatForm key="visitors" {...form} fields={visitorFields()} />,
    identity: () => (
      <>
        <IdentitySecrets inbox={inbox} widget={widget} onChanged={onChanged} />
        <IdentityCode widgetKey={widget.key} />
        <ChatForm key="identity" {...form} fields={identityFields()} />
      </>
    ),
  }
  return tabs[tab]?.()
}

/** The column beside the form, with what is missing and a link to try the chat. */
export function ChatAside({ inbox, widget }: { inbox: Inbox; widget: NonNullable<Inbox['widget']> }) {
  const hasSite = widget.allowedOrigins.length > 0 || inbox.address !== null
  const checks: readonly Check[] = [
    inbox.active
      ? { name: t('The chat is on'), detail: null, state: 'good' }
      : { name: t('The chat is off'), detail: t('Visitors don’t see it.'), state: 'bad' },
    hasSite
      ? { name: t('Your site may show it'), detail: widget.allowedOrigins[0] ?? inbox.address, state: 'good' }
      : { name: t('There’s no site yet'), detail: t('Enter your website.'), state: 'bad' },
    widget.continuity === null
      ? { name: t('Missed replies aren’t mailed'), detail: t('Visitors who leave don’t get them.'), state: 'unknown' }
      : { name: t('Missed replies are mailed'), detail: null, state: 'good' },
  ]
  return (
    <>
      <HealthChecks checks={checks} />
      <TryChat widget={widget} />
    </>
  )
}
