/** Signs mails with DKIM (RFC 6376). Equal mails get equal signatures, because RSA signatures are deterministic and contain no time. */
import { generateKeyPair } from 'node:crypto'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { promisify } from 'node:util'

export type DkimKey = { readonly domain: string; readonly selector: string; readonly privateKey: string }

/** Returns the DKIM-Signature header field of a mail, with its line break. It must precede all other fields. */
export async function writeDkimSignature(mail: Readable, { domain, selector, privateKey }: DkimKey): Promise<Buffer> {
  const [{ default: MessageParser }, { default: RelaxedBody }, { default: sign }] = await Promise.all([
    import('nodemailer/lib/dkim/message-parser'),
    import('nodemailer/lib/dkim/relaxed-body'),
    import('nodemailer/lib/dkim/sign'),
  ])
  const parser = new MessageParser()
  const body = new RelaxedBody({ hashAlgo: 'sha256' })
  const parsed = Promise.all([once(parser, 'headers'), once(body, 'hash'), finished(body)])
  mail.on('error', (error) => parser.destroy(error))
  parser.on('error', (error) => body.destroy(error))
  mail.pipe(parser).pipe(body)
  // Drain the content, of which only the hash is needed.
  body.resume()
  const [[headers], [hash]] = await parsed
  const field = sign(headers, 'sha256', hash, { domainName: domain, keySelector: selector, privateKey })
  if (field === false) throw new Error(`The DKIM key of ${domain} cannot sign.`)
  return Buffer.from(`${field}\r\n`, 'latin1')
}

/** Creates a key pair. `publicKey` is the value of `p=` in the DNS record. */
export async function createDkimKey(): Promise<{ privateKey: string; publicKey: string }> {
  const pair = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { privateKey: pair.privateKey, publicKey: pair.publicKey.toString('base64') }
}

/** Returns name and value of the DNS record (TXT) that publishes a key. */
export function toDkimRecord({ domain, selector, publicKey }: { domain: string; selector: string; publicKey: string }): {
  name: string
  value: string
} {
  return { name: `${selector}._domainkey.${domain}`, value: `v=DKIM1; k=rsa; p=${publicKey}` }
}
