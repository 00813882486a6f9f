/** The oldest stored description, and the check that its client accepts responses of later versions. */
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { otherEvent } from '#platform/openapi/events.ts'
import { openEnumerations } from '#platform/openapi/openness.ts'
import { reference } from '#platform/openapi/shapes.ts'
import type { JsonSchema, OpenapiDocument } from '#platform/openapi/types.ts'
import { filedVersions, readFiledDescription } from '../../tools/openapi-history.ts'
import { otherGenerators, programs } from './generators.ts'
import { serveLater } from './later-service.ts'

export const oldestVersion = filedVersions()[0] ?? ''

/** Minimum number of reads for a complete check. */
const minReads = 50

/**
 * Returns the oldest description, with the open types that descriptions have since 1.24.0. To its clients, all values and events that were
 * added since are unknown.
 */
export function openOldest(current: OpenapiDocument): OpenapiDocument {
  const { components, ...oldest } = readFiledDescription(oldestVersion)
  const { Event, ...others } = components.schemas
  const { oneOf = [], ...union } = Event as { oneOf?: JsonSchema[] }
  const schemas: Record<string, JsonSchema> = {
    ...Object.fromEntries(
      Object.entries(others).map(([name, schema]) => [name, isFinal(current, name) ? { ...schema, 'x-final': true } : schema]),
    ),
    Event: { ...union, anyOf: [...oneOf, reference('schemas', otherEvent)] },
    [otherEvent]: { type: 'object', required: ['id', 'type'], properties: { id: { type: 'string' }, type: { type: 'string' } } },
  }
  return openEnumerations({ ...oldest, components: { ...components, schemas } })
}

function isFinal({ components }: OpenapiDocument, name: string): boolean {
  return components.schemas[name]?.['x-final'] === true
}

/** Calls every read of the oldest client against a service that sends later values. Throws if the client rejects a response. */
export async function readWithOldestClient(current: OpenapiDocument): Promise<number> {
  const python = otherGenerators.find(({ name }) => name === 'openapi-python-client')
  if (!python) throw new Error('openapi-python-client is not among the generators')
  const at = await mkdtemp(join(tmpdir(), 'skein-client-'))
  await writeFile(join(at, 'openapi.json'), JSON.stringify(openOldest(current)))
  await python.generate(at)
  await copyFile(join(programs, 'read-everything.py'), join(at, 'program.py'))
  const service = await serveLater(current)
  try {
    // Safe because the program prints this.
    const { read, failed } = JSON.parse(await python.run(at, { SKEIN_URL: service.url })) as { read: string[]; failed: string[] }
    if (failed.length > 0) throw new Error(failed.join('\n'))
    if (read.length < minReads) throw new Error(`Only ${read.length} reads were tried`)
    return read.length
  } finally {
    service.close()
    await rm(at, { recursive: true, force: true })
  }
}
