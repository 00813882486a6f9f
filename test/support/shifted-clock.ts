/** A process whose clock is wrong. */

const TrueDate = Date

/** Shifts the clock of this process, and so of the service in it, by `byMs`. Undo it with `restoreClock`. */
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

/** Returns the milliseconds since 1970, whatever the clock of the process shows. */
export function trueNow(): number {
  return TrueDate.now()
}
