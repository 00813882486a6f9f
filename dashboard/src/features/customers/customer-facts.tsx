import type { Customer } from '@skein/client'
import { formatFieldValue, useCustomerFields } from './use-customers.ts'

/** Custom fields of a customer, with the workspace's labels in the workspace's order. */
export function CustomerFacts({ customer }: { customer: Customer }) {
  const fields = useCustomerFields()
  const known = fields.data ?? []
  const rank = (key: string): number => {
    const at = known.findIndex((field) => field.key === key)
    return at < 0 ? known.length : at
  }
  const values = Object.entries(customer.customFields).toSorted(([a], [b]) => rank(a) - rank(b))
  if (values.length === 0) return null
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
      {values.map(([key, value]) => {
        const field = known.find((each) => each.key === key)
        const shown = formatFieldValue(field, value)
        return (
          <div key={key} className="contents">
            <dt className="text-muted">{field?.name ?? key}</dt>
            <dd dir="auto" className="break-words">
              {field?.type === 'URL' && /^https?:/.test(shown) ? (
                <a href={shown} target="_blank" rel="noreferrer" className="text-accent hover:underline">
                  {shown}
                </a>
              ) : (
                shown
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
