/** The format of API keys: `svck_`, 30 random base62 characters, and a CRC-32 of 6 characters, so that a typo fails without a query. */
import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const pattern = /^svck_[0-9A-Za-z]{36}$/

/** Creates a key. It is shown once, and only its hash is stored. */
export function newApiKey(): string {
  const random = Array.from({ length: 30 }, () => base62.charAt(randomInt(62))).join('')
  return `svck_${random}${checksumOf(random)}`
}

/** False for anything that `newApiKey` cannot have created. */
export function isWellFormedKey(key: string): boolean {
  return pattern.test(key) && checksumOf(key.slice(5, 35)) === key.slice(35)
}

function checksumOf(random: string): string {
  let rest = crc32(random)
  let digits = ''
  for (let i = 0; i < 6; i++) {
    digits = base62.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}
