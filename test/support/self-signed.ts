/** Creates a TLS certificate for a host name. Node can create keys but no certificates, and a stored one would expire. */
import { generateKeyPairSync, sign } from 'node:crypto'

/** Returns the key and the self-signed certificate (PEM) of `hostname`, which is valid for a day around now. */
export function createCertificate(hostname: string): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ecdsaWithSha256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')))
  const commonName = der(0x06, Buffer.from('550403', 'hex'))
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(hostname)))))
  const validity = sequence(utcTime(Date.now() - 86_400_000), utcTime(Date.now() + 86_400_000))
  const extension = (id: string, value: Buffer): Buffer => sequence(der(0x06, Buffer.from(id, 'hex')), der(0x04, value))
  const isAuthority = extension('551d13', sequence(der(0x01, Buffer.from([0xff]))))
  const alternativeName = extension('551d11', sequence(der(0x82, Buffer.from(hostname))))
  // RFC 5280, section 4.1: version 3, serial number, algorithm, issuer, validity, subject, key, extensions.
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(isAuthority, alternativeName)),
  )
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]))
  const lines = sequence(body, ecdsaWithSha256, signature).toString('base64').replaceAll(/.{64}/g, '$&\n')
  return {
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts))
}

/** Encodes tag, length and value (DER), with lengths up to 65,535. */
function der(tag: number, value: Buffer): Buffer {
  const { length } = value
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), value])
}

function utcTime(ms: number): Buffer {
  return der(0x17, Buffer.from(`${new Date(ms).toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`))
}
