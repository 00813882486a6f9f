/** The domain of everyone in the sample company. No mail reaches it (RFC 2606). */
export const sampleDomain = 'sample.example'

export const colleagues = [
  { name: 'Nora Lindgren', email: `nora.lindgren@${sampleDomain}` },
  { name: 'Tom Abara', email: `tom.abara@${sampleDomain}` },
  { name: 'Yuki Sato', email: `yuki.sato@${sampleDomain}` },
  { name: 'Ben Kowalski', email: `ben.kowalski@${sampleDomain}` },
] as const

/** Returns the address of a customer of the sample data, in the sample's domain. */
export function toSampleAddress(email: string): string {
  return `${email.slice(0, email.indexOf('@'))}@customers.${sampleDomain}`
}
