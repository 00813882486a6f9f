import { useQuery } from '@tanstack/react-query'
import type { Inbox } from '@skein/client'
import { useApi } from '../../../api/api.ts'
import { t } from '../../../texts/texts.ts'
import type { CustomInput } from '../../../ui/form/fields.ts'
import { Select } from '../../../ui/select.tsx'

type Question = NonNullable<Inbox['widget']>['preChat'][number]

/** Lets an admin choose what visitors are asked: name, address and custom fields of threads, each optional or required. */
export function PreChatInput({ id, value, onChange, isReadOnly, problems }: CustomInput) {
  const { skein } = useApi()
  const custom = useQuery({
    queryKey: ['thread-fields'],
    queryFn: async ({ signal }) => (await skein.listCustomFields({ query: { limit: 100 }, signal })).data,
  })
  // Safe because the value is that of the API's field.
  const asked = Array.isArray(value) ? (value as Question[]) : []
  const threadFields = (custom.data ?? []).filter(({ appliesTo, archivedAt }) => appliesTo === 'THREAD' && archivedAt === null)
  const all = [
    { field: 'NAME', label: t('Name') },
    { field: 'EMAIL', label: t('Email') },
    ...threadFields.map(({ key, name }) => ({ field: key, label: name })),
  ]
  const choose = (field: string, choice: string): void => {
    const others = new Map(asked.map((question) => [question.field, question]))
    if (choice === 'NO') others.delete(field)
    else others.set(field, { field, required: choice === 'REQUIRED' })
    // In the order of the form, whatever was chosen first.
    const known = all.flatMap((each) => others.get(each.field) ?? [])
    onChange([...known, ...[...others.values()].filter((question) => !known.includes(question))])
  }
  return (
    <div className="grid max-w-120 gap-2">
      {all.map(({ field, label }) => {
        const question = asked.find((each) => each.field === field)
        return (
          <div key={field} className="grid grid-cols-[minmax(0,1fr)_10rem] items-center gap-3">
            <label htmlFor={`${id}-${field}`} className="wrap-anywhere">
              {label}
            </label>
            <Select
              id={`${id}-${field}`}
              className="w-full"
              disabled={isReadOnly}
              options={[
                { value: 'NO', label: t('Not asked') },
                { value: 'OPTIONAL', label: t('Optional') },
                { value: 'REQUIRED', label: t('Required') },
              ]}
              value={question === undefined ? 'NO' : question.required ? 'REQUIRED' : 'OPTIONAL'}
              onChange={(choice) => choose(field, choice)}
            />
          </div>
        )
      })}
      {Object.values(problems).map((problem) => (
        <p key={problem} className="text-danger">
          {problem}
        </p>
      ))}
    </div>
  )
}
