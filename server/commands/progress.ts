/** Shows a progress bar on a terminal. Prints nothing when the output is no terminal. */

export type Progress = { advance(by: number): void; note(text: string): void; end(): void }

/** Creates a bar on standard error and redraws it at most ten times a second. `total` and `advance` use the same unit. */
export function createProgress(total: number, stream: NodeJS.WriteStream = process.stderr): Progress {
  const startedAt = performance.now()
  let done = 0
  let shownAt = Number.NEGATIVE_INFINITY
  let note = ''
  const show = (): void => {
    if (!stream.isTTY) return
    shownAt = performance.now()
    const part = total === 0 ? 1 : done / total
    const left = done === 0 ? '' : `, ${duration(((shownAt - startedAt) / done) * (total - done))} left`
    const filled = Math.round(part * 30)
    stream.write(
      `\r\x1b[K${'█'.repeat(filled)}${'░'.repeat(30 - filled)} ${Math.floor(part * 100)} % · ${done} of ${total}${left}${note && ` · ${note}`}`,
    )
  }
  return {
    advance(by) {
      done += by
      note = ''
      if (performance.now() - shownAt >= 100) show()
    },
    note(text) {
      note = text
      show()
    },
    end() {
      show()
      if (stream.isTTY) stream.write('\n')
    },
  }
}

/** Formats a duration: `45 s`, `12 min`, `1 h 5 min`. */
export function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  if (seconds < 90) return `${seconds} s`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
