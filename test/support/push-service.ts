/** A local push service and browsers that subscribe to it. The browsers decrypt what they are sent, with Node's own cryptography (RFC 8291). */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Pushed = { title: string; body: string; tag: string; path: string; unread: number; language: string }
type ReceivedPush = { path: string; headers: Readonly<Record<string, string>>; body: Buffer }

export type PushService = {
  port: number
  received: ReceivedPush[]
  /** Chooses the status of a response; 0 closes the connection without one. `n` counts the requests from 1. */
  respond: (push: ReceivedPush, n: number) => number
  close: () => Promise<void>
}

export async function openPushService(): Promise<PushService> {
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    // Safe because none of the headers that push services read is repeated.
    const push = { path: req.url ?? '', headers: req.headers as Record<string, string>, body: Buffer.concat(chunks) }
    service.received.push(push)
    const status = service.respond(push, service.received.length)
    if (status === 0) req.socket.destroy()
    else res.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const service: PushService = {
    // Safe because the server listens on a port.
    port: (server.address() as AddressInfo).port,
    received: [],
    respond: () => 201,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return service
}

/** Creates a browser's keys, and the function with which it reads a push. */
export function createBrowser(): { keys: { p256dh: string; auth: string }; open: (push: ReceivedPush) => Pushed } {
  const own = createECDH('prime256v1')
  const publicKey = own.generateKeys()
  const auth = randomBytes(16)
  return {
    keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    open({ body }) {
      const [salt, keyLength] = [body.subarray(0, 16), body[20] ?? 0]
      const sender = body.subarray(21, 21 + keyLength)
      const sealed = body.subarray(21 + keyLength)
      const derive = (secret: Buffer, by: Buffer, info: Buffer | string, length: number): Buffer =>
        Buffer.from(hkdfSync('sha256', secret, by, info, length))
      const secret = derive(own.computeSecret(sender), auth, Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]), 32)
      const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
      const decipher = createDecipheriv('aes-128-gcm', key, derive(secret, salt, 'Content-Encoding: nonce\0', 12))
      decipher.setAuthTag(sealed.subarray(-16))
      const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      // Safe because the service writes it in this form. The last byte ends the text.
      return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString('utf8')) as Pushed
    },
  }
}

/** Returns the claims of a request's VAPID token, after verifying its signature with the key that it names. */
export function readVapid({ headers }: ReceivedPush): { aud: string; sub: string; key: string } {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(\S+)$/.exec(headers['authorization'] ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const isValid = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isValid) throw new Error('The signature of the VAPID token is wrong')
  // Safe because the token was just verified.
  return { ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; sub: string }), key }
}
