/** Generates HTTP load with wrk, or with autocannon if wrk is not installed. */
import { execFileSync } from 'node:child_process'
import { loadWithAutocannon } from './autocannon.ts'
import type { LoadResult, Template } from './load-shape.ts'
import { loadWithWrk } from './wrk.ts'

/** Name and version of the load generator in use. */
export const loadTool: string = getVersion('wrk', ['--version'])?.replace(/ \[.*$/, '') ?? 'autocannon (no wrk on this machine)'

/**
 * Sends the templates in rotation for `seconds`. Throws if any response is an error, because error responses are cheaper and would inflate
 * the rate.
 */
export function load(url: string, templates: readonly Template[], seconds: number): Promise<LoadResult> {
  return loadTool.startsWith('wrk') ? loadWithWrk(url, templates, seconds) : loadWithAutocannon(url, templates, seconds)
}

/** Returns the first line of a program's version output; null when the program is not installed. */
export function getVersion(program: string, args: string[]): string | null {
  try {
    return (
      execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
        .split('\n', 1)[0]
        ?.trim() ?? ''
    )
  } catch (error) {
    // wrk prints its version and exits with code 1.
    const { code, stdout } = error as { code?: unknown; stdout?: unknown }
    return code === 'ENOENT' ? null : (String(stdout).split('\n', 1)[0]?.trim() ?? '')
  }
}
