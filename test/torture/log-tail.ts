/** The end of a service's log, shortened for readers of a failed test. */

const logLinesShown = 10

/** Returns the last lines of a log, without the banner of a start. */
export function getTail(log: string): string {
  const lines = log.split('\n').filter((line) => line !== '' && !isWelcome(line))
  return lines.map(gist).slice(-logLinesShown).join('\n')
}

/** Whether a line belongs to the banner of a start. */
function isWelcome(line: string): boolean {
  return /^(Skein serves|  (API|Dashboard|Mail|Reference|Guides|Key|Sign in|Sample) |Create a thread:|curl )/.test(line)
}

/** Shortens a log line, and removes stack traces. */
function gist(line: string): string {
  try {
    // Safe because the log's lines are JSON objects, and any field may be absent.
    const { time, level, msg, requestId, error } = JSON.parse(line) as {
      time?: string
      level?: string
      msg?: string
      requestId?: string
      error?: { message?: string; stack?: string }
    }
    return [time, level, requestId, msg, error?.message, level === 'warn' ? undefined : error?.stack].filter(Boolean).join(' ')
  } catch {
    return line
  }
}
