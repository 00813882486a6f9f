/** Runs work in a thread with limited memory and time, so that no input can stop the service or keep its requests waiting. */
import { Worker, type Transferable } from 'node:worker_threads'

/** The thread could not do the work: it took too long, needed too much memory, or failed. */
export class ThreadFailure extends Error {
  override name = 'ThreadFailure'
}

export type WorkerThread<Input, Output> = {
  /** Sends an input to the thread and returns its output. Rejects with {@link ThreadFailure}. */
  readonly run: (input: Input, transfer?: readonly Transferable[]) => Promise<Output>
  /** Ends the thread. Inputs that wait are rejected. */
  readonly stop: () => Promise<void>
}

/** Message that the thread posts for each input. */
export type ThreadResult<Output> = { readonly output: Output } | { readonly error: string }

export type ThreadOptions = {
  /** Memory for the thread's JavaScript objects. Transferred bytes are not part of it. */
  readonly maxMemoryMb?: number
  readonly timeoutMs?: number
  /** Time without an input after which the thread ends, and gives its memory back. */
  readonly idleMs?: number
}

/** With less memory, V8 cannot start the thread, and ends the whole process. */
const minMemoryMb = 32

type Order<Input, Output> = {
  input: Input
  transfer: readonly Transferable[]
  resolve: (output: Output) => void
  reject: (error: ThreadFailure) => void
}

/** Creates one thread for the file, which starts with the first input and handles one input after the other. */
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

  /** Ends the thread and the work that it does. The next input gets a new thread. */
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
    // A thread that ends may still report that its memory is used up.
    ended?.on('error', () => {})
    await ended?.terminate()
  }
  const start = (): Worker => {
    const worker = new Worker(file, {
      // Flags of the service, such as those of a debugger, are not for the thread.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: Math.max(minMemoryMb, maxMemoryMb), maxYoungGenerationSizeMb: 16 },
      name,
    })
    worker.on('message', (answer: ThreadResult<Output>) => {
      const done = current
      current = null
      clearTimeout(timer)
      if ('output' in answer) done?.resolve(answer.output)
      else done?.reject(new ThreadFailure(answer.error))
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
      // Neither an idle thread nor the timer keeps the process alive.
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
