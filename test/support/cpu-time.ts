/**
 * Measures the CPU time of work, so that no test fails on a busy machine. Only for files without a service, because all threads of the
 * process count.
 */

/** Starts the measurement. The returned function returns the milliseconds of CPU time that the process has used since then. */
export function startCpuTime(): () => number {
  const begunAt = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(begunAt)
    return (user + system) / 1_000
  }
}
