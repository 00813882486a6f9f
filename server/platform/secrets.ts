/** Derives everything from SECRET_KEY: credential hashes, cursor signatures, and the encryption of secrets that must be readable again. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'

export type Secrets = {
  /** Returns a fingerprint of SECRET_KEY that reveals nothing about it. */
  proof(): string
  /** Returns 32 bytes derived from SECRET_KEY and the purpose. Deterministic. */
  derive(purpose: string): Buffer
  /** Returns an HMAC-SHA-256 with its own derived key, under which API keys are stored and found. */
  hashCredential(credential: string): Buffer
  /** Returns an HMAC-SHA-256 of an Idempotency-Key. The key itself is never stored, because it decrypts stored secrets. */
  hashIdempotencyKey(key: string): Buffer
  /** Returns the first 12 bytes of an HMAC as base64url, enough to make cursors unforgeable. */
  signCursor(text: string): string
  /** Encrypts with AES-256-GCM under a key derived from SECRET_KEY, `purpose` and, if given, the caller's own key. */
  encrypt(purpose: string, text: string, callersKey?: string): string
  /** Decrypts. Throws if the text was not encrypted with this SECRET_KEY, purpose and caller's key. */
  decrypt(purpose: string, sealed: string, callersKey?: string): string
}

export function createSecrets(secretKey: string): Secrets {
  const derive = (info: string, salt = ''): Buffer => Buffer.from(hkdfSync('sha256', secretKey, salt, info, 32))
  // Create key objects once. With raw bytes, each HMAC would create one, which costs five times as much as the hash.
  const hmacKey = (info: string): KeyObject => createSecretKey(derive(info))
  const pepper = hmacKey('credential pepper')
  const idempotencyKey = hmacKey('idempotency key hash')
  const cursorKey = hmacKey('cursor signature')
  // There are few purposes, so cache their keys. Never cache a key derived from a caller's key, which only the caller may have.
  const encryptionKeys = new Map<string, KeyObject>()
  const encryptionKey = (purpose: string, callersKey: string | undefined): KeyObject => {
    const info = `encryption ${purpose}`
    if (callersKey !== undefined) return createSecretKey(derive(info, callersKey))
    const key = encryptionKeys.get(purpose) ?? createSecretKey(derive(info))
    encryptionKeys.set(purpose, key)
    return key
  }
  return {
    derive: (purpose) => derive(`derived ${purpose}`),
    proof: () => derive('proof of the key').toString('hex'),
    hashCredential: (credential) => createHmac('sha256', pepper).update(credential).digest(),
    hashIdempotencyKey: (key) => createHmac('sha256', idempotencyKey).update(key).digest(),
    signCursor: (text) => createHmac('sha256', cursorKey).update(text).digest('base64url').slice(0, 16),
    encrypt(purpose, text, callersKey) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', encryptionKey(purpose, callersKey), iv)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
    },
    decrypt(purpose, sealed, callersKey) {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey(purpose, callersKey), bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

/** Compares two byte strings in constant time. */
export function sameBytes(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
