/** The key pair with which the installation identifies itself to push services (VAPID). */
import { createECDH } from 'node:crypto'
import type { Secrets } from '#platform/secrets.ts'

/**
 * Derives the key pair from SECRET_KEY, so that all processes have the same without storing it, and a restored backup keeps it. With another
 * SECRET_KEY, push services refuse the existing subscriptions, which are then deleted.
 */
export function deriveVapidKeys(secrets: Pick<Secrets, 'derive'>): { publicKey: string; privateKey: string } {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(secrets.derive('web push'))
  return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') }
}
