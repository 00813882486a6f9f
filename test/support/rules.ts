/** Creates automation rules and runs them, through the API and the readers. */
import type { AutomationRule, AutomationRun } from '../../client/index.ts'
import { createLog } from '#platform/log.ts'
import { readNext } from '#platform/outbox/read-outbox.ts'
import { createSecrets } from '#platform/secrets.ts'
import { readRules } from '../../server/resources/automation-rules/runs/read-rules.ts'
import { scanTimes } from '../../server/resources/automation-rules/times/scan-times.ts'
import { listTimes } from '../../server/resources/automation-rules/times/time-queries.ts'
import type { Database } from '#platform/db.ts'
import { readAll } from './readers.ts'
import type { TestService, TestTenant } from './service.ts'

const log = createLog('silent').log

export type RuleKit = ReturnType<typeof getRules>

export function getRules({ db, config }: TestService, tenant: TestTenant) {
  const services = { db, config, log, secrets: createSecrets(config.secretKey) }
  let made = 0
  return {
    /** Creates a rule; by default it makes new threads urgent. */
    async make(body: object = {}): Promise<AutomationRule> {
      const given = { trigger: { type: 'EVENT', events: ['thread.created'] }, actions: [{ type: 'SET_PRIORITY', priority: 'urgent' }] }
      const response = await tenant.api<AutomationRule>('POST', '/automation-rules', {
        body: { name: `Rule ${++made}`, ...given, ...body },
      })
      if (response.status !== 201) throw new Error(response.text)
      return response.body.data
    },
    /** Makes the rules read all events, including those that they cause, and waits out the delays after failures. */
    async run({ database = db }: { database?: Database } = {}): Promise<void> {
      do {
        await db.script(`update reader_cursors set retry_at = null where tenant_id = '${tenant.tenantId}' and reader = 'rules'`)
      } while (await readNext({ ...services, db: database }, readRules, tenant.tenantId))
    },
    /** Runs due rules with a time trigger, without waiting for the next scan. */
    async scan({ database = db, chunk }: { database?: Database; chunk?: number } = {}): Promise<void> {
      const key = `tenant_id = '${tenant.tenantId}'`
      const scanNow = () => db.script(`update automation_rule_times set next_look_at = now() - interval '1 second' where ${key}`)
      for (const { ruleId } of await db.rows(listTimes, { tenantId: tenant.tenantId })) {
        do await scanNow()
        while (await scanTimes({ ...services, db: database }, tenant.tenantId, ruleId, chunk))
      }
    },
    /** Moves everything that the tenant's time rules scan for to an earlier time, and makes all readers read the earlier events. */
    async pass(minutes: number): Promise<void> {
      await readAll(services, tenant.tenantId)
      const columns = {
        threads: ['created_at', 'last_message_at', 'waiting_since'],
        thread_activity: ['last_message_at', 'waiting_since'],
        messages: ['created_at'],
        facts: ['at'],
        automation_rule_times: ['started_at', 'looked_until'],
        automation_runs: ['began_at'],
      }
      for (const [table, names] of Object.entries(columns)) {
        const changes = names.map((name) => `${name} = ${name} - interval '${minutes} minutes'`)
        await db.script(`update ${table} set ${changes.join(', ')} where tenant_id = '${tenant.tenantId}'`)
      }
    },
    /** Returns the runs, oldest first. */
    async list(query = ''): Promise<AutomationRun[]> {
      return (await tenant.api<AutomationRun[]>('GET', `/automation-runs?limit=100${query}`)).body.data.toReversed()
    },
    async outcomes(query = ''): Promise<string[]> {
      return (await this.list(query)).map(({ outcome, guard }) => (guard ? `${outcome} ${guard}` : outcome))
    },
  }
}
