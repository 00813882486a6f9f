/** Marks automatic replies, so that servers and programs do not reply to them, and lists the addresses that get none. */
import type { Secrets } from '#platform/secrets.ts'

/** Headers of an automatic reply, to which other programs do not reply. Its envelope sender is the null sender. */
export const autoReplyHeaders = { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All', Precedence: 'auto_reply' } as const

/** Loop counter header of automatic mails: `<installation>;<count>`, one field per installation. */
export const loopHeader = 'X-Skein-Loop'

/** Returns the name of this installation in `X-Skein-Loop`. */
export function getInstallation(secrets: Pick<Secrets, 'proof'>): string {
  return secrets.proof().slice(0, 16)
}

/** Matches local parts of addresses that programs read. */
const programs = /^(no-?reply|do-?not-?reply|mailer-daemon|postmaster|bounces?([+-].*)?|listserv|majordomo|.*-(request|owner|bounces))$/

export function isReadByPrograms(address: string): boolean {
  const local = address.slice(0, Math.max(0, address.lastIndexOf('@'))).toLowerCase()
  return local === '' || programs.test(local) || programs.test(local.replace(/\+.*$/, ''))
}
