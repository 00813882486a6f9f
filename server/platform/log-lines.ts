import { prettyFactory } from 'pino-pretty'

/** Creates a function that formats a JSON log line as one short line for a terminal. `colorize` is false if the terminal has no colours. */
export function createLogLines(colorize: boolean): (line: string) => string {
  const format = prettyFactory({
    colorize,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    // Leave out fields that every line has, or that the message already contains.
    ignore: 'process,requestId,method,path,route,status,ms,ip',
    messageFormat: ({ msg, method, path, status, ms, requestId }) =>
      msg === 'request'
        ? `${String(method)} ${String(path)} ${String(status)} ${String(ms)} ms`
        : `${String(msg)}${requestId ? ` (request ${String(requestId)})` : ''}`,
  })
  return (line) => format(line)
}
