import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SystemHealth } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Problem } from '../../ui/problem.tsx'
import { formatMoment } from '../../ui/time.ts'
import { Page } from '../catalogue/page.tsx'

const refreshMs = 15_000
const tones: Readonly<Record<SystemHealth['status'], Tone>> = { OK: 'good', DEGRADED: 'warn', DOWN: 'bad' }
const states: Readonly<Record<SystemHealth['status'], string>> = { OK: 'Works', DEGRADED: 'Has a problem', DOWN: 'Does not work' }

/** Texts for each component. When the API adds a component, this does not compile until it has texts here. */
const componentTexts: Readonly<
  Record<SystemHealth['component'], { name: string; about: string; cure: string; to?: '/developer/webhooks' | '/settings/inboxes' }>
> = {
  database: {
    name: 'Database',
    about: 'PostgreSQL, which stores everything.',
    cure: 'Check whether its disk is full and whether PostgreSQL runs; the embedded one is started again by itself. The command skein doctor says more.',
  },
  migrations: {
    name: 'Migrations',
    about: 'Whether the database fits this version of the service.',
    cure: 'Restart the service: it migrates when it starts. Nodes of an older version must be stopped.',
  },
  jobs: {
    name: 'Background work',
    about: 'Wakes and closes threads, counts, erases.',
    cure: 'Where the service runs with serve, a second process must run work. What failed for good is in the log of the service with its reason.',
  },
  webhooks: {
    name: 'Webhooks',
    about: 'Sends events to your addresses.',
    cure: 'See which fail, repair their receivers, then enable them again with what they missed.',
    to: '/developer/webhooks',
  },
  channels: {
    name: 'E-mail of customers',
    about: 'Receives mail in your inboxes and sends replies.',
    cure: 'Test the connection in the settings of the inbox. Mail waits on its server, and replies are tried again for three days.',
    to: '/settings/inboxes',
  },
  mail: {
    name: 'Mail',
    about: 'Sends invitations and other e-mails to people.',
    cure: 'Set SMTP_URL, and check that the mail server accepts connections from this machine. E-mails wait and are tried again; until then the operator can give people their links with skein user sign-in-link.',
  },
  storage: {
    name: 'Files',
    about: 'The disk or bucket that holds files.',
    cure: 'Free some room, or raise UPLOADS_QUOTA_MIB; check UPLOADS_URL and its credentials. The command skein doctor tries the store.',
  },
  limits: {
    name: 'Shared limits',
    about: 'The store in which several processes count requests.',
    cure: 'Check REDIS_URL. Until it answers each process counts for itself, and nobody can sign in.',
  },
}

/** The health of the service's components, polled while the page is open. */
export function SystemHealthScreen() {
  const { skein } = useApi()
  const whyNot = useRights().whyNot('getSystemHealth')
  const health = useQuery({
    queryKey: ['system-health'],
    enabled: whyNot === null,
    staleTime: 0,
    queryFn: async ({ signal }) => (await skein.getSystemHealth({ query: { limit: 100 }, signal })).data,
    refetchInterval: refreshMs,
  })
  const unhealthy = health.data?.filter(({ status }) => status !== 'OK') ?? []
  return (
    <Page
      title="System health"
      reference="system-health"
      guide="running-in-production"
      lead="Whether each part of the service works, and what to do when it does not. Checked every 15 seconds."
      whyNot={whyNot}
    >
      {health.isPending && whyNot === null && <Skeleton rows={6} />}
      {health.error && <Problem error={health.error} onRetry={() => void health.refetch()} />}
      {health.data && unhealthy.length === 0 && <Notice kind="done">Everything works.</Notice>}
      <ul className="mt-3">
        {health.data?.map(({ component, status, detail, latencyMs, checkedAt }) => {
          const { name, about, cure, to } = componentTexts[component]
          return (
            <li key={component} className="grid gap-0.5 border-b border-line py-3">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <h2 className="font-medium">{name}</h2>
                <Badge tone={tones[status]}>{states[status]}</Badge>
                <span className="ms-auto text-xs text-muted tabular-nums">
                  {latencyMs === null ? 'no answer' : `${latencyMs.toLocaleString(undefined, { maximumFractionDigits: 1 })} ms`} ·{' '}
                  {formatMoment(checkedAt)}
                </span>
              </div>
              <p className="text-sm text-muted">{about}</p>
              {detail !== null && (
                <p className="text-sm">
                  {detail}{' '}
                  {to && (
                    <Link to={to} className="text-accent underline">
                      Show them
                    </Link>
                  )}
                </p>
              )}
              {status !== 'OK' && <p className="mt-1 rounded-md border border-warning px-3 py-2 text-sm">{cure}</p>}
            </li>
          )
        })}
      </ul>
    </Page>
  )
}
