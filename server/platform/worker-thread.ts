/** Runs work in a worker thread with limited memory and time, so that no input can crash the service or block its requests. */
import { Worker, type Transferable } from 'node:worker_threads'

/** Thrown when the thread took too long, needed too much memory, or failed. */
export class ThreadFailure extends Error {
  override name = 'ThreadFailure'
}

export type WorkerThread<Input, Output> = {
  /** Sends an input to the thread. Returns the thread's output, or rejects with {@link ThreadFailure}. */
  readonly run: (input: Input, transfer?: readonly Transferable[]) => Promise<Output>
  /** Terminates the thread and rejects waiting inputs. */
  readonly stop: () => Promise<void>
}

/** Message with which the thread replies to an input. */
export type ThreadResult<Output> = { readonly output: Output } | { readonly error: string }

export type ThreadOptions = {
  /** Maximum megabytes of the thread's JavaScript heap, not counting transferred bytes. */
  readonly maxMemoryMb?: number
  readonly timeoutMs?: number
  /** Milliseconds without an input after which the thread ends and frees its memory. */
  readonly idleMs?: number
}

/** Minimum megabytes. With less, V8 cannot start the thread and aborts the whole process. */
const minMemoryMb = 32

type Order<Input, Output> = {
  input: Input
  transfer: readonly Transferable[]
  resolve: (output: Output) => void
  reject: (error: ThreadFailure) => void
}

/** Creates one thread for the file, which starts with the first input and processes one input at a time. */
export function createWorkerThread<Input, Output>(
  file: URL,
  name: string,
  { maxMemoryMb = 256, timeoutMs = 20_000, idleMs = 60_000 }: ThreadOptions = {},
): WorkerThread<Input, Output> {
  const waiting: Order<Input, Output>[] = []
  let current: Order<Input, Output> | null = null
  let thread: Worker | null = null
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  /** Terminates the thread with its current work. The next input gets a new thread. */
  const replace = (why: string): void => {
    const failed = current
    void endThread()
    failed?.reject(new ThreadFailure(why))
    next()
  }
  const endThread = async (): Promise<void> => {
    const ended = thread
    thread = current = null
    clearTimeout(timer)
    ended?.removeAllListeners()
    // A terminating thread may still report that it ran out of memory.
    ended?.on('error', () => {})
    await ended?.terminate()
  }
  const start = (): Worker => {
    const worker = new Worker(file, {
      // Do not pass the service's flags, such as a debugger's, to the thread.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: Math.max(minMemoryMb, maxMemoryMb), maxYoungGenerationSizeMb: 16 },
      name,
    })
    worker.on('message', (result: ThreadResult<Output>) => {
      const done = current
      current = null
      clearTimeout(timer)
      if ('output' in result) done?.resolve(result.output)
      else done?.reject(new ThreadFailure(result.error))
      next()
    })
    worker.on('error', (error) => replace(error.message))
    worker.on('exit', (code) => replace(`The thread ended with code ${code}.`))
    return worker
  }
  const next = (): void => {
    if (current !== null || isStopped) return
    current = waiting.shift() ?? null
    if (current === null) {
      // Neither an idle thread nor the timer should keep the process alive.
      thread?.unref()
      if (thread) timer = setTimeout(() => void endThread(), idleMs).unref()
      return
    }
    clearTimeout(timer)
    thread ??= start()
    thread.ref()
    timer = setTimeout(() => replace(`The work took longer than ${timeoutMs} ms.`), timeoutMs)
    thread.postMessage(current.input, current.transfer)
  }
  return {
    run: (input, transfer = []) =>
      new Promise((resolve, reject) => {
        if (isStopped) return reject(new ThreadFailure('The thread is stopped.'))
        waiting.push({ input, transfer, resolve, reject })
        next()
      }),
    stop: async () => {
      isStopped = true
      const failed = [current, ...waiting.splice(0)]
      await endThread()
      for (const order of failed) order?.reject(new ThreadFailure('The thread is stopped.'))
    },
  }
}
