import { useMutation, useQuery } from '@tanstack/react-query'
import type { ChannelConnection, Inbox } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { useRights } from '../../api/rights.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Problem } from '../../ui/problem.tsx'
import { formatMoment } from '../../ui/time.ts'
import { connectionKey } from './connection-key.ts'
import { TestSteps } from './test-steps.tsx'

type StateName = ChannelConnection['receive']['state']

const states: Readonly<Record<StateName, { name: string; tone: Tone }>> = {
  NOT_USED: { name: 'No connection needed', tone: 'plain' },
  CONNECTING: { name: 'Connecting', tone: 'plain' },
  CONNECTED: { name: 'Works', tone: 'good' },
  FAILING: { name: 'Fails', tone: 'bad' },
  NEEDS_AUTH: { name: 'Sign-in refused', tone: 'bad' },
  PAUSED: { name: 'Paused by the server', tone: 'warn' },
}

const steps = {
  resolve: 'Find the server',
  connect: 'Connect',
  tls: 'Encrypt',
  greeting: 'Greeting',
  sign_in: 'Sign in',
  select: 'Open the folder',
  list: 'List folders',
  sender: 'Name the sender',
} as const

/** The state of the inbox's connections, and a test that goes through them step by step. */
export function ConnectionPanel({ inbox: { id, email } }: { inbox: Inbox }) {
  const { skein, queries } = useApi()
  const { whyNot } = useRights()
  const connection = useQuery({
    queryKey: connectionKey(id),
    staleTime: 0,
    queryFn: async ({ signal }) => (await skein.getInboxConnection({ path: { id }, signal })).data,
  })
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
  const isTestable = email?.receive.mode === 'IMAP' || email?.send.mode === 'SMTP'
  const { data } = connection
  return (
    <div className="grid grid-cols-1 gap-3">
      {connection.error && <Problem error={connection.error} onRetry={() => void connection.refetch()} />}
      {data && (
        <Facts
          facts={[
            ['Receiving', <State key="receive" name={data.receive.state} />],
            ['Sending', <State key="send" name={data.send.state} />],
            ['Latest mail', data.lastMailAt && formatMoment(data.lastMailAt)],
            ['Waiting', data.waiting > 0 ? `${data.waiting.toLocaleString()} ${data.waiting === 1 ? 'mail' : 'mails'}` : null],
            ['Next attempt', data.nextAttemptAt && formatMoment(data.nextAttemptAt)],
          ]}
        />
      )}
      {data?.lastError && (
        <p role="alert" className="rounded-md border border-danger px-3 py-2 text-sm text-danger wrap-anywhere">
          {data.lastError.message}
          <span className="block text-xs text-muted">
            {formatMoment(data.lastError.at)}, attempt {data.lastError.attempts.toLocaleString()}
          </span>
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {isTestable && (
          <Button hidden={whyNot('testInbox') !== null} disabled={test.isPending} onClick={() => test.mutate()}>
            {test.isPending ? 'Testing…' : 'Test the connections'}
          </Button>
        )}
        {data && (data.receive.state !== 'NOT_USED' || data.send.state !== 'NOT_USED') && (
          <Button look="plain" hidden={whyNot('reconnectInbox') !== null} disabled={reconnect.isPending} onClick={() => reconnect.mutate()}>
            Connect again now
          </Button>
        )}
      </div>
      {(test.error ?? reconnect.error) && <Problem error={test.error ?? reconnect.error} />}
      {test.data && (
        <TestSteps
          label="Steps of the test"
          steps={test.data.steps.map(({ protocol, step, ...result }) => {
            return { ...result, key: `${protocol} ${step}`, name: `${protocol} · ${steps[step]}` }
          })}
        />
      )}
      {test.data?.ok === true && (
        <p role="status" className="text-sm text-success">
          Everything works.
        </p>
      )}
    </div>
  )
}

function State({ name }: { name: StateName }) {
  return <Badge tone={states[name].tone}>{states[name].name}</Badge>
}
