import { useMutation } from '@tanstack/react-query'
import type { ChannelConnection, Inbox } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { useRights } from '../../api/rights.ts'
import { plural, t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Problem } from '../../ui/problem.tsx'
import { formatMoment } from '../../ui/time.ts'
import { connectionKey } from './connection-key.ts'
import { connectionStates, type ConnectionState } from './connection-states.ts'
import { nameStep, TestSteps } from './test-steps.tsx'
import { useInboxConnection } from './use-inbox-state.ts'

/** The state of the inbox's connections, and a step-by-step test of them. */
export function ConnectionPanel({ inbox, isUnsaved }: { inbox: Inbox; isUnsaved: boolean }) {
  const { id, email, hook } = inbox
  const { skein, queries } = useApi()
  const { whyNot } = useRights()
  const connection = useInboxConnection(inbox)
  const reconnect = useMutation({
    mutationFn: async () => (await skein.reconnectInbox({ path: { id }, idempotencyKey: newIdempotencyKey() })).data,
    onSuccess: (data) => queries.setQueryData<ChannelConnection>(connectionKey(id), data),
  })
  const test = useMutation({
    mutationFn: async () => {
      const { data } = await skein.testInbox({ path: { id }, idempotencyKey: newIdempotencyKey() })
      return 'steps' in data ? data : null
    },
  })
  const isTestable = email?.receive.mode === 'IMAP' || email?.send.mode === 'SMTP' || hook !== null
  const { data } = connection
  return (
    <div className="grid grid-cols-1 gap-3">
      {connection.error && <Problem error={connection.error} onRetry={() => void connection.refetch()} />}
      {data && (
        <Facts
          facts={[
            [t('Receiving'), <State key="receive" name={data.receive.state} />],
            [t('Sending'), <State key="send" name={data.send.state} />],
            [hook ? t('Last message') : t('Last mail'), data.lastMailAt && formatMoment(data.lastMailAt)],
            [
              t('Waiting'),
              data.waiting > 0
                ? hook
                  ? plural(data.waiting, '{count} message', '{count} messages')
                  : plural(data.waiting, '{count} mail', '{count} mails')
                : null,
            ],
            [t('Next attempt'), data.nextAttemptAt && formatMoment(data.nextAttemptAt)],
          ]}
        />
      )}
      {data?.lastError && (
        <p role="alert" className="rounded-lg bg-danger-tint px-3 py-2 text-danger wrap-anywhere">
          {data.lastError.message}
          <span className="block text-xs text-text-2">
            {t('{time}, attempt {number}', { time: formatMoment(data.lastError.at), number: data.lastError.attempts })}
          </span>
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {isTestable && (
          <Button hidden={whyNot('testInbox') !== null} disabled={test.isPending || isUnsaved} onClick={() => test.mutate()}>
            {test.isPending ? t('Testing…') : t('Test the connections')}
          </Button>
        )}
        {data && (data.receive.state !== 'NOT_USED' || data.send.state !== 'NOT_USED') && (
          <Button look="plain" hidden={whyNot('reconnectInbox') !== null} disabled={reconnect.isPending} onClick={() => reconnect.mutate()}>
            {t('Connect again now')}
          </Button>
        )}
      </div>
      {isUnsaved && isTestable && <p className="text-muted">{t('Save first: tests use the saved settings.')}</p>}
      {(test.error ?? reconnect.error) && <Problem error={test.error ?? reconnect.error} />}
      {test.data && (
        <TestSteps
          label={t('Steps of the test')}
          steps={test.data.steps.map(({ protocol, step, ...result }) => {
            return { ...result, key: `${protocol} ${step}`, name: hook ? nameStep(step) : `${protocol} · ${nameStep(step)}` }
          })}
        />
      )}
      {test.data?.ok === true && (
        <p role="status" className="text-success">
          {t('Everything works.')}
        </p>
      )}
    </div>
  )
}

function State({ name }: { name: ConnectionState }) {
  return <Badge tone={connectionStates()[name].tone}>{connectionStates()[name].name}</Badge>
}
