import { useMemo, type ReactNode } from 'react'
import type { Inbox } from '@skein/client'
import { t } from '../../texts/texts.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import type { FieldSpec } from '../../ui/form/fields.ts'
import { Problem } from '../../ui/problem.tsx'
import { formatAgo } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { HealthChecks, type Check } from './health-checks.tsx'
import { toFieldSpecs } from './hook-form.ts'
import { HookSecret } from './hook-secret.tsx'
import { HookTest } from './hook-test.tsx'
import { InboundItems, useInboundItems } from './inbound-items.tsx'
import { titled } from './inbox-section.tsx'
import { Part } from './inbox-part.tsx'
import { useInboxTypes } from './inbox-types.ts'

type Hook = NonNullable<Inbox['hook']>
type HookConnectionProps = { inbox: Inbox; hook: Hook; section: (fields: readonly FieldSpec[]) => ReactNode; onChanged: () => void }

/** Connection of an inbox that a provider serves: its address, secret and settings, and what came in. */
export function HookConnection({ inbox, hook, section, onChanged }: HookConnectionProps) {
  const { infos, query } = useInboxTypes()
  const info = infos?.find(({ type }) => type === inbox.type)
  // The fields contain components, so new ones would lose the focus.
  const fields = useMemo(
    () => toFieldSpecs(info?.providers.find(({ provider }) => provider === hook.provider)?.form ?? []),
    [info, hook.provider],
  )
  return (
    <>
      <Part title={t('Receiving')}>
        <div className="grid grid-cols-1 gap-3">
          <p>{t('Your program posts what customers write to this address, signed with the secret.')}</p>
          <CodeBlock label={t('Address for your program')} text={hook.inboundUrl} />
        </div>
      </Part>
      <Part title={t('Secret')}>
        <HookSecret inbox={inbox} hook={hook} onChanged={onChanged} />
      </Part>
      <Part title={t('Recently received')}>
        <InboundItems inbox={inbox} empty={t('Nothing yet. What your program posts appears here.')} />
      </Part>
      {/* Adding fields while the user types would lose the focus. */}
      {infos ? (
        section([
          ...titled(t('Sending'), fields),
          ...titled(t('Name and address'), [
            { kind: 'text', name: 'name', label: t('Name'), required: true, maxLength: 255 },
            {
              kind: 'text',
              name: 'address',
              label: t('Address'),
              maxLength: 320,
              hint: t('Your customers’ side of the channel. It only helps you to recognise the inbox.'),
              ...(info ? { placeholder: info.address.example } : {}),
            },
          ]),
        ])
      ) : query.error ? (
        <Problem error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton rows={6} />
      )}
    </>
  )
}

/** The column beside the form, with the inbox's health and a test. */
export function HookAside({ inbox, hook }: { inbox: Inbox; hook: Hook }) {
  return (
    <>
      <HealthChecks checks={useChecks(inbox, hook)} />
      <Part title={t('Send yourself a test')}>
        <HookTest inbox={inbox} hook={hook} />
      </Part>
    </>
  )
}

function useChecks(inbox: Inbox, { secretSet, outboundUrl }: Hook): readonly Check[] {
  const now = useNow()
  const latest = useInboundItems(inbox).data?.[0]
  return [
    secretSet
      ? { name: t('Your program can sign'), detail: null, state: 'good' }
      : { name: t('There’s no secret yet'), detail: t('We refuse what your program posts.'), state: 'bad' },
    latest
      ? { name: t('Messages come in'), detail: t('Latest {time}', { time: formatAgo(latest.receivedAt, now) }), state: 'good' }
      : { name: t('Nothing came in yet'), detail: null, state: 'unknown' },
    outboundUrl === null
      ? { name: t('Replies wait'), detail: t('Your program has no URL yet.'), state: 'bad' }
      : { name: t('Replies go to your program'), detail: null, state: 'good' },
  ]
}
