import { readEmail } from '#platform/email.ts'

/** Returns `a+b+c@d`, `a+b@d` and `a@d`: mail to an inbox's address with any plus suffix goes to that inbox. */
export function listPlusForms(address: string): string[] {
  const canonical = readEmail(address)
  if (canonical === null) return []
  const at = canonical.lastIndexOf('@')
  const forms = [canonical]
  for (let plus = canonical.lastIndexOf('+', at); plus > 0; plus = canonical.lastIndexOf('+', plus - 1))
    forms.push(canonical.slice(0, plus) + canonical.slice(at))
  return forms
}
