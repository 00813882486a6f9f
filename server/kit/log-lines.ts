/** Log lines for people: what stands as JSON in a file is one short line on a terminal. */
import { prettyFactory } from 'pino-pretty'

/** From a JSON line to a line for a terminal. `colorize` is off where the terminal knows no colours. */
export function createLogLines(colorize: boolean): (line: string) => string {
  const format = prettyFactory({
    colorize,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    // What every line has, or the message says already.
    ignore: 'requestId,method,path,route,status,ms,ip',
    messageFormat: ({ msg, method, path, status, ms, requestId }) =>
      msg === 'request'
        ? `${String(method)} ${String(path)} ${String(status)} ${String(ms)} ms`
        : `${String(msg)}${requestId ? ` (request ${String(requestId)})` : ''}`,
  })
  return (line) => format(line)
}
