/** The export for auditors: every row that matches the filters, once, as lines. An incomplete export is recognisable. */
import { expect, it } from 'vitest'
import type { AuditLog } from '../../../client/index.ts'
import { request } from 'node:http'
import { setUpTenant, type TestTenant } from '../../../test/support/service.ts'

const { service, tenant } = await setUpTenant()

const many = 1_700
/** Inserts the rows directly, because so many requests would take too long. */
const fill = (of: TestTenant): Promise<void> =>
  service.db.script(`insert into audit_logs (tenant_id, id, actor_type, action, target_type, target_id, request_id, created_at)
    select '${of.tenantId}', gen_random_uuid(), 'SYSTEM', 'thread.closed', 'thread', gen_random_uuid(), 'r', now() - make_interval(secs => (n / 10)::int)
    from generate_series(1, ${many}) n;
    update tenant_counters set audit_logs = audit_logs + ${many} where tenant_id = '${of.tenantId}'`)

it('the export has every row once, in the order of the list, and its own row first', async () => {
  await fill(tenant)
  const rows: AuditLog[] = []
  for await (const row of tenant.skein.exportAuditLogs()) rows.push(row)
  const { body } = await tenant.api<AuditLog[]>('GET', '/audit-logs?limit=100')
  expect(rows.length).toBe(body.meta.total)
  expect(rows.length).toBeGreaterThan(many)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  expect(rows.slice(0, 100)).toEqual(body.data)
  expect(rows[0]?.action).toBe('audit_log.exported')
})

it('the export takes the filters of the list, and logs them', async () => {
  await tenant.skein.createLabel({ body: { name: 'Billing' } })
  const rows: AuditLog[] = []
  for await (const row of tenant.skein.exportAuditLogs({ query: { action: 'label.created' } })) rows.push(row)
  expect(rows.map(({ action }) => action)).toEqual(['label.created'])
  const [noted] = (await tenant.skein.listAuditLogs({ query: { action: 'audit_log.exported', limit: 1 } })).data
  expect(noted?.after).toEqual({ action: 'label.created' })
})

it('the export is JSON lines, refused with the envelope, and cut off on an error', async () => {
  const whole = await tenant.api('GET', '/audit-logs/export')
  expect(whole.headers['content-type']).toBe('text/x-ndjson; charset=utf-8')
  const { key } = await tenant.keyFor(['threads:read'])
  expect((await tenant.api('GET', '/audit-logs/export', { key })).body.error?.code).toBe('SVC-AUTH-INSUFFICIENT_SCOPE')
  expect((await tenant.api('GET', '/audit-logs/export?targetId=x')).body.error?.details?.[0]?.field).toBe('targetId')

  const own = await service.createTenant()
  await fill(own)
  await service.db.script(`update audit_logs set after = to_json(repeat('x', 20000)) where tenant_id = '${own.tenantId}'`)
  const outcome = await new Promise<string>((resolve, reject) => {
    const options = {
      port: service.port,
      host: '127.0.0.1',
      path: '/api/v1/audit-logs/export',
      headers: { authorization: `Bearer ${own.key}` },
    }
    request(options, (incoming) => {
      incoming.once('data', () => {
        incoming.pause()
        void service.db
          .script(`update tenants set status = 'SUSPENDED' where tenant_id = '${own.tenantId}'`)
          .then(() => setTimeout(() => incoming.resume(), 2_500))
      })
      incoming.on('end', () => resolve('ended'))
      incoming.on('error', () => resolve('cut'))
    })
      .on('error', reject)
      .end()
  })
  expect(outcome, 'of a tenant that was suspended meanwhile').toBe('cut')
})
