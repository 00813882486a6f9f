/** Dry-runs automation rules on stored events, through the API. The service needs a worker. */
import { expect } from 'vitest'
import type { AutomationDryRun, AutomationDryRunMatch } from '../../client/index.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { TestService, TestTenant } from './service.ts'

export const getThreads = (matches: readonly AutomationDryRunMatch[]) => matches.map(({ thread }) => thread?.id)

const unread = statement<{ tenantId: Uuid }, { events: number }>(`
  select k.event_sequence - coalesce((select c.sequence from reader_cursors c where c.tenant_id = k.tenant_id and c.reader = 'measures'), 0) as events
  from tenant_counters k where k.tenant_id = :tenantId::uuid`)

export function getDryRuns({ db }: TestService, tenant: TestTenant) {
  const { tenantId } = tenant
  const start = async (body: object): Promise<AutomationDryRun> => {
    const started = await tenant.api<AutomationDryRun>('POST', '/automation-rules/dry-runs', { body })
    expect(started.status, started.text).toBe(202)
    return started.body.data
  }
  const read = async (id: string) => (await tenant.api<AutomationDryRun>('GET', `/automation-rules/dry-runs/${id}`)).body.data
  return {
    start,
    read,
    /** Dry-runs an unsaved rule. Returns the finished dry run and its matches, latest first. */
    async run(rule: object, more: object = {}): Promise<{ run: AutomationDryRun; matches: AutomationDryRunMatch[] }> {
      const { id } = await start({ rule, ...more })
      await expect.poll(async () => (await read(id)).state).toBe('DONE')
      const { body } = await tenant.api<AutomationDryRunMatch[]>('GET', `/automation-rules/dry-runs/${id}/matches?limit=100`)
      const run = await read(id)
      expect(body.meta.total).toBe(run.matched)
      return { run, matches: body.data }
    },
    /** Moves all events and times back by some minutes, as if that time had passed. */
    async passTime(minutes: number): Promise<void> {
      await expect.poll(async () => (await db.first(unread, { tenantId }))?.events).toBe(0)
      const past = `- interval '${minutes} minutes'`
      const ms = `::float8 - ${minutes * 60_000}`
      await db.script(`
        update events set created_at = created_at ${past} where tenant_id = '${tenantId}';
        update thread_measures set state = state::jsonb || jsonb_build_object('wait', (state ->> 'wait')${ms}) where tenant_id = '${tenantId}';
        update facts set at = at ${past}, started_at = started_at ${past} where tenant_id = '${tenantId}';
        update threads set waiting_since = waiting_since ${past} where tenant_id = '${tenantId}';
        update sla_threads s set next_at = next_at ${past}, due_at = due_at ${past}, clocks = (
          select coalesce(jsonb_agg(c || jsonb_build_object('startedAt', (c ->> 'startedAt')${ms}, 'dueAt', (c ->> 'dueAt')${ms},
            'warnAt', (c ->> 'warnAt')${ms})), '[]') from jsonb_array_elements(s.clocks) c) where tenant_id = '${tenantId}';`)
    },
  }
}
