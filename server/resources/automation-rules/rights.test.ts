/** Runs and dry runs show threads only to callers who may read them. */
import { expect, it } from 'vitest'
import type { AutomationDryRunMatch, AutomationRun } from '../../../client/index.ts'
import { getDryRuns } from '../../../test/support/dry-runs.ts'
import { getRules } from '../../../test/support/rules.ts'
import { setUpService } from '../../../test/support/service.ts'
import { makeThread } from '../../../test/support/threads.ts'
import { allScopes, covers } from '#platform/principal.ts'

const service = await setUpService({ worker: true })

it('dry runs and runs show threads only to callers who read threads', async () => {
  const own = await service.createTenant()
  const rules = getRules(service, own)
  const { id: ruleId } = await rules.make()
  const threadId = await makeThread(own, { title: 'Canary subject' })
  await rules.run()
  const { run } = await getDryRuns(service, own).run({
    name: 'Tried',
    trigger: { type: 'EVENT', events: ['thread.created'] },
    actions: [{ type: 'SET_PRIORITY', priority: 'low' }],
  })
  const [applied] = await rules.list(`&ruleId=${ruleId}`)
  for (const scope of allScopes) {
    const { key } = await own.keyFor(['automations:read', scope])
    const read = async <Data>(path: string) => (await service.api<Data>('GET', path, { key })).body.data
    const reads = covers(['automations:read', scope], 'threads:read')
    const [match] = await read<AutomationDryRunMatch[]>(`/automation-rules/dry-runs/${run.id}/matches`)
    expect([match?.thread?.subject, match?.after], scope).toEqual(reads ? ['Canary subject', { priority: 'low' }] : [undefined, {}])
    const runs = [
      ...(await read<AutomationRun[]>('/automation-runs')),
      ...(await read<AutomationRun[]>(`/threads/${threadId}/automation-runs`)),
      await read<AutomationRun>(`/automation-runs/${applied?.id}`),
    ]
    expect(runs.map(({ changes }) => changes.after)).toEqual(runs.map(() => (reads ? { priority: 'urgent' } : {})))
  }
})
