import { useQueries, useQuery } from '@tanstack/react-query'
import type { OperationId } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { lazily, plural, t } from '../../texts/texts.ts'
import type { Tone } from '../../ui/badge.tsx'
import { createCatalogueCalls } from '../catalogue/catalogue.ts'
import { surveyKey } from '../satisfaction/satisfaction-cache.ts'
import { useDnsTroubles, useHealth, useInboxTroubles } from '../inboxes/use-inbox-troubles.ts'

/** Current state of a settings page: the number of items, and a badge if something needs attention. */
export type SettingsState = { text?: string; badge?: { tone: Tone; text: string } }

/** Pages that show a count, with the operation whose total is the count. */
const counts = lazily(
  () =>
    [
      ['/settings/inboxes', 'listInboxes', (n) => plural(n, '{count} inbox', '{count} inboxes')],
      ['/settings/labels', 'listLabels', (n) => plural(n, '{count} label', '{count} labels')],
      ['/settings/canned-responses', 'listCannedResponses', (n) => plural(n, '{count} saved reply', '{count} saved replies')],
      ['/settings/custom-fields', 'listCustomFields', (n) => plural(n, '{count} field', '{count} fields')],
      ['/settings/automations', 'listAutomationRules', (n) => plural(n, '{count} rule', '{count} rules')],
      ['/settings/sla-policies', 'listSlaPolicies', (n) => plural(n, '{count} target', '{count} targets')],
      ['/settings/users', 'listUsers', (n) => plural(n, '{count} person', '{count} people')],
      ['/settings/teams', 'listTeams', (n) => plural(n, '{count} team', '{count} teams')],
      ['/developer/keys', 'listApiKeys', (n) => plural(n, '{count} key', '{count} keys')],
      ['/developer/webhooks', 'listWebhooks', (n) => plural(n, '{count} webhook', '{count} webhooks')],
    ] as const satisfies readonly (readonly [page: string, operation: OperationId, describe: (count: number) => string])[],
)

/** Returns the states of the pages that the agent may open, by URL. */
export function useSettingsStates(): Readonly<Record<string, SettingsState>> {
  const { skein } = useApi()
  const rights = useRights()
  const allowed = counts().filter(([, operation]) => rights.whyNot(operation) === null)
  const totals = useQueries({
    queries: allowed.map(([, operation]) => ({
      queryKey: ['settings-count', operation],
      staleTime: 30_000,
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await createCatalogueCalls(skein, { operations: { list: operation } }).list({ limit: 1 }, signal)).meta.total,
    })),
  })
  const states: Record<string, SettingsState> = {}
  for (const [at, [page, , describe]] of allowed.entries()) {
    const total = totals[at]?.data
    if (total !== undefined && total > 0) states[page] = { text: describe(total) }
  }
  const mayAsk = rights.whyNot('updateTenantSettings') === null
  const { data: survey } = useQuery({
    queryKey: surveyKey,
    enabled: mayAsk,
    staleTime: 30_000,
    queryFn: async ({ signal }) => (await skein.getTenantSettings({ signal })).data,
    select: ({ satisfaction }) => satisfaction,
  })
  if (survey)
    states['/settings/satisfaction'] = survey.enabled
      ? { text: survey.scale === 'STARS' ? t('On, with stars') : t('On, with thumbs') }
      : { text: t('Off. You can ask from a thread.') }
  const { data: health } = useHealth()
  if (health)
    states['/settings/system-health'] = health.every(({ status }) => status === 'OK')
      ? { badge: { tone: 'good', text: t('All good') } }
      : { badge: { tone: 'warn', text: t('Needs attention') } }
  const inboxTroubles = useInboxTroubles().length + useDnsTroubles().length
  if (inboxTroubles > 0)
    states['/settings/inboxes'] = { ...states['/settings/inboxes'], badge: { tone: 'warn', text: t('Needs attention') } }
  return states
}
