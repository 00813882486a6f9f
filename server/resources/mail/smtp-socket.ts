/** Opens TCP connections to mail servers. */
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import type { OutgoingServer } from './outgoing-server.ts'
import { toSmtpError, type LibraryError } from './smtp-errors.ts'

/** Connects to one of the addresses. Without addresses, the system resolves the host. */
export function connectTo(
  { host, port }: OutgoingServer,
  addresses: readonly string[] | null,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Socket> {
  const pinned = addresses?.map((address) => ({ address, family: isIP(address) })) ?? null
  const lookup: LookupFunction | undefined =
    pinned === null
      ? undefined
      : (_host, { all }, callback) => {
          const [first] = pinned
          if (first === undefined) callback(Object.assign(new Error('No address'), { code: 'ENOTFOUND' }), '')
          else if (all) callback(null, pinned)
          else callback(null, first.address, first.family)
        }
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true, autoSelectFamily: true, ...(lookup ? { lookup } : {}) })
    const timer = setTimeout(() => fail(Object.assign(new Error('Connection timeout'), { code: 'ETIMEDOUT' })), timeoutMs)
    const abort = (): void => fail(Object.assign(new Error('Aborted'), { code: 'EABORT' }))
    const stopWaiting = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      socket.removeListener('error', fail)
    }
    function fail(error: LibraryError): void {
      stopWaiting()
      socket.on('error', () => {})
      socket.destroy()
      reject(toSmtpError(error, error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN' ? 'RESOLVE' : 'CONNECT'))
    }
    signal.addEventListener('abort', abort, { once: true })
    socket.once('error', fail)
    socket.once('connect', () => {
      stopWaiting()
      resolve(socket)
    })
    if (signal.aborted) abort()
  })
}
