/** A process whose clock is wrong. */

const TrueDate = Date

/** Shifts the clock of this process, and therefore of the service in it, by `byMs`. Undo it with `restoreClock`. */
export function shiftClock(byMs: number): void {
  globalThis.Date = class extends TrueDate {
    constructor(...args: [] | [string | number | Date]) {
      if (args.length === 0) super(TrueDate.now() + byMs)
      else super(args[0])
    }
    static override now(): number {
      return TrueDate.now() + byMs
    }
  } as DateConstructor // Safe because nothing calls Date without `new`.
}

export function restoreClock(): void {
  globalThis.Date = TrueDate
}

/** Returns the real milliseconds since 1970, even while the process's clock is shifted. */
export function trueNow(): number {
  return TrueDate.now()
}
