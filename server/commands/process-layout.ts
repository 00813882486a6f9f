/** The processes of a service: their names, and the connections of a worker. */

/** The name of the process of `start --processes` that runs the background work. */
export const workerProcessName = 'worker'

/** Returns the names of the processes of `start --processes` that serve the API. */
export function apiProcessNames(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `api-${i + 1}`)
}

/** Connections of the worker's pool. Short statements share one connection; up to four transactions can run at once. */
export const workerPoolSize = 4
