/**
 * Returns memory to the operating system when the process becomes idle. V8 keeps the pages of its young generation, up to 128 MB, and a
 * pool of as many free pages. After a burst of load, a process with 40 MB of objects holds 400 MB. V8's memory reducer would return the
 * pages, but starts only while almost nothing is allocated, and an idle worker still polls its queues. With the memory saver on, it always
 * starts. The saver also keeps the young generation small, which multiplies the processor time of garbage collection, so it is on only for
 * a short time after the process has become idle.
 */
import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'

/** Maximum share of time for which an idle process's event loop is busy. Processor time would also be small on an overloaded machine. */
const maxIdleShare = 0.2
/** Number of idle intervals (a second each, except in tests) before the memory saver is switched on. */
const idleLooks = 10
/** Number of intervals for which the saver stays on. The memory reducer checks the flag every 8 seconds, then needs two collections. */
const savingLooks = 30

/** Decides when the memory saver is on. A new process counts as busy, because loading the modules leaves garbage. */
export class IdleMemory {
  #idleLooks = 0

  /** Returns whether the memory saver is on in the next interval, given the share of this interval in which the event loop was busy. */
  look(share: number): boolean {
    this.#idleLooks = share > maxIdleShare ? 0 : this.#idleLooks + 1
    return this.#idleLooks >= idleLooks && this.#idleLooks < idleLooks + savingLooks
  }
}

/** Watches the process until the caller calls the returned function. */
export function releaseMemoryWhenIdle({ lookMs = 1_000 } = {}): () => void {
  const idle = new IdleMemory()
  let isSaving = false
  // Node warns that changing flags after the start is unsafe. V8 reads this flag again before each decision about the size of the heap.
  const save = (on: boolean): void => {
    if (on !== isSaving) setFlagsFromString(on ? '--memory-saver-mode' : '--no-memory-saver-mode')
    isSaving = on
  }
  let before = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    save(idle.look(performance.eventLoopUtilization(now, before).utilization))
    before = now
  }, lookMs).unref()
  return () => {
    clearInterval(timer)
    save(false)
  }
}
