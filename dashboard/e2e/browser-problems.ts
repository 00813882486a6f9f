/**
 * Fails the test during which a browser reports a problem: an error or a warning in the console, a thrown error, a response of 4xx or 5xx, or
 * a request that fails. A test that provokes one says so with `expectProblems`. `problems-setup.ts` checks after each test.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContext, Request } from 'playwright-core'

let problems: string[] = []
let expected: { pattern: RegExp; isRequired: boolean }[] = []

/** Announces problems of the current test, such as `/^409 POST .*\/reply$/`. The test fails unless each pattern matches at least one. */
export function expectProblems(...patterns: RegExp[]): void {
  expected.push(...patterns.map((pattern) => ({ pattern, isRequired: true })))
}

/** Allows problems that depend on the moment: requests that fail while the test has cut the connection. */
export function allowProblems(...patterns: RegExp[]): void {
  expected.push(...patterns.map((pattern) => ({ pattern, isRequired: false })))
}

export function watchForProblems(context: BrowserContext): void {
  context.on('console', (message) => {
    // The response or failed request is reported separately, with its method and path.
    const isOfRequest = message.text().startsWith('Failed to load resource')
    if (['error', 'warning', 'assert'].includes(message.type()) && !isOfRequest) problems.push(`console: ${message.text()}`)
  })
  context.on('weberror', (error) => problems.push(`thrown: ${error.error().stack ?? error.error().message}`))
  context.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${nameOf(response.request())}`)
  })
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // The page has cancelled the request, or has been left.
    if (reason !== 'net::ERR_ABORTED') problems.push(`${reason} ${nameOf(request)}`)
  })
}

/** Returns what was reported and not announced, and what was announced and not reported, since it was last called. */
export async function takeProblems(): Promise<string[]> {
  // The browser may report a refused request after the page has shown it.
  for (let i = 0; i < 40 && missing().length > 0; i++) await delay(50)
  const unexpected = problems.filter((problem) => !expected.some(({ pattern }) => pattern.test(problem)))
  const found = [...unexpected, ...missing()]
  problems = []
  expected = []
  return found
}

function missing(): string[] {
  return expected
    .filter(({ pattern, isRequired }) => isRequired && !problems.some((problem) => pattern.test(problem)))
    .map(({ pattern }) => `expected, but not reported: ${String(pattern)}`)
}

function nameOf(request: Request): string {
  const { pathname, origin, hostname } = new URL(request.url())
  return `${request.method()} ${hostname.endsWith('localhost') ? '' : origin}${pathname.replace(/^\/api\/v1/, '')}`
}
