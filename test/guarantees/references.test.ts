/**
 * References point to existing objects, when they are written and for as long as they exist. Generated from the references that modules
 * declare.
 */
import { describe, expect, it } from 'vitest'
import { statement } from '#platform/db.ts'
import type { Endpoint } from '#platform/http/declared-endpoint.ts'
import { parseTypeId } from '#platform/ids.ts'
import type { Referrer, ReferenceTarget } from '#kit/references.ts'
import type { CallResponse } from '../support/caller.ts'
import { setUpTenant, randomIdSuffix } from '../support/service.ts'
import { modules } from '../../server/resources/index.ts'
import { whileHeld } from './held-writes.ts'
import { idPositions, mutations, requestsOf, withValueAt, type IdPosition } from './operations.ts'

const { service, tenant } = await setUpTenant()
const requests = requestsOf(tenant)

const referrers = modules.flatMap(({ references }) => references)
/** A place in a body that contains the target of a declared reference. */
type Naming = { referrer: Referrer; target: ReferenceTarget; field: string; endpoint: Endpoint; position: IdPosition }
const namings: Naming[] = referrers.flatMap((referrer) =>
  Object.entries(referrer.references).flatMap(([field, target]) =>
    mutations
      .filter(({ tag }) => tag === referrer.plural.replaceAll(' ', '-'))
      .flatMap((endpoint) =>
        idPositions(endpoint)
          .filter((position) => position.in === 'body' && position.at[0] === field)
          .map((position) => ({ referrer, target, field, endpoint, position })),
      ),
  ),
)
/** Hard deletes, with the references that may prevent them. */
const deletions = mutations
  .filter(({ deletion }) => deletion === 'final')
  .flatMap((endpoint) => {
    // The last id in the path is that of the deleted object.
    const prefix = Object.values(endpoint.params).at(-1)?.prefix
    const ways = namings.filter(({ position }) => position.prefix === prefix && position.at.length === 1)
    return prefix === undefined ? [] : ways.map((way) => Object.assign({ prefix, deletion: endpoint }, way))
  })
type Deletion = (typeof deletions)[number]

function title({ endpoint, position }: Naming): string {
  return `${endpoint.operationId}, ${position.at.join('.')}`
}

it('the list of these references is not empty, and some have deletable targets', () => {
  expect(namings.length).toBeGreaterThan(6)
  expect(new Set(deletions.map(({ referrer }) => referrer.plural)).size).toBeGreaterThan(1)
})

const unknown = (response: CallResponse<unknown>) => [
  response.status,
  response.body.error?.code,
  response.body.error?.details?.map(({ field }) => field),
]

describe.each(namings.map((naming) => [title(naming), naming] as const))('%s', (_, { endpoint, position, field }) => {
  it('is refused with the name of the field when the value refers to nothing', async () => {
    const { path, body } = await requests.prepare(endpoint, position.variant)
    const response = await tenant.api(endpoint.method, path, {
      body: withValueAt(body, position.at, `${position.prefix}_${randomIdSuffix()}`),
    })
    const at = position.at.includes('[]') ? `${field}[0]` : field
    expect(unknown(response)).toEqual([422, 'SVC-VALIDATION-UNKNOWN_REFERENCE', [at]])
  })
})

/** Returns a request that creates an object referring to `id`. */
async function requestNaming({ endpoint, position }: Naming, id: string): Promise<() => Promise<CallResponse>> {
  const { path, body } = await requests.prepare(endpoint, position.variant)
  return () => tenant.api(endpoint.method, path, { body: withValueAt(body, position.at, id) })
}

let services = 0
/** Creates a target. A key can be created only for a user of type SERVICE. */
async function makeTarget({ prefix, endpoint }: Deletion): Promise<string> {
  if (endpoint.operationId !== 'createApiKey') return requests.make(prefix)
  const body = { name: 'Bot', email: `bot${++services}@example.com`, role: 'AGENT', kind: 'SERVICE', invite: false } as const
  return (await tenant.skein.createUser({ body })).data.id
}

/** Counts the referrer's rows with dangling references. */
async function countDangling({ referrer, target, field }: Naming): Promise<number> {
  const column = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const count = statement<{ tenantId: string }, { dangling: number }>(
    `select count(*) as dangling from ${referrer.table} r where r.tenant_id = :tenantId::uuid and r.${column} is not null
      and not exists (select from ${target.table} t where t.tenant_id = r.tenant_id and t.id = r.${column})`,
  )
  return (await service.db.first(count, { tenantId: tenant.tenantId }))?.dangling ?? -1
}

describe.each(deletions.map((way) => [`${way.deletion.operationId} of what ${title(way)} names`, way] as const))('%s', (_, way) => {
  const remove = (id: string) => tenant.api('DELETE', way.deletion.path.replace(/\{\w+\}/, id))
  const { plural } = way.referrer

  it('is refused with its referrers and their number, and deleted without any', async () => {
    const id = await makeTarget(way)
    const named: CallResponse[] = []
    for (const count of [1, 2]) {
      const response = await (await requestNaming(way, id))()
      expect(response.status, response.text).toBeLessThan(300)
      named.push(response)
      const refused = await remove(id)
      expect([refused.status, refused.body.error?.code, refused.body.error?.details]).toEqual([
        409,
        'SVC-CATALOG-IN_USE',
        [{ field: plural, code: 'IN_USE', message: String(count) }],
      ])
    }
    expect((await tenant.api('GET', way.deletion.path.replace(/\{\w+\}/, id))).status).toBe(200)
    // Objects without such a reference, such as API keys, keep their own target from being deleted.
    if (!findChange(way)) return expect((await remove(id)).status).toBe(409)
    const free = await makeTarget(way)
    for (const { body } of named) await changeReference(way, String(body.data.id), free)
    // No worker sends the mails of these threads, and an inbox cannot be deleted while mail waits in it.
    await service.db.script(`update outgoing_messages set waits = false where tenant_id = '${tenant.tenantId}'`)
    expect((await remove(id)).status).toBe(200)
  })

  it.each(['deleted first', 'named first'])('never leaves a dangling reference when both happen at the same moment, %s', async (order) => {
    const id = await makeTarget(way)
    const name = await requestNaming(way, id)
    const sends = [name, () => remove(id)]
    const responses = await whileHeld(service, tenant.tenantId, order === 'named first' ? sends : sends.toReversed())
    expect(
      responses.map(({ status }) => status),
      responses.map(({ text }) => text).join(),
    ).toEqual(order === 'named first' ? [responses[0]?.status === 200 ? 200 : 201, 409] : [200, 422])
    expect(await countDangling(way)).toBe(0)
  })

  it('never leaves a dangling reference in a volley of both', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => makeTarget(way)))
    const names = await Promise.all(ids.map((id) => requestNaming(way, id)))
    await Promise.all(ids.flatMap((id, i) => (i % 2 ? [remove(id), names[i]?.()] : [names[i]?.(), remove(id)])))
    expect(await countDangling(way)).toBe(0)
  })
})

it('a foreign key that no module declares refuses a deletion with what refers to it', async () => {
  await service.db.script(`
    create table rotas (tenant_id uuid, team_id uuid, foreign key (tenant_id, team_id) references teams (tenant_id, id))`)
  const id = await requests.make('tea')
  await service.db.script(`insert into rotas values ('${tenant.tenantId}', '${parseTypeId('tea', id)}')`)
  const refused = await tenant.api('DELETE', `/teams/${id}`)
  expect([refused.status, refused.body.error?.code, refused.body.error?.message, refused.body.error?.details]).toEqual([
    409,
    'SVC-CATALOG-IN_USE',
    'The team cannot be deleted: rotas refer to it.',
    [{ field: 'rotas', code: 'IN_USE', message: 'at least 1' }],
  ])
  await service.db.script('drop table rotas')
  expect((await tenant.api('DELETE', `/teams/${id}`)).status).toBe(200)
})

/** Whether an operation changes references. Assignment is a change with its own path. */
const changesReference = ({ method, operationId }: Endpoint): boolean => method === 'PATCH' || operationId === 'assignThread'

const findChange = ({ referrer, position }: Deletion): Naming | undefined =>
  namings.find(({ endpoint, referrer: own, position: at }) => own === referrer && changesReference(endpoint) && at.at[0] === position.at[0])

/** Makes an object refer to another one. */
async function changeReference(way: Deletion, id: string, other: string): Promise<void> {
  const { position } = way
  const change = findChange(way)
  const response = await tenant.api(change?.endpoint.method ?? 'PATCH', change?.endpoint.path.replace(/\{\w+\}/, id) ?? '', {
    body: withValueAt({}, position.at, other),
  })
  expect(response.status, response.text).toBe(200)
}
