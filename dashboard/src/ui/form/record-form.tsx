import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '@skein/client'
import { Button } from '../button.tsx'
import { Notice } from '../notice.tsx'
import { Problem } from '../problem.tsx'
import { bodyOf, isSame, problemsOf, valuesOf, type FieldSpec, type Values } from './fields.ts'
import { FormField } from './form-field.tsx'

/** A record as it was read: `etag` says which version of it. */
export type Read<Item> = { record: Item; etag: string | null }
export type SendOptions = { idempotencyKey: string; ifMatch?: string }

type RecordFormProps<Item extends object, Answered> = {
  fields: readonly FieldSpec[]
  /** What is there; null for a new one. */
  read: Read<Item> | null
  /** What a new one begins with. */
  initial?: Values
  /** Why nothing may be changed; null when it may. */
  readOnly?: string | null
  submit: string
  send: (body: Record<string, unknown>, options: SendOptions) => Promise<Answered>
  /** Reads it again, after somebody else has changed it. */
  reload?: () => Promise<Read<Item>>
  onDone: (answered: Answered) => void
  /** What the form itself can tell, before anything is sent. */
  check?: (values: Values) => { field: string; message: string } | null
  onDirty?: (isDirty: boolean) => void
  /** Shown below the fields, by what they hold; `change` sets values as typing does. */
  renderBelow?: (values: Values, change: (values: Values) => void) => ReactNode
  children?: ReactNode
}

/**
 * Creates or changes one record of the API: sends what was changed with the version that was read, shows what the service refuses beside
 * its field, and when somebody else has changed the record meanwhile asks which of the two shall stand.
 */
export function RecordForm<Item extends object, Answered>(props: RecordFormProps<Item, Answered>) {
  const { fields, read, initial = {}, readOnly = null, submit, send, reload, check, onDone, onDirty, renderBelow: below, children } = props
  const [base, setBase] = useState(read)
  const before = base && valuesOf(fields, base.record)
  const [values, setValues] = useState<Values>(
    () => before ?? { ...Object.fromEntries(fields.map(({ name }) => [name, null])), ...initial },
  )
  const [theirs, setTheirs] = useState<Read<Item> | null>(null)
  const [seen, setSeen] = useState(read)
  // Another operation of this page has changed it: what was not edited follows.
  if (read !== null && read.etag !== seen?.etag) {
    setSeen(read)
    setBase(read)
    const next = valuesOf(fields, read.record)
    setValues((now) => Object.fromEntries(fields.map(({ name }) => [name, isSame(now[name], before?.[name]) ? next[name] : now[name]])))
  }
  const [own, setOwn] = useState<{ field: string; message: string } | null>(null)
  /** One key for one intent: what is sent again after a failure is the same request. */
  const intent = useRef({ text: '', key: '' })
  const save = useMutation({
    async mutationFn(given: Read<Item> | null) {
      const body = bodyOf(fields, values, given && before)
      const text = JSON.stringify([body, given?.etag])
      if (intent.current.text !== text) intent.current = { text, key: crypto.getRandomValues(new Uint32Array(4)).join('-') }
      return send(body, { idempotencyKey: intent.current.key, ...(given?.etag ? { ifMatch: given.etag } : {}) })
    },
    async onError(error) {
      // What was refused is answered so again for this key; the next attempt is another one.
      if (error instanceof ApiError && error.status < 500) intent.current = { text: '', key: '' }
      if (reload && error instanceof ApiError && error.code === 'SVC-REQUEST-PRECONDITION_FAILED') setTheirs(await reload())
    },
    onSuccess(answered) {
      setTheirs(null)
      onDone(answered)
    },
  })
  const shown = fields.filter(({ onlyNew, onlyOld, when }) => !(base ? onlyNew : onlyOld) && (when?.(values) ?? true))
  const start = before ?? initial
  const isDirty = fields.some(({ name }) => !isSame(values[name] ?? null, start[name] ?? null))
  useEffect(() => onDirty?.(isDirty), [onDirty, isDirty])
  const refusal = save.error instanceof ApiError ? save.error : null
  const { byField, rest } = problemsOf(shown, own ? [own] : (refusal?.details ?? []))
  const isExplained = refusal !== null && refusal.details.length > 0 && rest.length === 0
  const isReadOnly = readOnly !== null
  return (
    <form
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        const found = check?.(values) ?? null
        setOwn(found)
        if (!found) save.mutate(base)
      }}
    >
      {isReadOnly && <p className="rounded-md border border-line px-3 py-2 text-sm text-muted">{readOnly}</p>}
      {shown.map((field) => (
        <div key={field.name}>
          {field.group !== undefined && <h2 className="mt-3 mb-3 border-b border-line pb-1 font-semibold">{field.group}</h2>}
          <FormField
            field={field}
            values={values}
            isReadOnly={isReadOnly}
            problems={byField[field.name] ?? {}}
            onChange={(value) => setValues((now) => ({ ...now, [field.name]: value }))}
          />
        </div>
      ))}
      {below?.(values, (changes) => setValues((now) => ({ ...now, ...changes })))}
      {theirs && (
        <div role="alert" className="rounded-md border border-warning px-3 py-2 text-sm">
          <p>Somebody has changed this meanwhile{describeChanges(fields, before, theirs)}. Nothing of yours is saved yet.</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button
              onClick={() => {
                setBase(theirs)
                setValues(valuesOf(fields, theirs.record))
                setTheirs(null)
                save.reset()
              }}
            >
              Reload theirs
            </Button>
            <Button
              onClick={() => {
                // What was changed here is sent on top of theirs; what was not stays theirs.
                save.mutate({ record: theirs.record, etag: theirs.etag })
              }}
            >
              Overwrite with yours
            </Button>
          </div>
        </div>
      )}
      {save.error && !theirs && !isExplained && rest.length === 0 && <Problem error={save.error} onRetry={() => save.mutate(base)} />}
      {rest.length > 0 && <Notice requestId={refusal?.requestId ?? null}>{rest.join('. ')}</Notice>}
      {isExplained && (
        <p role="alert" className="text-sm text-danger">
          Not saved: see the marked {refusal.details.length === 1 ? 'field' : 'fields'} above.
        </p>
      )}
      {/* In a panel it stays in sight however long the form is. */}
      <div className="flex flex-wrap items-center gap-2 in-data-sheet:sticky in-data-sheet:bottom-0 in-data-sheet:z-10 in-data-sheet:-mx-5 in-data-sheet:border-t in-data-sheet:border-line in-data-sheet:bg-raised in-data-sheet:px-5 in-data-sheet:py-3">
        {!isReadOnly && (
          <Button type="submit" look="primary" disabled={save.isPending || theirs !== null || (base !== null && !isDirty)}>
            {save.isPending ? 'One moment…' : submit}
          </Button>
        )}
        {children}
      </div>
    </form>
  )
}

/** Which fields now differ from those that were read: `: Name, Colour`. */
function describeChanges(fields: readonly FieldSpec[], before: Values | null, theirs: Read<object>): string {
  const now = valuesOf(fields, theirs.record)
  const changed = fields.filter(({ name }) => !isSame(now[name] ?? null, before?.[name] ?? null)).map(({ label }) => label)
  return changed.length === 0 ? '' : `: ${changed.join(', ')}`
}
