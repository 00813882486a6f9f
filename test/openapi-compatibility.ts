/** Detects changes of the API description that break clients of an earlier version: on the wire, or when they are generated again. */
import { isDeepStrictEqual } from 'node:util'
import {
  documentMethods,
  getErrorCodes,
  follow,
  type Content,
  type Header,
  type OpenapiDocument,
  type Operation,
  type Parameter,
  type Response,
} from '#platform/openapi/types.ts'
import { getContract } from '../tools/openapi-history.ts'
import type { KnownBreak } from './openapi-known-breaks.ts'
import { schemaBreaks, within, type Comparison, type Direction } from './openapi-schema-compatibility.ts'

/**
 * Describes what a client of `before` loses with `after`; empty when nothing.
 *
 * Requests that were accepted must stay accepted. Guarantees of responses and events must stay: statuses, fields, values, headers.
 * Additions (operations, optional parameters, fields and values of responses) break no client.
 */
export function breakingChanges(before: OpenapiDocument, after: OpenapiDocument): string[] {
  const later = getOperations(after)
  const operations = [...getOperations(before)].flatMap(([name, operation]) => {
    const counterpart = later.get(name)
    return counterpart ? operationBreaks({ before, after, at: name }, operation, counterpart) : [`${name}: the operation is gone`]
  })
  const events = Object.entries(before.webhooks).flatMap(([type, { post: event }]) => {
    const counterpart = after.webhooks[type]?.post
    if (!event || !counterpart) return [`the event ${type} is gone`]
    return contentBreaks(
      { before, after, at: `event ${type}` },
      'answer',
      event.requestBody?.content ?? {},
      counterpart.requestBody?.content ?? {},
    )
  })
  return [...operations, ...events]
}

/** Groups operations by method and path. The names of path parameters do not matter on the wire. */
function getOperations({ paths }: OpenapiDocument): Map<string, Operation> {
  return new Map(
    Object.entries(paths).flatMap(([path, item]) =>
      documentMethods.flatMap((method) => {
        const operation = item[method]
        return operation ? [[`${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`, operation] as const] : []
      }),
    ),
  )
}

function operationBreaks(comparison: Comparison, before: Operation, after: Operation): string[] {
  const renamed =
    before.operationId === after.operationId
      ? []
      : [`${comparison.at}: the operation ${before.operationId} is now called ${after.operationId}`]
  return [
    ...renamed,
    ...scopeBreaks(comparison, before, after),
    ...parameterBreaks(comparison, before, after),
    ...bodyBreaks(comparison, before, after),
    ...errorBreaks(comparison, before, after),
    ...responseBreaks(comparison, before, after),
  ]
}

function scopeBreaks({ at }: Comparison, before: Operation, after: Operation): string[] {
  const [was = 'none', is = 'none'] = [before['x-required-scope'], after['x-required-scope']]
  const open = ['none', 'any']
  const [[oldResource, oldLevel = ''], [newResource, newLevel = '']] = [was.split(':'), is.split(':')]
  const levels = ['read', 'write', 'admin']
  const eased = open.includes(is)
    ? open.indexOf(is) <= (open.includes(was) ? open.indexOf(was) : 1)
    : oldResource === newResource && levels.indexOf(newLevel) <= levels.indexOf(oldLevel)
  return was === is || eased ? [] : [`${at}: the scope needed was ${was} and is ${is}`]
}

function parameterBreaks(comparison: Comparison, before: Operation, after: Operation): string[] {
  const getParameters = (document: OpenapiDocument, { parameters = [] }: Operation) =>
    parameters.map((parameter) => follow<Parameter>(document, parameter)).filter((parameter) => parameter.in !== 'path')
  const [old, now] = [getParameters(comparison.before, before), getParameters(comparison.after, after)]
  const same = (a: Parameter) => (b: Parameter) => a.in === b.in && a.name.toLowerCase() === b.name.toLowerCase()
  const lost = old.flatMap((parameter) => {
    const counterpart = now.find(same(parameter))
    const place = within(comparison, `${parameter.in} parameter ${parameter.name}`)
    return counterpart ? schemaBreaks(place, 'request', parameter.schema, counterpart.schema) : [`${place.at}: it is gone`]
  })
  const demanded = now.filter((parameter) => parameter.required && !old.find(same(parameter))?.required)
  return [...lost, ...demanded.map(({ in: where, name }) => `${comparison.at} › ${where} parameter ${name}: it is required now`)]
}

function bodyBreaks(comparison: Comparison, { requestBody: before }: Operation, { requestBody: after }: Operation): string[] {
  const place = within(comparison, 'body')
  if (!before) return after?.required ? [`${place.at}: it is required now`] : []
  if (!after) return [`${place.at}: it is gone`]
  return [
    ...(after.required && !before.required ? [`${place.at}: it is required now`] : []),
    ...contentBreaks(place, 'request', before.content, after.content),
  ]
}

/**
 * Finds error codes that were removed or have another status. It does not matter whether a code is listed under its status or under
 * `default`.
 */
function errorBreaks(comparison: Comparison, before: Operation, after: Operation): string[] {
  const getErrors = (document: OpenapiDocument, operation: Operation) =>
    Object.entries(getErrorCodes(document, operation)).map(([code, status]) => `${status} ${code}`)
  const now = new Set(getErrors(comparison.after, after))
  return getErrors(comparison.before, before)
    .filter((error) => !now.has(error))
    .map((error) => `${comparison.at}: the error ${error} is gone`)
}

function responseBreaks(comparison: Comparison, before: Operation, after: Operation): string[] {
  return Object.entries(before.responses).flatMap(([status, declared]) => {
    const place = within(comparison, status)
    const counterpart = after.responses[status]
    if (!counterpart) return [`${place.at}: the status is gone`]
    const [old, now] = [follow<Response>(comparison.before, declared), follow<Response>(comparison.after, counterpart)]
    return headerBreaks(place, old, now).concat(contentBreaks(place, 'answer', old.content ?? {}, now.content ?? {}))
  })
}

function headerBreaks(comparison: Comparison, { headers: before = {} }: Response, { headers: after = {} }: Response): string[] {
  return Object.entries(before).flatMap(([name, declared]) => {
    const place = within(comparison, `header ${name}`)
    const counterpart = after[name]
    if (!counterpart) return [`${place.at}: it is gone`]
    const [old, now] = [follow<Header>(comparison.before, declared), follow<Header>(comparison.after, counterpart)]
    const unsure = old.required && !now.required ? [`${place.at}: it may be absent now`] : []
    return unsure.concat(schemaBreaks(place, 'answer', old.schema, now.schema))
  })
}

function contentBreaks(comparison: Comparison, direction: Direction, before: Content, after: Content): string[] {
  return Object.entries(before).flatMap(([type, { schema }]) => {
    const counterpart = after[type]
    return counterpart ? schemaBreaks(comparison, direction, schema, counterpart.schema) : [`${comparison.at}: ${type} is gone`]
  })
}

/** Describes why `current` may not be committed next to the stored descriptions. Omits breaks in `known`, and each of them must exist. */
export function releaseProblems(
  current: OpenapiDocument,
  released: readonly OpenapiDocument[],
  known: readonly KnownBreak[] = [],
): string[] {
  const { version } = current.info
  const newer = released
    .filter((document) => isBefore(version, document.info.version))
    .map((document) => `${document.info.version} was released already, so info.version ${version} is too low`)
  const same = released.find((document) => document.info.version === version)
  const changed =
    same && !isDeepStrictEqual(getContract(same), getContract(current))
      ? [
          `The description changed, but info.version ${version} was released with another one: raise apiVersion, add a line to API_CHANGELOG.md, npm run generate`,
        ]
      : []
  const major = (document: OpenapiDocument) => document.info.version.split('.', 1)[0]
  const used = new Set<KnownBreak>()
  const broken = released
    .filter((document) => major(document) === major(current))
    .flatMap((document) => {
      const possible = known.filter(({ before }) => isBefore(document.info.version, before))
      const changes = breakingChanges(document, current).filter((found) => {
        const excuse = possible.find(({ change }) => change.test(found))
        if (excuse) used.add(excuse)
        return !excuse
      })
      return changes.map((change) => `Breaks clients of ${document.info.version}: ${change}`)
    })
  const needless = known
    .filter((each) => !used.has(each))
    .map(({ change }) => `No filed description has the known break ${change}: remove it`)
  return [...newer, ...changed, ...broken, ...needless]
}

/** Compares two versions as three numbers. */
export function isBefore(a: string, b: string): boolean {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number))
  const at = left?.findIndex((number, i) => number !== right?.[i]) ?? -1
  return at >= 0 && (left?.[at] ?? 0) < (right?.[at] ?? 0)
}
