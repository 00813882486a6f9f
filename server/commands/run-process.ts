/** Runs the command in the process's own arguments, for `main.ts`. */
import { createProcessLog, type Log } from '#platform/log.ts'
import { runCommand } from './run-command.ts'
import { createStopSignal } from './stop-signal.ts'

/** Returns the exit code. */
export async function runProcess(): Promise<number> {
  const logging: { open: { log: Log; flush(): void } | null } = { open: null }
  const stop = createStopSignal(() => logging.open?.log ?? null)
  // Flushes the log however the process exits.
  process.on('exit', () => logging.open?.flush())
  const code = await runCommand(process.argv.slice(2), {
    stdout: process.stdout,
    stderr: process.stderr,
    stop: stop.signal,
    terminal: process.stdin.isTTY && process.stderr.isTTY ? { input: process.stdin, output: process.stderr } : null,
    async openLog(level) {
      logging.open = await createProcessLog(level)
      return logging.open.log
    },
  })
  return stop.failed() ? 1 : code
}
