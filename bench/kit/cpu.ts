/** CPU time and memory of processes, from /proc. All functions return null on systems without it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Linux reports CPU time in hundredths of a second on every platform that Node supports. */
const microsPerTick = 10_000

type Stat = { parent: number; own: number; ended: number }

/** Returns the CPU time of the process in microseconds, including its children that have exited. */
export function cpuMicros(pid: number): number | null {
  const stat = findStat(pid)
  return stat && (stat.own + stat.ended) * microsPerTick
}

/**
 * Returns the CPU time of a process and all its children, running and exited: of the whole of PostgreSQL when `pid` is its main process.
 */
export function familyCpuMicros(pid: number): number | null {
  const main = findStat(pid)
  if (!main) return null
  const children = getChildren(pid)
    .map(findStat)
    .reduce((sum, stat) => sum + (stat ? stat.own : 0), 0)
  return (main.own + main.ended + children) * microsPerTick
}

/** Returns the proportional set size of the processes in MB, which counts shared memory once. */
export function memoryMb(pids: readonly number[]): number | null {
  let sum = 0
  for (const pid of pids) {
    const pss = /^Pss: +(\d+) kB$/m.exec(read(`/proc/${pid}/smaps_rollup`) ?? '')?.[1]
    if (pss === undefined) return null
    sum += Number(pss)
  }
  return sum / 1024
}

export function getChildren(pid: number): number[] {
  const pids = directory('/proc')
    .map(Number)
    .filter((candidate) => candidate > 0)
  return pids.filter((candidate) => findStat(candidate)?.parent === pid)
}

/** Returns the main process of the PostgreSQL that serves a data directory; null when none does. */
export function findPostmaster(dataDir: string): number | null {
  const pid = Number.parseInt(read(join(dataDir, 'postgres', 'postmaster.pid')) ?? '', 10)
  return pid > 0 ? pid : null
}

/** Parses proc_pid_stat(5). The name in parentheses can contain any character, so fields are counted from its end. */
function findStat(pid: number): Stat | null {
  const text = read(`/proc/${pid}/stat`)
  if (text === null) return null
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [fields[1], fields[11], fields[12], fields[13], fields[14]]
  return { parent, own: user + system, ended: endedUser + endedSystem }
}

/** Reads a file of /proc. Null when the process has exited. */
function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function directory(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
