/** Runs the command of the process's own arguments: all that `main.ts` does. */
import { createProcessLog, type Log } from '../platform/log.ts'
import { runCommand } from './run-command.ts'
import { createStopSignal } from './stop-signal.ts'

/** The result is the exit code. */
export async function runProcess(): Promise<number> {
  const logging: { open: { log: Log; flush(): void } | null } = { open: null }
  const stop = createStopSignal(() => logging.open?.log ?? null)
  // Runs however the process exits.
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
