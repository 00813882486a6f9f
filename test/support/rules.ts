/** Makes automation rules and lets them run, through the API and the readers. */
import type { AutomationRule, AutomationRun } from '../../client/index.ts'
import { createLog } from '../../server/platform/log.ts'
import { readNext } from '../../server/platform/outbox/read-outbox.ts'
import { createSecrets } from '../../server/platform/secrets.ts'
import { readRules } from '../../server/resources/automation-rules/runs/read-rules.ts'
import type { TestService, TestTenant } from './service.ts'

const log = createLog('silent').log

export type RuleKit = ReturnType<typeof rulesOf>

export function rulesOf({ db, config }: TestService, tenant: TestTenant) {
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
    /** Lets the rules read all events, also those that they cause, and waits out the delays after failures. */
    async run(): Promise<void> {
      do {
        await db.script(`update reader_cursors set retry_at = null where tenant_id = '${tenant.tenantId}' and reader = 'rules'`)
      } while (await readNext(services, readRules, tenant.tenantId))
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
