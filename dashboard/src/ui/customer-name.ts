import { t } from '../texts/texts.ts'

type Named = { readonly id: string; readonly name: string | null; readonly email: string }

/** Returns what agents call a customer: the name or the address, and for a visitor of a website without either a code of their id. */
export function getCustomerName({ id, name, email }: Named): string {
  if (name !== null) return name
  return email.endsWith('@unknown.invalid') ? t('Visitor {code}', { code: id.slice(-4).toUpperCase() }) : email
}
