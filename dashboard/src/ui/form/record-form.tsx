import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '@skein/client'
import { Button } from '../button.tsx'
import { Notice } from '../notice.tsx'
import { Problem } from '../problem.tsx'
import { buildBody, isSame, assignProblems, readValues, type FieldSpec, type Values } from './fields.ts'
import { FormField } from './form-field.tsx'

/** A fetched record and the ETag of its version. */
export type FetchedRecord<Item> = { record: Item; etag: string | null }
export type SendOptions = { idempotencyKey: string; ifMatch?: string }

type RecordFormProps<Item extends object, Returned> = {
  fields: readonly FieldSpec[]
  /** The record to change; null for a new one. */
  read: FetchedRecord<Item> | null
  /** Initial values of a new record. */
  initial?: Values
  /** The reason why the form is read-only; null when it can be changed. */
  readOnly?: string | null
  submit: string
  send: (body: Record<string, unknown>, options: SendOptions) => Promise<Returned>
  /** Fetches the record again after a version conflict. */
  reload?: () => Promise<FetchedRecord<Item>>
  onDone: (returned: Returned) => void
  /** Validates the values before they are sent. */
  check?: (values: Values) => { field: string; message: string } | null
  onDirty?: (isDirty: boolean) => void
  /** Content below the fields that depends on their values. `change` sets values as if the user had typed them. */
  renderBelow?: (values: Values, change: (values: Values) => void) => ReactNode
  children?: ReactNode
}

/**
 * Creates or changes one record of the API. It sends the changed fields with the ETag of the version on screen and shows errors beside
 * their fields. If another user has changed the record in the meantime, the user chooses between the two versions.
 */
export function RecordForm<Item extends object, Answered>(props: RecordFormProps<Item, Answered>) {
  const { fields, read, initial = {}, readOnly = null, submit, send, reload, check, onDone, onDirty, renderBelow, children } = props
  const [base, setBase] = useState(read)
  const before = base && readValues(fields, base.record)
  const [values, setValues] = useState<Values>(
    () => before ?? { ...Object.fromEntries(fields.map(({ name }) => [name, null])), ...initial },
  )
  const [theirs, setTheirs] = useState<FetchedRecord<Item> | null>(null)
  const [seen, setSeen] = useState(read)
  // Another operation of the page has changed the record. Fields that the user has not edited take the new values.
  if (read !== null && read.etag !== seen?.etag) {
    setSeen(read)
    setBase(read)
    const next = readValues(fields, read.record)
    setValues((now) => Object.fromEntries(fields.map(({ name }) => [name, isSame(now[name], before?.[name]) ? next[name] : now[name]])))
  }
  const [localProblem, setLocalProblem] = useState<{ field: string; message: string } | null>(null)
  /** The idempotency key of the last request body. Sending the same body again after a failure repeats the same request. */
  const lastRequest = useRef({ text: '', key: '' })
  const save = useMutation({
    async mutationFn(given: FetchedRecord<Item> | null) {
      const body = buildBody(fields, values, given && before)
      const text = JSON.stringify([body, given?.etag])
      if (lastRequest.current.text !== text) lastRequest.current = { text, key: crypto.getRandomValues(new Uint32Array(4)).join('-') }
      return send(body, { idempotencyKey: lastRequest.current.key, ...(given?.etag ? { ifMatch: given.etag } : {}) })
    },
    async onError(error) {
      // The service has stored this refusal under the key, so the next attempt needs a new key.
      if (error instanceof ApiError && error.status < 500) lastRequest.current = { text: '', key: '' }
      if (reload && error instanceof ApiError && error.code === 'SVC-REQUEST-PRECONDITION_FAILED') setTheirs(await reload())
    },
    onSuccess(returned) {
      setTheirs(null)
      onDone(returned)
    },
  })
  const shown = fields.filter(({ onlyNew, onlyExisting: onlyOld, when }) => !(base ? onlyNew : onlyOld) && (when?.(values) ?? true))
  const start = before ?? initial
  const isDirty = fields.some(({ name }) => !isSame(values[name] ?? null, start[name] ?? null))
  useEffect(() => onDirty?.(isDirty), [onDirty, isDirty])
  const refusal = save.error instanceof ApiError ? save.error : null
  const { byField, rest } = assignProblems(shown, localProblem ? [localProblem] : (refusal?.details ?? []))
  const isExplained = refusal !== null && refusal.details.length > 0 && rest.length === 0
  const isReadOnly = readOnly !== null
  return (
    <form
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        const found = check?.(values) ?? null
        setLocalProblem(found)
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
      {renderBelow?.(values, (changes) => setValues((now) => ({ ...now, ...changes })))}
      {theirs && (
        <div role="alert" className="rounded-md border border-warning px-3 py-2 text-sm">
          <p>Somebody has changed this meanwhile{describeChanges(fields, before, theirs)}. Nothing of yours is saved yet.</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button
              onClick={() => {
                setBase(theirs)
                setValues(readValues(fields, theirs.record))
                setTheirs(null)
                save.reset()
              }}
            >
              Reload theirs
            </Button>
            <Button
              onClick={() => {
                // Sends the user's changes with the new ETag. Fields that the user has not changed keep the other version's values.
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
      {/* Sticky, so that a long form in a panel always shows its buttons. */}
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

/** Lists the labels of the fields that another user has changed: `: Name, Colour`. */
function describeChanges(fields: readonly FieldSpec[], before: Values | null, theirs: FetchedRecord<object>): string {
  const now = readValues(fields, theirs.record)
  const changed = fields.filter(({ name }) => !isSame(now[name] ?? null, before?.[name] ?? null)).map(({ label }) => label)
  return changed.length === 0 ? '' : `: ${changed.join(', ')}`
}
