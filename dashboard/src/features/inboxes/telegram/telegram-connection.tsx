import { useMemo, type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import type { Inbox } from '@skein/client'
import { t, tx } from '../../../texts/texts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import type { FieldSpec } from '../../../ui/form/fields.ts'
import { formatAgo } from '../../../ui/time.ts'
import { useNow } from '../../../ui/use-now.ts'
import { ConnectionPanel } from '../connection-panel.tsx'
import { connectionStates } from '../connection-states.ts'
import { HealthChecks, type Check } from '../health-checks.tsx'
import { describeItem } from '../inbound-item.ts'
import { InboundItems, useInboundItems } from '../inbound-items.tsx'
import { Part } from '../inbox-part.tsx'
import { titled } from '../inbox-section.tsx'
import { useInboxConnection } from '../use-inbox-state.ts'

type Telegram = NonNullable<NonNullable<Inbox['hook']>['telegram']>
type TelegramConnectionProps = {
  inbox: Inbox
  telegram: Telegram
  isUnsaved: boolean
  section: (fields: readonly FieldSpec[]) => ReactNode
}

const toLink = ({ botUsername }: Telegram): string => `https://t.me/${botUsername ?? ''}`

/** Connection of a Telegram bot: its link, how messages come in, its token, and what came in. */
export function TelegramConnection({ inbox, telegram, isUnsaved, section }: TelegramConnectionProps) {
  const fields = useMemo(() => createFields(), [])
  return (
    <>
      <Part title={t('Link for your customers')}>
        <div className="grid grid-cols-1 gap-3">
          <p>{t('It opens the chat with your bot. Put it on your website, in your help centre and below your emails.')}</p>
          <CodeBlock label={t('Link to the bot')} text={toLink(telegram)} />
        </div>
      </Part>
      <Part title={t('Connections')}>
        <ConnectionPanel inbox={inbox} isUnsaved={isUnsaved} />
      </Part>
      <Part title={t('Recently received')}>
        <InboundItems inbox={inbox} empty={t('Nothing yet. What customers write to your bot appears here.')} />
      </Part>
      {section(fields)}
    </>
  )
}

function createFields(): FieldSpec[] {
  return [
    ...titled(t('Receiving'), [
      {
        kind: 'choice',
        name: 'hook.telegram.receive',
        label: t('How messages come in'),
        required: true,
        options: [
          { value: 'POLL', label: t('We fetch them'), hint: t('Works everywhere, without a public address.') },
          { value: 'WEBHOOK', label: t('Telegram posts them'), hint: t('Needs a public address with https.') },
        ],
      },
      {
        kind: 'text',
        type: 'password',
        autoComplete: 'off',
        name: 'hook.telegram.token',
        label: t('New token'),
        maxLength: 200,
        hint: t('Only if @BotFather has given this bot a new one. We never show the stored token.'),
      },
    ]),
    ...titled(t('Name'), [{ kind: 'text', name: 'name', label: t('Name'), required: true, maxLength: 255 }]),
  ]
}

/** The column beside the form: the health of the connection, and the first message. */
export function TelegramAside({ inbox, telegram }: { inbox: Inbox; telegram: Telegram }) {
  return (
    <>
      <HealthChecks checks={useChecks(inbox)} />
      <Part title={t('Try it')}>
        <FirstMessage inbox={inbox} telegram={telegram} />
      </Part>
    </>
  )
}

function useChecks(inbox: Inbox): readonly Check[] {
  const now = useNow()
  const { data: connection } = useInboxConnection(inbox)
  const latest = useInboundItems(inbox).data?.[0]
  const name = t('Connected to Telegram')
  const state = connection?.receive.state
  return [
    !inbox.active
      ? { name: t('The inbox is off'), detail: t('Messages wait at Telegram, for at most a day.'), state: 'bad' }
      : state === undefined || state === 'CONNECTING'
        ? { name, detail: null, state: 'unknown' }
        : state === 'CONNECTED'
          ? { name, detail: null, state: 'good' }
          : { name: t('Not connected'), detail: connection?.lastError?.message ?? connectionStates()[state].name, state: 'bad' },
    latest
      ? { name: t('Messages come in'), detail: t('Latest {time}', { time: formatAgo(latest.receivedAt, now) }), state: 'good' }
      : { name: t('Nothing came in yet'), detail: null, state: 'unknown' },
  ]
}

/** Asks the user to write to the bot, and shows what became of the latest message. */
function FirstMessage({ inbox, telegram }: { inbox: Inbox; telegram: Telegram }) {
  const now = useNow()
  const { data: items } = useInboundItems(inbox)
  const latest = items?.[0]
  const name = `@${telegram.botUsername ?? ''}`
  return (
    <div className="grid grid-cols-1 gap-3">
      <p>
        {tx('Open {bot} in Telegram and write a message. It appears here within a few seconds.', {
          bot: (
            <a href={toLink(telegram)} target="_blank" rel="noreferrer" className="text-accent underline wrap-anywhere">
              {name}
            </a>
          ),
        })}
      </p>
      <div role="status" className="rounded-lg bg-sunken px-3 py-2">
        {items && !latest && <span className="text-muted">{t('Waiting for the first message…')}</span>}
        {latest && (
          <span className="flex flex-wrap items-center gap-x-2">
            <Badge tone={describeItem(latest).tone}>{describeItem(latest).result}</Badge>
            <span>{formatAgo(latest.receivedAt, now)}</span>
            {latest.threadId !== null && (
              <Link to="/inbox/$view/$threadId" params={{ view: 'all', threadId: latest.threadId }} className="text-accent underline">
                {t('Open the thread')}
              </Link>
            )}
          </span>
        )}
      </div>
    </div>
  )
}
