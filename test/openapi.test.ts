/**
 * The contract: openapi.json matches the declarations, has no lint errors, describes every operation completely, and breaks no earlier
 * client.
 */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { generatedFiles } from '../tools/generate.ts'
import {
  documentMethods,
  follow,
  getErrorCodes,
  type JsonSchema,
  type MediaType,
  type OpenapiDocument,
  type Operation,
  type Parameter,
  type Response,
} from '#platform/openapi/types.ts'
import { preconditionFailed } from '#platform/errors.ts'
import { getErrors } from '#platform/openapi/operation-errors.ts'
import { addFormats } from './support/document.ts'
import { modules } from '../server/resources/index.ts'
import { testsAll } from './extent.ts'
import { filedVersions, readFiledDescription } from '../tools/openapi-history.ts'
import { isBefore, releaseProblems } from './openapi-compatibility.ts'
import { knownBreaks } from './openapi-known-breaks.ts'

const root = new URL('../', import.meta.url)
const run = promisify(execFile)
const read = (path: string): string => (existsSync(new URL(path, root)) ? readFileSync(new URL(path, root), 'utf8') : '')
// Safe because generate wrote the file, as the first test shows.
const document = JSON.parse(read('openapi.json')) as OpenapiDocument

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  documentMethods.flatMap((method) => (item[method] ? [{ name: `${method.toUpperCase()} ${path}`, method, operation: item[method] }] : [])),
)
const deliveries = Object.entries(document.webhooks).flatMap(([type, item]) =>
  item.post ? [{ name: type, method: 'post', operation: item.post }] : [],
)

const files = Object.entries(await generatedFiles())
describe('generated files', () => {
  it.each(files)('%s is up to date', (path, text) => {
    expect(read(path) === text, `${path} is not what the declarations say. Run: npm run generate`).toBe(true)
  })
})

describe('versions', () => {
  const versions = filedVersions()
  const filed = versions.map(readFiledDescription)

  it('change a filed description only upward, and break no client of an earlier 1.x', () => {
    expect(releaseProblems(document, filed, knownBreaks)).toEqual([])
  })
  it('that were served are filed, each since 1.14.0', () => {
    expect(filed.map(({ info }) => info.version)).toEqual(versions)
    const served = [...read('API_CHANGELOG.md').matchAll(/^\| (\d+\.\d+\.\d+) \|/gm)].map(([, version = '']) => version)
    const described = served.filter((version) => !isBefore(version, '1.14.0') && version !== document.info.version)
    expect(described, 'file the description before you raise apiVersion: npm run generate -- --release').toEqual(
      versions.filter((version) => version !== document.info.version),
    )
  })
  it('have a line in API_CHANGELOG.md for info.version', () => {
    expect(document.info.version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(
      read('API_CHANGELOG.md')
        .split('\n')
        .filter((line) => line.startsWith(`| ${document.info.version} |`)),
    ).toHaveLength(1)
  })
  it('include the product’s version from package.json', () => {
    expect(document.info['x-platform-version']).toBe(JSON.parse(read('package.json')).version)
  })
})

// Each linter takes twelve seconds of one core, so only `npm run test:all` runs them.
describe.runIf(testsAll)('the linter', () => {
  const cli = (path: string, ...args: string[]) =>
    run(process.execPath, [new URL(`node_modules/${path}`, root).pathname, ...args], {
      cwd: root.pathname,
      maxBuffer: 64 * 1_048_576,
      env: { PATH: process.env.PATH, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' },
    }).catch((error: { stdout: string; stderr: string }) => error)

  it('Redocly finds nothing with its recommended-strict rules', async () => {
    const { stdout, stderr } = await cli('@redocly/cli/bin/cli.js', 'lint', 'openapi.json', '--format=json', '--config=redocly.yaml')
    const { totals, problems } = parseOutput<{
      totals: object
      problems: { ruleId: string; message: string; location: { pointer: string }[] }[]
    }>(stdout, stderr)
    expect(problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer} ${message}`)).toEqual([])
    // .redocly.lint-ignore.yaml says why.
    expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 2 })
  })
  it('Spectral finds nothing with its recommended rules', async () => {
    const { stdout, stderr } = await cli(
      '@stoplight/spectral-cli/dist/index.js',
      'lint',
      'openapi.json',
      '--ruleset=.spectral.yaml',
      '--format=json',
      '--fail-severity=hint',
      '--quiet',
    )
    const results = parseOutput<{ code: string; message: string; path: string[] }[]>(stdout, stderr)
    expect(results.map(({ code, message, path }) => `${code} ${path.join('/')} ${message}`)).toEqual([])
  })

  /** Parses the output of a linter. Safe because both document it; text that is not JSON is the tool's own failure. */
  function parseOutput<Output>(stdout: string, stderr: string): Output {
    if (!/^\s*[[{]/.test(stdout)) throw new Error(`The linter failed: ${stdout}${stderr}`)
    return JSON.parse(stdout) as Output
  }
})

const errorsByName = new Map(
  modules
    .flatMap((module) => module.endpoints)
    .map((endpoint) => [endpoint.operationId, getErrors(endpoint).map(({ status, code }) => `${status} ${code}`)]),
)

describe('every operation', () => {
  it('is in the document, and nothing else is', () => {
    const declared = modules.flatMap(({ endpoints }) => endpoints.map(({ method, path }) => `${method} /api/v1${path}`))
    expect(operations.map(({ name }) => name).toSorted()).toEqual(declared.toSorted())
  })
  it('has a unique name, a description, the tag of a module, and the scope it needs', () => {
    const tags = new Set(document.tags.map(({ name }) => name))
    const ids = [...operations, ...deliveries].map(({ operation }) => operation.operationId)
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
    const lacking = operations.filter(
      ({ operation: { operationId, summary, description, tags: own = [], security, 'x-required-scope': scope = '' } }) =>
        !/^[a-z][A-Za-z]+$/.test(operationId) ||
        !/^[A-Z].{3,}[^.]$/.test(summary) ||
        description.length < 20 ||
        own.length !== 1 ||
        !own.every((tag) => tags.has(tag)) ||
        !/^(none|any|session|visitor|[a-z]+:(read|write|admin))$/.test(scope) ||
        (scope === 'none') !== (security.length === 0),
    )
    expect(lacking.map(({ name }) => name)).toEqual([])
  })
  it('has typed bodies and responses with examples', () => {
    const lacking = [...operations, ...deliveries].flatMap(({ name, operation }) =>
      mediaOf(operation)
        .filter(({ media }) => Object.keys(media.schema).length === 0 || Object.keys(media.examples ?? {}).length === 0)
        .map(({ where }) => `${name} ${where}`),
    )
    expect(lacking).toEqual([])
  })
  it('describes every parameter, with an example of those in its path', () => {
    const parameters = operations.flatMap(({ name, operation: { parameters: own = [] } }) =>
      own.map((parameter) => ({ name, parameter: follow<Parameter>(document, parameter) })),
    )
    const lacking = parameters.filter(
      ({ parameter: { in: where, description, example } }) => !description || (where === 'path' && example === undefined),
    )
    expect(lacking.map(({ name, parameter }) => `${name} ${parameter.name}`)).toEqual([])
  })
  it('lists each error that it can return under its status', () => {
    const statuses = ['400', '404', '405', '406', '408', '414', '429', '431', '500', '503', '504']
    const writing = ['409', '413', '415', '422']
    const lacking = operations.flatMap(({ name, method, operation }) => {
      const told = Object.entries(getErrorCodes(document, operation)).map(([code, of]) => ({ code, of: String(of) }))
      const guarded = operation['x-required-scope'] === 'none' ? [] : ['401', '403']
      return [
        ...[...statuses, ...guarded, ...(method === 'get' ? [] : writing)].filter((status) => !told.some(({ of }) => of === status)),
        ...Object.values(operation['x-error-codes'] ?? {}).filter((status) => !operation.responses[status]),
        ...(errorsByName.get(operation.operationId) ?? []).filter((error) => !told.some(({ code, of }) => `${of} ${code}` === error)),
      ].map((missing) => `${name} ${missing}`)
    })
    expect(lacking).toEqual([])
  })
  it('declares no error that follows from its path or from If-Match', () => {
    const twice = modules.flatMap(({ endpoints }) =>
      endpoints.flatMap(({ operationId, params, errors }) => {
        const following = new Set([preconditionFailed, ...Object.values(params).map(({ notFound }) => notFound)])
        return errors.filter((error) => following.has(error)).map(({ code }) => `${operationId} ${code}`)
      }),
    )
    expect(twice).toEqual([])
  })
  it('accepts If-Match and can return 412 if it changes something that has an ETag', () => {
    const takes = operations.filter(({ operation: { parameters = [] } }) =>
      parameters.some((part) => '$ref' in part && part.$ref.endsWith('/IfMatch')),
    )
    expect(operations.filter(({ operation }) => operation.responses['412'])).toEqual(takes)
    const changing = operations.filter(({ name, method, operation }) => {
      const tagged = Object.values(operation.responses).some((response) => 'headers' in response && response.headers?.ETag)
      return method !== 'get' && name.includes('{') && tagged
    })
    expect(changing.filter((each) => !takes.includes(each)).map(({ name }) => name)).toEqual([])
  })
  it('has request id and rate-limit headers on every response', () => {
    const always = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-RateLimit-Policy']
    const lacking = operations.flatMap(({ name, operation }) =>
      Object.entries(operation.responses)
        .filter(([, response]) => !always.every((header) => follow<Response>(document, response).headers?.[header]))
        .map(([status]) => `${name} ${status}`),
    )
    expect(lacking).toEqual([])
  })
})

describe('the schemas', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats(ajv)
  ajv.addSchema({ components: document.components }, 'document')
  const validators = new Map<string, ValidateFunction>()
  const getProblems = (schema: JsonSchema, value: unknown): string => {
    const text = JSON.stringify(schema).replaceAll('"$ref":"#', '"$ref":"document#')
    const validate = validators.get(text) ?? ajv.compile(JSON.parse(text))
    validators.set(text, validate)
    return validate(value) ? '' : ajv.errorsText(validate.errors)
  }

  it('have examples that fit', () => {
    const ofMedia = [...operations, ...deliveries].flatMap(({ name, operation }) =>
      mediaOf(operation).flatMap(({ where, media }) =>
        Object.entries(media.examples ?? {}).map(([key, example]) => [
          `${name} ${where} ${key}`,
          getProblems(media.schema, follow<{ value: unknown }>(document, example).value),
        ]),
      ),
    )
    const ofParameters = [...operations, ...deliveries].flatMap(({ name, operation: { parameters = [] } }) =>
      parameters
        .map((parameter) => follow<Parameter>(document, parameter))
        .filter(({ example }) => example !== undefined)
        .map(({ name: parameter, schema, example }) => [`${name} ${parameter}`, getProblems(schema, example)]),
    )
    const ofSchemas = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      Array.isArray(schema.examples) ? schema.examples.map((example) => [name, getProblems(schema, example)]) : [],
    )
    expect([...ofMedia, ...ofParameters, ...ofSchemas].filter(([, problems]) => problems !== '')).toEqual([])
  })
  it('are named components when they are enumerations', () => {
    expect(anonymousEnums({ paths: document.paths, webhooks: document.webhooks, schemas: document.components.schemas })).toEqual([])
  })
  it('contain nothing of the machinery', () => {
    expect(/"(x-id|~\w+)"/.exec(JSON.stringify(document))?.[0]).toBeUndefined()
  })
  it('describe `limit` without a maximum, because a greater one is accepted', () => {
    expect(document.components.parameters.Limit?.schema).toEqual({ type: 'integer', minimum: 1, default: 20 })
  })
  it('refuse unknown fields in requests, while responses may gain fields', () => {
    const { ThreadCreate, Thread } = document.components.schemas
    expect([ThreadCreate?.additionalProperties, Thread?.additionalProperties]).toEqual([false, undefined])
  })
})

function mediaOf({ requestBody, responses }: Operation): { where: string; media: MediaType }[] {
  const bodies = Object.values(requestBody?.content ?? {}).map((media) => ({ where: 'body', media }))
  return [
    ...bodies,
    ...Object.entries(responses).flatMap(([status, response]) =>
      Object.entries(follow<Response>(document, response).content ?? {}).map(([type, media]) => ({ where: `${status} ${type}`, media })),
    ),
  ]
}

/** Returns the paths of enumerations that are not components. */
function anonymousEnums(part: unknown, path: string[] = []): string[] {
  if (typeof part !== 'object' || part === null || path.at(-1) === 'examples') return []
  const named = path.length === 2 && path[0] === 'schemas'
  const here = 'enum' in part && Array.isArray(part.enum) && part.enum.length > 1 && !named ? [path.join('.')] : []
  return [...here, ...Object.entries(part).flatMap(([name, inner]) => anonymousEnums(inner, [...path, name]))]
}
