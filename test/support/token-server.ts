/** A token server like Google's and Microsoft's, for OAuth sign-ins to mailboxes. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type TokenServer = {
  url: string
  /** Fields of each request, without the client's secret. */
  requests: Record<string, string>[]
  /** Status and error that the server returns instead of tokens; null for tokens. */
  refuse: { status: number; error: string } | null
  /** Lifetime of access tokens in seconds. */
  expiresIn: number
  /** The currently valid refresh token. Each is valid once. */
  current: () => string
  /** Simulates the user's consent: returns the query with which the browser is redirected back. */
  allow(authorizeUrl: string): URLSearchParams
  stop(): Promise<void>
}

export async function startTokenServer(): Promise<TokenServer> {
  const challenges = new Map<string, string>()
  let issued = 0
  const own: TokenServer = {
    url: '',
    requests: [],
    refuse: null,
    expiresIn: 3_600,
    current: () => `refresh-${issued}`,
    allow(authorizeUrl) {
      const asked = new URL(authorizeUrl).searchParams
      const code = `code-${challenges.size + 1}`
      challenges.set(code, asked.get('code_challenge') ?? '')
      return new URLSearchParams({ code, state: asked.get('state') ?? '' })
    },
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  const isValid = ({ grant_type, code = '', code_verifier = '', refresh_token }: Record<string, string>): boolean => {
    if (grant_type === 'refresh_token') return refresh_token === own.current()
    const challenge = challenges.get(code)
    challenges.delete(code)
    return challenge !== undefined && createHash('sha256').update(code_verifier).digest('base64url') === challenge
  }
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const { client_secret: secret, ...fields } = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
      own.requests.push({ path: req.url ?? '', ...fields })
      const send = (status: number, body: object) => res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
      if (own.refuse) return send(own.refuse.status, { error: own.refuse.error })
      if (secret !== 'client-secret') return send(401, { error: 'invalid_client' })
      if (!isValid(fields)) return send(400, { error: 'invalid_grant' })
      issued++
      send(200, { access_token: `access-${issued}`, refresh_token: own.current(), expires_in: own.expiresIn, token_type: 'Bearer' })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Safe because address() returns an AddressInfo for a server that listens on a port.
  own.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return own
}
