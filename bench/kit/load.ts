/** HTTP load: requests in rotation over many connections, for some seconds. */
import { execFileSync } from 'node:child_process'
import { loadWithAutocannon } from './autocannon.ts'
import type { Loaded, Template } from './load-shape.ts'
import { loadWithWrk } from './wrk.ts'

/** The load generator in use. */
export const loadTool: string = versionOf('wrk', ['--version'])?.replace(/ \[.*$/, '') ?? 'autocannon (no wrk on this machine)'

/**
 * Sends the templates in rotation for `seconds`. Throws when any response is an error, because a refused request costs less than a served
 * one.
 */
export function load(url: string, templates: readonly Template[], seconds: number): Promise<Loaded> {
  return loadTool.startsWith('wrk') ? loadWithWrk(url, templates, seconds) : loadWithAutocannon(url, templates, seconds)
}

/** Returns the first line that a program prints about its version; null when it is not installed. */
export function versionOf(program: string, args: string[]): string | null {
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
