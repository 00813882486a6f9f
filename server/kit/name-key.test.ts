import { sample, string } from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { setUpTenant } from '../../test/support/service.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { foldName } from './name-key.ts'

const findKeys = statement<{ tenantId: Uuid }, { name: string; key: string }>(
  'select name, search_key as key from labels where tenant_id = :tenantId::uuid',
)

const { service, tenant } = await setUpTenant()

const names = [
  'Zürich',
  'Old Zürich',
  'José García',
  'ØRSTED Łukasz',
  'Straße 7',
  'Jean-Luc O’Neill',
  '(Ada) Lovelace',
  'Ⅷ ünïcødé',
  '山田 太郎',
  'İstanbul',
]

describe('namePrefix', () => {
  beforeAll(async () => {
    for (const name of names) await tenant.skein.createLabel({ body: { name } })
  })
  const find = async (namePrefix: string) =>
    (await tenant.skein.listLabels({ query: { namePrefix } })).data.map(({ name }) => name).toSorted()

  it.each([
    ['zur', ['Old Zürich', 'Zürich']],
    ['Zür', ['Old Zürich', 'Zürich']],
    ['ZÜRICH', ['Old Zürich', 'Zürich']],
    ['old z', ['Old Zürich']],
    ['garcia', ['José García']],
    ['García', ['José García']],
    ['jose g', ['José García']],
    ['orsted', ['ØRSTED Łukasz']],
    ['luk', ['ØRSTED Łukasz']],
    ['strasse', ['Straße 7']],
    ['luc', ['Jean-Luc O’Neill']],
    ['neill', ['Jean-Luc O’Neill']],
    ['ada', ['(Ada) Lovelace']],
    ['love', ['(Ada) Lovelace']],
    ['太', ['山田 太郎']],
    ['istan', ['İstanbul']],
    ['unicode', ['Ⅷ ünïcødé']],
    ['urich', []],
    ['%', []],
    ['_', []],
    ['\\', []],
  ])('%j finds words within names, without accents', async (prefix, found) => {
    expect(await find(prefix)).toEqual(found.toSorted())
  })

  it('finds users by any word of the name and by the address', async () => {
    await tenant.skein.createUser({ body: { name: 'José García', email: 'jose@example.com', role: 'AGENT', invite: false } })
    const emails = async (namePrefix: string) => (await tenant.skein.listUsers({ query: { namePrefix } })).data.map(({ email }) => email)
    for (const prefix of ['garcia', 'jose@ex', 'example.com']) expect(await emails(prefix), prefix).toContain('jose@example.com')
  })
})

it('the database folds names as the code does', async () => {
  const texts = [...names, ...sample(string({ unit: 'grapheme', maxLength: 20 }), { numRuns: 60, seed: 7 })]
  const labels = new Map<string, string>()
  for (const [i, text] of texts.entries()) {
    const name = `${text.replaceAll(/\p{Cc}/gu, '')} ${i}`.trim()
    const { status, body } = await tenant.api<{ id: string; name: string }>('POST', '/labels', { body: { name } })
    if (status === 201) labels.set(body.data.name, foldName(body.data.name))
  }
  const rows = await service.db.rows(findKeys, { tenantId: tenant.tenantId })
  const stored = new Map(rows.map(({ name, key }) => [name, key]))
  for (const [name, folded] of labels) expect(stored.get(name)?.replace(/^ +/, ' '), name).toBe(folded)
})
