/** Load over HTTP: requests that are sent in turn, over many connections, for some seconds. */
import { execFileSync } from 'node:child_process'
import { loadWithAutocannon } from './autocannon.ts'
import type { Loaded, Template } from './load-shape.ts'
import { loadWithWrk } from './wrk.ts'

/** The generator in use. */
export const loadTool: string = versionOf('wrk', ['--version'])?.replace(/ \[.*$/, '') ?? 'autocannon (no wrk on this machine)'

/** Sends the templates in turn for `seconds`. Throws when any answer is not a success: a refused request is cheaper than a served one. */
export function load(url: string, templates: readonly Template[], seconds: number): Promise<Loaded> {
  return loadTool.startsWith('wrk') ? loadWithWrk(url, templates, seconds) : loadWithAutocannon(url, templates, seconds)
}

/** The first line that a program says of its version; null when it is not on the machine. */
export function versionOf(program: string, args: string[]): string | null {
  try {
    return (
      execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
        .split('\n', 1)[0]
        ?.trim() ?? ''
    )
  } catch (error) {
    // wrk tells its version with an exit code of 1.
    const { code, stdout } = error as { code?: unknown; stdout?: unknown }
    return code === 'ENOENT' ? null : (String(stdout).split('\n', 1)[0]?.trim() ?? '')
  }
}
