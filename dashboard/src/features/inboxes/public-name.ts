import type { Inbox } from '@skein/client'

/** Names and addresses that lead to no other machine. */
const privateName = /(^|[@.:\s])(localhost|127\.0\.0\.1|\[?::1\]?)([\s:/]|$)/i

/** Whether a text names only this machine, as the service's mail names do until the operator sets a public one. */
export function isPrivateName(text: string): boolean {
  return privateName.test(text)
}

/** Whether mail servers elsewhere can find this installation. */
export function hasPublicName({ email }: Pick<Inbox, 'email'>): boolean {
  return email === null || email.receive.forwardTo === null || !isPrivateName(email.receive.forwardTo)
}
