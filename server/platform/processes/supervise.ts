/**
 * Starts the processes of `start --processes`, restarts each when it exits, and stops them. The processes accept connections on one
 * listening socket, which the primary process opens and the operating system shares among them.
 */
import cluster from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { createMetricsCollector } from './collect-metrics.ts'
import type { FromProcess, LiveProcess, MetricsMessage, ReadyReport } from './messages.ts'
import { restartPauseMs, steadyMs } from './restart-pause.ts'

export type Processes = {
  /** Endpoints of the processes, in the order of their names. */
  reports: readonly ReadyReport[]
  /** Stops one group after another. Throws when a process did not stop cleanly. */
  stop(): Promise<void>
}

type Life = LiveProcess & {
  pid: number
  readyAt: number | null
  /** Null when the process exited before it was ready. */
  ready: Promise<ReadyReport | null>
  ended: Promise<End>
  kill(): void
}

/** Exit of a process, such as `ended with exit code 1`, and the reason if the process sent one. */
type End = { clean: boolean; text: string; problem: string | null }

type Options = {
  /** Returns this program's arguments for the process with this name. */
  toArguments(name: string): string[]
  log: Log
}

/** Starts the processes and waits until all are ready. When one fails to start, stops the others and throws an error for the operator. */
export async function startProcesses(groups: readonly (readonly string[])[], { toArguments, log }: Options): Promise<Processes> {
  const names = groups.flat()
  const lives = new Map<string, Life>()
  const stopping = new AbortController()
  const metrics = createMetricsCollector(names, () =>
    names.flatMap((name) => lives.get(name) ?? []).filter(({ readyAt }) => readyAt !== null),
  )
  // By default Node accepts each connection here and passes it on. A connection on its way to a process that is killed would then hang
  // without a response.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  // This process may exit before the others, for example after a second signal, which makes it exit without waiting for them.
  process.once('exit', () => {
    for (const life of lives.values()) life.kill()
  })

  const begin = (name: string): Life => {
    const life = startLife(name, toArguments(name), (message) => metrics.onMessage(life, message))
    lives.set(name, life)
    void life.ended.then(() => lives.delete(name))
    return life
  }

  const beginAgain = (name: string): Life => {
    metrics.countRestart(name)
    const life = begin(name)
    void life.ready.then((report) => report && log.info({ process: name, pid: life.pid }, `the process ${name} serves again`))
    return life
  }

  /** Restarts a process whenever it exits. Returns false if it did not stop cleanly. */
  const keepRunning = async (first: Life): Promise<boolean> => {
    const { name } = first
    for (let life = first, ends = 0; ; life = beginAgain(name)) {
      const { clean, text, problem } = await life.ended
      if (stopping.signal.aborted) return clean
      ends = life.readyAt !== null && performance.now() - life.readyAt >= steadyMs ? 1 : ends + 1
      const pauseMs = restartPauseMs(ends)
      const message = `the process ${name} ${text}; it is started again in ${pauseMs / 1000} s`
      log.error({ process: name, pid: life.pid, ...(problem === null ? {} : { problem }) }, message)
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return true
    }
  }

  const started = names.map(begin)
  const stopAll = async (ends: ReadonlyMap<string, Promise<boolean>>): Promise<string[]> => {
    stopping.abort()
    const unclean: string[] = []
    for (const group of groups) {
      for (const name of group) lives.get(name)?.send({ kind: 'stop' })
      for (const name of group) if ((await ends.get(name)) === false) unclean.push(name)
    }
    return unclean
  }
  try {
    const reports = await Promise.all(started.map(getReport))
    const ends = new Map(started.map((life) => [life.name, keepRunning(life)]))
    return {
      reports,
      async stop() {
        const unclean = await stopAll(ends)
        if (unclean.length > 0) throw new Error(`Not stopped cleanly: ${unclean.join(', ')}. The log has the reason.`)
      },
    }
  } catch (error) {
    await stopAll(new Map(started.map((life) => [life.name, life.ended.then(({ clean }) => clean)])))
    throw error
  }
}

async function getReport({ name, ready, ended }: Life): Promise<ReadyReport> {
  const report = await ready
  if (report) return report
  const { problem, text } = await ended
  throw new Error(problem ?? `The process ${name} could not start: it ${text}.`)
}

function startLife(name: string, args: string[], onMetrics: (message: MetricsMessage) => void): Life {
  // JSON would turn NaN, the initial value of some metrics, into null.
  cluster.setupPrimary({ args, serialization: 'advanced' })
  const worker = cluster.fork()
  const { pid = 0 } = worker.process
  let problem: string | null = null
  const gone = Promise.all([once(worker, 'exit'), once(worker, 'disconnect')]).catch((error: unknown) => error as Error)
  const ended = gone.then((end): End => {
    if (end instanceof Error) return { clean: false, text: `could not be started (${end.message})`, problem }
    // Safe because the event has these arguments.
    const [code, signal] = end[0] as [number | null, NodeJS.Signals | null]
    return { clean: code === 0, text: signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`, problem }
  })
  const { promise: ready, resolve } = Promise.withResolvers<ReadyReport | null>()
  void ended.then(() => resolve(null))
  const life: Life = {
    name,
    pid,
    readyAt: null,
    ready,
    ended,
    // Without a callback, sending to a process that has just exited would be an uncaught error.
    send: (message) => void worker.send(message, undefined, undefined, () => {}),
    kill: () => void worker.process.kill('SIGKILL'),
  }
  worker.on('message', (message: FromProcess) => {
    if (message.kind === 'failed') problem = message.message
    else if (message.kind === 'ready') {
      life.readyAt = performance.now()
      resolve(message)
    } else onMetrics(message)
  })
  return life
}
