import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SystemHealth } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { lazily, t } from '../../texts/texts.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { CircleCheck, TriangleAlert, type IconType } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { Problem } from '../../ui/problem.tsx'
import { formatMoment } from '../../ui/time.ts'
import { Page } from '../catalogue/page.tsx'
import { formatLocale } from '../../texts/language.ts'

const refreshMs = 15_000
const tones: Readonly<Record<SystemHealth['status'], Tone>> = { OK: 'good', DEGRADED: 'warn', DOWN: 'bad' }
const icons: Readonly<Record<SystemHealth['status'], IconType>> = { OK: CircleCheck, DEGRADED: TriangleAlert, DOWN: TriangleAlert }
const states = lazily(
  (): Readonly<Record<SystemHealth['status'], string>> => ({ OK: t('Works'), DEGRADED: t('Needs attention'), DOWN: t('Doesn’t work') }),
)

type ComponentTexts = { name: string; about: string; cure: string; to?: '/developer/webhooks' | '/settings/inboxes' }

/** Texts for each component. The compiler reports a component that the API adds and this table lacks. */
const componentTexts = lazily(
  (): Readonly<Record<SystemHealth['component'], ComponentTexts>> => ({
    database: {
      name: t('Database'),
      about: t('PostgreSQL, which stores everything.'),
      cure: t(
        'Check that its disk isn’t full and that PostgreSQL is running. The embedded one restarts by itself. Run skein doctor to learn more.',
      ),
    },
    migrations: {
      name: t('Migrations'),
      about: t('Whether the database fits this version of Skein.'),
      cure: t('Restart Skein: it migrates the database when it starts. Stop nodes of an older version first.'),
    },
    jobs: {
      name: t('Background work'),
      about: t('Wakes and closes threads, counts, erases.'),
      cure: t('If you run Skein with serve, a second process must run work. The log has the reason for each job that failed for good.'),
    },
    webhooks: {
      name: t('Webhooks'),
      about: t('Sends events to your own programs.'),
      cure: t('Find out which ones fail, repair their receivers, then turn them on again and replay what they missed.'),
      to: '/developer/webhooks',
    },
    channels: {
      name: t('Customer email'),
      about: t('Receives mail in your inboxes and sends replies.'),
      cure: t('Test the connection on the inbox’s page. Mail waits on its server, and we retry replies for three days.'),
      to: '/settings/inboxes',
    },
    mail: {
      name: t('Mail to your team'),
      about: t('Sends invitations and other emails to people who work here.'),
      cure: t(
        'Set SMTP_URL, and check that the mail server accepts connections from this machine. Until then, emails wait, and your operator can give people their links with skein user sign-in-link.',
      ),
    },
    storage: {
      name: t('Files'),
      about: t('The disk or bucket that holds files.'),
      cure: t('Free some space or raise UPLOADS_QUOTA_MIB. Check UPLOADS_URL and its credentials. Run skein doctor to test the store.'),
    },
    limits: {
      name: t('Shared limits'),
      about: t('Where several processes count requests together.'),
      cure: t('Check REDIS_URL. Until it works, each process counts for itself, and no one can sign in.'),
    },
  }),
)

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
      title={t('System status')}
      reference="system-health"
      guide="for-admins/system-status"
      lead={t('Shows whether each part of Skein works, and what to do if it doesn’t. We check every 15 seconds.')}
      whyNot={whyNot}
    >
      {health.isPending && whyNot === null && <Skeleton rows={6} />}
      {health.error && <Problem error={health.error} onRetry={() => void health.refetch()} />}
      {health.data && unhealthy.length === 0 && <Notice kind="done">{t('Everything works.')}</Notice>}
      <ul className="mt-4 overflow-hidden rounded-lg border border-line bg-surface">
        {health.data?.map(({ component, status, detail, latencyMs, checkedAt }) => {
          const { name, about, cure, to } = componentTexts()[component]
          return (
            <li key={component} className="grid gap-1 border-b border-line-soft px-4 py-3 last:border-b-0">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <h2 className="font-medium">{name}</h2>
                <Badge tone={tones[status]} icon={icons[status]}>
                  {states()[status]}
                </Badge>
                <span className="ms-auto text-xs text-muted tabular-nums">
                  {latencyMs === null ? t('No response') : `${latencyMs.toLocaleString(formatLocale, { maximumFractionDigits: 1 })} ms`} ·{' '}
                  {formatMoment(checkedAt)}
                </span>
              </div>
              <p className="text-muted">{about}</p>
              {detail !== null && component === 'jobs' && (
                <>
                  <p>{status === 'OK' ? t('Nothing waits longer than it should.') : t('Work has been waiting for more than a minute.')}</p>
                  <Disclosure summary={t('Figures of the queues')} summaryClassName="text-text-2">
                    <ul className="mt-1 list-disc ps-9 text-text-2 tabular-nums">
                      {splitFigures(detail).map((figure) => (
                        <li key={figure}>{figure}</li>
                      ))}
                    </ul>
                  </Disclosure>
                </>
              )}
              {detail !== null && component !== 'jobs' && (
                <p>
                  {detail}{' '}
                  {to && (
                    <Link to={to} className="text-accent underline">
                      {t('Show them')}
                    </Link>
                  )}
                </p>
              )}
              {status !== 'OK' && <p className="mt-1 rounded-lg bg-warning-tint px-3 py-2">{cure}</p>}
            </li>
          )
        })}
      </ul>
    </Page>
  )
}

/** Splits the service's sentence about its queues into its parts, one per queue. */
function splitFigures(detail: string): string[] {
  return detail
    .replace(/\.$/, '')
    .split('; ')
    .map((figure) => figure.charAt(0).toUpperCase() + figure.slice(1))
}
