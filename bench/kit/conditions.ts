/** Conditions of a run. Runs are comparable only under the same conditions. */
import { execFileSync } from 'node:child_process'
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { findBinaries } from '#platform/postgres/embedded/binaries.ts'
import { loadTool } from './load.ts'
import type { Options } from './options.ts'

export async function getConditions({ quick, rounds, seconds }: Options): Promise<string[]> {
  const processors = cpus()
  const { postgres } = await findBinaries(null)
  const version = execFileSync(postgres, ['--version'], { encoding: 'utf8' }).trim()
  return [
    ...(quick ? ['QUICK: less data and shorter rounds than the claims require; not a valid measurement'] : []),
    `${processors.length} cores (${processors[0]?.model.trim() ?? 'unknown'}), ${(totalmem() / 2 ** 30).toFixed(0)} GB of memory, ${platform()} ${release()} ${arch()}; load ${loadavg()[0]?.toFixed(2)} before the run`,
    `Node ${process.version}, ${version} with the service's own settings (fsync and synchronous_commit on)`,
    `Commit ${commit()}; load over HTTP: ${loadTool}, 32 connections; medians of ${rounds} rounds of ${seconds} s each, floor and ours alternating`,
  ]
}

function commit(): string {
  try {
    const git = (...args: string[]): string =>
      execFileSync('git', args, { cwd: join(import.meta.dirname, '..'), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    return (
      git('rev-parse', '--short', 'HEAD') +
      (git('status', '--porcelain', '--untracked-files=no', '../server', '../migrations') === '' ? '' : ' with changes')
    )
  } catch {
    return 'unknown'
  }
}
