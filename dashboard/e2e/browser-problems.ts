/**
 * Fails the running test when the browser reports a problem: an error or a warning in the console, a thrown error, a response with status
 * 4xx or 5xx, or a failed request. A test that provokes a problem declares it with `expectProblems`. `problems-setup.ts` checks after each
 * test.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContext, Request } from 'playwright-core'

let problems: string[] = []
let expected: { pattern: RegExp; isRequired: boolean }[] = []

/**
 * Declares expected problems of the current test, such as `/^409 POST .*\/reply$/`. The test fails unless every pattern matches a problem.
 */
export function expectProblems(...patterns: RegExp[]): void {
  expected.push(...patterns.map((pattern) => ({ pattern, isRequired: true })))
}

/** Allows problems that depend on timing, such as requests that fail while the browser is offline. */
export function allowProblems(...patterns: RegExp[]): void {
  expected.push(...patterns.map((pattern) => ({ pattern, isRequired: false })))
}

export function watchForProblems(context: BrowserContext): void {
  context.on('console', (message) => {
    // Failed requests are reported below, with method and path.
    const isAboutRequest = message.text().startsWith('Failed to load resource')
    if (['error', 'warning', 'assert'].includes(message.type()) && !isAboutRequest) problems.push(`console: ${message.text()}`)
  })
  context.on('weberror', (error) => problems.push(`thrown: ${error.error().stack ?? error.error().message}`))
  context.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${describeRequest(response.request())}`)
  })
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // The page has aborted the request or was left.
    if (reason !== 'net::ERR_ABORTED') problems.push(`${reason} ${describeRequest(request)}`)
  })
}

/** Returns unexpected problems and missing expected ones, and resets both. */
export async function takeProblems(): Promise<string[]> {
  // The browser may report a failed request after the page has shown the error.
  for (let i = 0; i < 40 && listMissing().length > 0; i++) await delay(50)
  const unexpected = problems.filter((problem) => !expected.some(({ pattern }) => pattern.test(problem)))
  const found = [...unexpected, ...listMissing()]
  problems = []
  expected = []
  return found
}

function listMissing(): string[] {
  return expected
    .filter(({ pattern, isRequired }) => isRequired && !problems.some((problem) => pattern.test(problem)))
    .map(({ pattern }) => `expected, but not reported: ${String(pattern)}`)
}

function describeRequest(request: Request): string {
  const { pathname, origin, hostname } = new URL(request.url())
  return `${request.method()} ${hostname.endsWith('localhost') ? '' : origin}${pathname.replace(/^\/api\/v1/, '')}`
}
