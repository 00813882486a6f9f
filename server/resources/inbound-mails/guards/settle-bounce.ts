/** Applies a bounce to the recipients of the original mail. */
import { readEmail } from '#platform/email.ts'
import { unknownUserText } from '../../mail/index.ts'
import type { ReportedRecipient } from '../parse/parsed-mail.ts'
import type { Bounce } from './read-bounce.ts'
import { findServerText } from './bounce-text.ts'

/** Result for one recipient of a bounce. DELAYED changes no state, because the mail may still arrive. */
export type BouncedRecipient = {
  readonly address: string
  readonly state: 'BOUNCED' | 'DELAYED' | 'DELIVERED'
  /** An enhanced code such as `5.1.1`, or three digits; null if there is none. */
  readonly code: string | null
  /** First line of the reason, at most 500 characters. */
  readonly reason: string | null
}

const maxReasonLength = 500
const stateOfAction = { failed: 'BOUNCED', delayed: 'DELAYED', delivered: 'DELIVERED' } as const
/** Matches an enhanced code. The second digit is a class from 0 to 7, so that software versions do not match. */
const enhancedCode = /(?<![\d.])([45]\.[0-7]\.\d{1,3})(?!\.?\d)/
const basicCode = /(?<![\d.])([45]\d\d)(?=[ -])(?!-\d)/

/** Returns the changes to a message's recipients. `recipients` are those of its delivery. */
export function settleBounce(bounce: Bounce, recipients: readonly string[]): BouncedRecipient[] {
  if (bounce.kind === 'COMPLAINT') return []
  const reported = bounce.report.filter(({ action }) => action !== null)
  return reported.length > 0 ? settleReport(bounce, reported, recipients) : settleText(bounce, recipients)
}

/** Whether a code means a permanent failure of the address (a hard bounce). Automatic mail to such an address stops. */
export function isHardBounce(code: string | null): boolean {
  return code !== null && /^5\.(1\.\d+|2\.1|7\.1|4\.1)$/.test(code)
}

function settleReport(bounce: Bounce, reported: readonly ReportedRecipient[], recipients: readonly string[]): BouncedRecipient[] {
  const settled = new Map<string, BouncedRecipient>()
  for (const { address, action, status, reason } of reported) {
    // A forwarding server may report an address to which we did not write. The bounce then concerns the mail's only recipient.
    const recipient = findRecipient(address, recipients) ?? (recipients.length === 1 ? recipients[0] : undefined)
    const state = action === 'failed' || action === 'delayed' || action === 'delivered' ? stateOfAction[action] : null
    if (recipient === undefined || state === null) continue
    const earlier = settled.get(recipient)
    if (earlier === undefined || (earlier.state !== 'BOUNCED' && state === 'BOUNCED'))
      settled.set(recipient, {
        address: recipient,
        state,
        code: readCode(status ?? '') ?? readCode(reason ?? ''),
        reason: toReason(reason),
      })
  }
  if (settled.size > 0 || !reported.some(({ action }) => action === 'failed' || action === 'delayed')) return [...settled.values()]
  return settleText(bounce, recipients)
}

function settleText(bounce: Bounce, recipients: readonly string[]): BouncedRecipient[] {
  const serverText = findServerText(bounce.text)
  const occurring = (text: string): string[] => {
    const lower = text.toLowerCase()
    return recipients.filter((address) => lower.includes(address.toLowerCase()))
  }
  const listed = recipients.filter((address) => findRecipient(address, bounce.failedRecipients) !== undefined)
  const [only, ...others] = recipients
  const affected = [others.length === 0 && only !== undefined ? [only] : [], listed, occurring(serverText), occurring(bounce.text)].find(
    (addresses) => addresses.length > 0,
  )
  return (affected ?? []).map((address) => {
    const line = findReasonLine(serverText, address)
    const code = readCode(line ?? '') ?? readCode(serverText) ?? (unknownUserText.test(serverText) ? '5.1.1' : null)
    return { address, state: bounce.isDelay ? 'DELAYED' : 'BOUNCED', code, reason: toReason(line) }
  })
}

function findRecipient(address: string, among: readonly string[]): string | undefined {
  const canonical = readEmail(address) ?? address.toLowerCase()
  return among.find((each) => (readEmail(each) ?? each.toLowerCase()) === canonical)
}

/** Returns the line with a code that follows the address most closely, or else the first line with a code. */
function findReasonLine(text: string, address: string): string | null {
  const lines = text.split(/\r?\n/).slice(0, 2000)
  const mentioned = Math.max(
    0,
    lines.findIndex((line) => line.toLowerCase().includes(address.toLowerCase())),
  )
  const isReason = (line: string): boolean => enhancedCode.test(line) || basicCode.test(line) || unknownUserText.test(line)
  return lines.slice(mentioned, mentioned + 12).find(isReason) ?? lines.find(isReason) ?? null
}

function readCode(text: string): string | null {
  return enhancedCode.exec(text)?.[1] ?? basicCode.exec(text)?.[1] ?? null
}

function toReason(text: string | null): string | null {
  const line = (text ?? '')
    .slice(0, 2000)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .toWellFormed()
  return line === '' ? null : line.slice(0, maxReasonLength).toWellFormed()
}
