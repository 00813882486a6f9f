/** Single attempts to send a mail, for tests against a scripted server. */
import { onTestFinished } from 'vitest'
import { attemptDelivery, type AttemptResult, type OutgoingMail, type OutgoingServer } from '../../server/resources/mail/index.ts'
import { startScriptedServer, type ScriptedServer, type SmtpScript } from './scripted-smtp.ts'

/** Default bytes of an attempt. */
export const bytes = Buffer.from('From: support@example.com\r\nSubject: Hello\r\n\r\n.A line that starts with a dot\r\n')
let lanes = 0

/** Starts a server that stops when the test ends. */
export async function startServer(script: SmtpScript = {}): Promise<ScriptedServer> {
  const server = await startScriptedServer(script)
  onTestFinished(() => server.stop())
  return server
}

type Given = Partial<OutgoingMail> & {
  server?: Partial<OutgoingServer>
  beforeData?: () => Promise<void>
  signal?: AbortSignal
  dataMs?: number
}

/** Makes one attempt on a new connection. */
export function attempt(to: Pick<ScriptedServer, 'host' | 'port'>, given: Given = {}): Promise<AttemptResult> {
  const { server = {}, beforeData = async () => {}, signal = new AbortController().signal, dataMs = 1_000, ...mail } = given
  return attemptDelivery(
    { host: to.host, port: to.port, security: 'NONE', auth: null, lane: `lane-${++lanes}`, ...server },
    { from: 'support@example.com', recipients: ['ada@example.com'], bytes, ...mail },
    { beforeData },
    signal,
    { stepMs: 400, dataMs },
  )
}

export const states = ({ recipients }: AttemptResult): string[] => recipients.map(({ state }) => state)
