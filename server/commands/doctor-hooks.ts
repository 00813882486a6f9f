/** Examines the inboxes that the tenants' own programs serve: their secrets and URLs, and whether the programs take replies. */
import type { Database } from '#platform/db.ts'
import { type HookOfTenant, listHooksOfAll } from '../resources/inboxes/index.ts'
import { type Finding, ok, warning } from './doctor-finding.ts'

const check = 'own programs'

/** `limits` are the maximum number of inboxes to examine, and of findings. */
export async function examineHooks(db: Database, limits: { inboxes: number; findings: number }): Promise<Finding[]> {
  const hooks = await db.rows(listHooksOfAll, { limit: limits.inboxes })
  const findings = hooks.flatMap(examineHook).slice(0, limits.findings)
  if (findings.length > 0 || hooks.length === 0) return findings
  return [ok(check, `${hooks.length === 1 ? 'One inbox has' : `${hooks.length} inboxes have`} a program of its own, a secret and a URL.`)]
}

function examineHook({ tenant, name, hook: { secretSet, outboundUrl }, error }: HookOfTenant): Finding[] {
  const inbox = `The inbox “${name}” (${tenant})`
  if (!secretSet)
    return [
      warning(
        check,
        `${inbox} has no secret: it accepts nothing, and sends nothing.`,
        'Create the secret with `POST /inboxes/{id}/rotate-secret`, or in the dashboard.',
      ),
    ]
  if (outboundUrl === null)
    return [
      warning(
        check,
        `${inbox} has no URL of its program: replies are kept, and reach nobody.`,
        'Set `hook.outboundUrl` with `PATCH /inboxes/{id}`, and send the kept replies again. `skein channel show` shows them.',
      ),
    ]
  if (error === null) return []
  return [
    warning(
      check,
      `${inbox} cannot send to its program${error === '' ? '.' : `: ${error}`}`,
      'Test the program with `POST /inboxes/{id}/test`. Replies are tried for 24 hours.',
    ),
  ]
}
