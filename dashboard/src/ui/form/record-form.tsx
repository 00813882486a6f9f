import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '@skein/client'
import { language } from '../../texts/language.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { TriangleAlert } from '../icons.ts'
import { Notice } from '../notice.tsx'
import { Problem } from '../problem.tsx'
import { buildBody, isSame, assignProblems, readValues, type FieldSpec, type Values } from './fields.ts'
import { findInvalidControls } from './explain-invalid.ts'
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
  /** Validates the values before they are sent. The message is a sentence. */
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
  /** Problems that were found before sending, as sentences by field. */
  const [found, setFound] = useState<Readonly<Record<string, string>>>({})
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
  const hasFound = Object.keys(found).length > 0
  const { byField, rest } = assignProblems(shown, hasFound ? [] : (refusal?.details ?? []))
  const isExplained = refusal !== null && refusal.details.length > 0 && rest.length === 0
  const isReadOnly = readOnly !== null
  const main = shown.filter((field) => field.aside !== true)
  const aside = shown.filter((field) => field.aside === true)
  const renderField = (field: FieldSpec) => (
    <div key={field.name} data-field={field.name} className="first:[&>h2]:mt-0">
      {field.group !== undefined && <h2 className="mt-4 mb-3 border-b border-line pb-2 text-md font-semibold">{field.group}</h2>}
      <FormField
        field={field}
        values={values}
        isReadOnly={isReadOnly}
        problems={found[field.name] === undefined ? (byField[field.name] ?? {}) : { '': found[field.name] ?? '' }}
        onChange={(value) => {
          setValues((now) => ({ ...now, [field.name]: value }))
          if (found[field.name] !== undefined) setFound(Object.fromEntries(Object.entries(found).filter(([name]) => name !== field.name)))
        }}
      />
    </div>
  )
  const below = renderBelow?.(values, (changes) => setValues((now) => ({ ...now, ...changes })))
  return (
    <form
      className="grid grid-cols-1 gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const problems = findProblems(event.currentTarget, shown, values, check)
        setFound(problems)
        const [first] = Object.keys(problems)
        if (first === undefined) save.mutate(base)
        else focusField(event.currentTarget, first)
      }}
    >
      {isReadOnly && <p className="rounded-lg border border-line bg-sunken px-3 py-2 text-text-2">{readOnly}</p>}
      {aside.length === 0 ? (
        <>
          {main.map(renderField)}
          {below}
        </>
      ) : (
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_17rem]">
          <div className="grid grid-cols-1 gap-4">
            {main.map(renderField)}
            {below}
          </div>
          <div className="grid grid-cols-1 gap-4 rounded-lg border border-line bg-sunken p-4">{aside.map(renderField)}</div>
        </div>
      )}
      {theirs && (
        <div role="alert" className="rounded-lg border border-warning-line bg-warning-tint px-3 py-2">
          <p className="flex gap-2">
            <Icon of={TriangleAlert} className="mt-px text-warning" />
            {describeConflict(fields, before, theirs)}
          </p>
          <div className="mt-2 flex flex-wrap gap-2 ps-6">
            <Button
              onClick={() => {
                setBase(theirs)
                setValues(readValues(fields, theirs.record))
                setTheirs(null)
                save.reset()
              }}
            >
              {t('Use their version')}
            </Button>
            <Button
              onClick={() => {
                // Sends the user's changes with the new ETag. Fields that the user has not changed keep the other version's values.
                save.mutate({ record: theirs.record, etag: theirs.etag })
              }}
            >
              {t('Save mine anyway')}
            </Button>
          </div>
        </div>
      )}
      {save.error && !hasFound && !theirs && !isExplained && rest.length === 0 && (
        <Problem error={save.error} onRetry={() => save.mutate(base)} />
      )}
      {rest.length > 0 && <Notice requestId={refusal?.requestId ?? null}>{rest.join('. ')}</Notice>}
      {(isExplained || hasFound) && (
        <p role="alert" className="text-danger">
          {t('Not saved yet. Please check what’s marked above.')}
        </p>
      )}
      {/* Sticky, so that a long form in a panel always shows its buttons. */}
      <div className="flex flex-wrap items-center gap-2 in-data-sheet:sticky in-data-sheet:bottom-0 in-data-sheet:z-10 in-data-sheet:-mx-5 in-data-sheet:border-t in-data-sheet:border-line in-data-sheet:bg-raised in-data-sheet:px-5 in-data-sheet:py-3">
        {!isReadOnly && (
          <Button type="submit" look="primary" disabled={save.isPending || theirs !== null || (base !== null && !isDirty)}>
            {save.isPending ? t('One moment…') : submit}
          </Button>
        )}
        {children}
      </div>
    </form>
  )
}

/** Names the fields that another user has changed. */
function describeConflict(fields: readonly FieldSpec[], before: Values | null, theirs: FetchedRecord<object>): string {
  const now = readValues(fields, theirs.record)
  const changed = fields.filter(({ name }) => !isSame(now[name] ?? null, before?.[name] ?? null)).map(({ label }) => label)
  if (changed.length === 0) return t('Someone else just changed this, so we didn’t save your changes.')
  const names = new Intl.ListFormat(language, { type: 'conjunction' }).format(changed)
  return t('Someone else just changed this ({fields}), so we didn’t save your changes.', { fields: names })
}

/** Returns the problems that can be found without the service, as sentences by field. */
function findProblems(
  form: HTMLFormElement,
  shown: readonly FieldSpec[],
  values: Values,
  check: RecordFormProps<object, unknown>['check'],
): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {}
  const invalid = findInvalidControls(form)
  for (const { name, kind, required } of shown) {
    const first = invalid.find(({ control }) => control.closest<HTMLElement>('[data-field]')?.dataset['field'] === name)
    if (first) problems[name] = first.problem
    else if (kind === 'choice' && required && (values[name] ?? null) === null) problems[name] = t('Choose one.')
  }
  const checked = Object.keys(problems).length === 0 ? check?.(values) : null
  if (!checked) return problems
  const owner = shown.find(({ name }) => checked.field === name || checked.field.startsWith(`${name}[`))
  return { [owner?.name ?? checked.field]: checked.message }
}

function focusField(form: HTMLFormElement, name: string): void {
  // A fieldset is among the elements, too, and is invalid together with its controls.
  const isFieldOf = (control: Element): boolean =>
    control.localName !== 'fieldset' && control.closest<HTMLElement>('[data-field]')?.dataset['field'] === name
  const controls = [...form.elements].filter(isFieldOf)
  const invalid = controls.find((control) => control.matches(':invalid'))
  const target = invalid ?? controls[0]
  if (target instanceof HTMLElement) target.focus()
}
