import { use, useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '@skein/client'
import { language } from '../../texts/language.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { TriangleAlert } from '../icons.ts'
import { Notice } from '../notice.tsx'
import { Problem } from '../problem.tsx'
import { buildBody, groupFields, isSame, assignProblems, readValues, type FieldSpec, type Values } from './fields.ts'
import { findProblems, focusField } from './find-problems.ts'
import { Foot } from './foot.tsx'
import { FormField } from './form-field.tsx'
import { PageFootContext } from './page-foot.ts'
import { SaveBar } from './save-bar.tsx'

/** A fetched record with the ETag of its version. */
export type FetchedRecord<Item> = { record: Item; etag: string | null }
export type SendOptions = { idempotencyKey: string; ifMatch?: string }

type RecordFormProps<Item extends object, Returned> = {
  fields: readonly FieldSpec[]
  /** The record to edit; null for a new one. */
  read: FetchedRecord<Item> | null
  /** Initial values of a new record. */
  initial?: Values
  /** The reason why the form is read-only; null when it is editable. */
  readOnly?: string | null
  submit: string
  send: (body: Record<string, unknown>, options: SendOptions) => Promise<Returned>
  /** Refetches the record after a version conflict. */
  reload?: () => Promise<FetchedRecord<Item>>
  /** `intent` is the value of the submit button. */
  onDone: (returned: Returned, intent: string | null) => void
  /** Default: closes the sheet around the form. */
  onCancel?: () => void
  /** Validates the values before they are sent. Returns error sentences. */
  check?: (values: Values) => { field: string; message: string } | null
  onDirty?: (isDirty: boolean) => void
  /** Content below the fields that depends on their values. `change` sets values as if the user had typed them. */
  renderBelow?: (values: Values, change: (values: Values) => void) => ReactNode
  /**
   * Full-page layout. Each group is a card. A bar at the bottom, which appears with the first change, or immediately for a new record,
   * saves or discards all changes.
   */
  bar?: true
  /** Content that replaces the main fields, which keep their values. Null shows the fields. */
  renderInstead?: ((values: Values) => ReactNode) | null
  /** Called when a field is invalid, before the form focuses it. */
  onInvalid?: () => void
  /** Custom buttons that replace the standard ones. */
  renderFoot?: (form: FormState) => ReactNode
}

export type FormState = { id: string; values: Values; isDirty: boolean; isPending: boolean; canSave: boolean }

/**
 * Form that creates or edits one API record. It sends the changed fields with the ETag of the displayed version, and shows errors next to
 * their fields. If another user has changed the record in the meantime, the user chooses between the two versions.
 */
export function RecordForm<Item extends object, Answered>(props: RecordFormProps<Item, Answered>) {
  const { fields, read, initial = {}, readOnly = null, submit, send, reload, check, onDone, onCancel, onDirty, renderBelow, bar } = props
  const { renderInstead = null, renderFoot, onInvalid } = props
  const id = useId()
  const pageFoot = use(PageFootContext)
  const [base, setBase] = useState(read)
  const before = base && readValues(fields, base.record)
  const [values, setValues] = useState<Values>(
    () => before ?? { ...Object.fromEntries(fields.map(({ name }) => [name, null])), ...initial },
  )
  const [theirs, setTheirs] = useState<FetchedRecord<Item> | null>(null)
  const [seen, setSeen] = useState(read)
  /** Values of the last request. */
  const [sent, setSent] = useState<Values>({})
  // The form was saved, or another operation of the page has changed the record. Fields without unsaved edits take the new values.
  if (read !== null && read.etag !== seen?.etag) {
    setSeen(read)
    setBase(read)
    const next = readValues(fields, read.record)
    const isEdited = (name: string): boolean => !isSame(values[name], before?.[name]) && !isSame(values[name], sent[name])
    setValues(Object.fromEntries(fields.map(({ name }) => [name, isEdited(name) ? values[name] : next[name]])))
  }
  /** Client-side validation errors, as sentences by field. */
  const [found, setFound] = useState<Readonly<Record<string, string>>>({})
  /** Idempotency key of the last request body. Sending the same body again after a failure repeats the same request. */
  const lastRequest = useRef({ text: '', key: '' })
  const save = useMutation({
    async mutationFn({ given }: { given: FetchedRecord<Item> | null; intent: string | null }) {
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
    onSuccess(returned, { intent }) {
      setTheirs(null)
      onDone(returned, intent)
    },
  })
  const submitTo = (given: FetchedRecord<Item> | null, intent: string | null = null): void => {
    setSent(values)
    save.mutate({ given, intent })
  }
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
      {field.group !== undefined && (
        <h2 className={`mb-3 text-md font-semibold ${bar ? '' : 'mt-4 border-b border-line pb-2'}`}>{field.group}</h2>
      )}
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
  const canSave = !isReadOnly && !save.isPending && theirs === null && (base === null || isDirty)
  const discard = (): void => {
    setValues(start)
    setFound({})
    save.reset()
  }
  const saveButton = (
    <Button type="submit" form={id} look="primary" aria-keyshortcuts="Control+Enter Control+S" disabled={!canSave}>
      {save.isPending ? t('One moment…') : submit}
    </Button>
  )
  const instead = renderInstead?.(values)
  return (
    // Handles shortcuts for all fields.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above.
    <form
      id={id}
      className="grid grid-cols-1 gap-4"
      noValidate
      onKeyDown={(event) => {
        if (!isSaveKey(event)) return
        event.preventDefault()
        if (canSave) event.currentTarget.requestSubmit()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        const problems = findProblems(form, shown, values, check)
        const [first] = Object.keys(problems)
        setFound(problems)
        if (first === undefined) return submitTo(base, readIntent(event.nativeEvent))
        // Only a visible field can be focused.
        if (onInvalid) flushSync(onInvalid)
        focusField(form, first)
      }}
    >
      {isReadOnly && <p className="rounded-lg border border-line bg-sunken px-3 py-2 text-text-2">{readOnly}</p>}
      {aside.length === 0 ? (
        <>
          {bar
            ? groupFields(main).map(({ name, fields: own }) => (
                <section key={own[0]?.name} aria-label={name} className="card grid grid-cols-1 gap-4">
                  {own.map(renderField)}
                </section>
              ))
            : main.map(renderField)}
          {below}
        </>
      ) : (
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_17rem]">
          <div className="grid grid-cols-1 gap-4">
            {instead}
            <div className="grid grid-cols-1 gap-4" hidden={instead != null}>
              {main.map(renderField)}
            </div>
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
                // Sends the user's changes with the new ETag. Unchanged fields keep the other version's values.
                submitTo({ record: theirs.record, etag: theirs.etag })
              }}
            >
              {t('Save mine anyway')}
            </Button>
          </div>
        </div>
      )}
      {save.error && !hasFound && !theirs && !isExplained && rest.length === 0 && (
        <Problem error={save.error} onRetry={() => submitTo(base)} />
      )}
      {rest.length > 0 && <Notice requestId={refusal?.requestId ?? null}>{rest.join('. ')}</Notice>}
      {(isExplained || hasFound) && (
        <p role="alert" className="text-danger">
          {t('Not saved yet. Please check what’s marked above.')}
        </p>
      )}
      {renderFoot
        ? renderFoot({ id, values, isDirty, isPending: save.isPending, canSave })
        : bar
          ? pageFoot &&
            (isDirty || save.isPending || base === null) &&
            createPortal(
              <SaveBar isPending={save.isPending} onDiscard={base === null && onCancel ? onCancel : discard}>
                {saveButton}
              </SaveBar>,
              pageFoot,
            )
          : !isReadOnly && <Foot onCancel={onCancel}>{saveButton}</Foot>}
    </form>
  )
}

/** Shortcuts to save: Ctrl+Enter, which sends in the composer, and Ctrl+S, as in other programs. */
function isSaveKey({ key, ctrlKey, metaKey, shiftKey, altKey, nativeEvent }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !shiftKey && !altKey && !nativeEvent.isComposing && (key === 'Enter' || key.toLowerCase() === 's')
}

/** Returns the value of the submit button; null for a button without one. */
function readIntent(event: Event): string | null {
  const submitter = event instanceof SubmitEvent ? event.submitter : null
  return submitter instanceof HTMLButtonElement && submitter.value !== '' ? submitter.value : null
}

/** Lists the fields that another user has changed. */
function describeConflict(fields: readonly FieldSpec[], before: Values | null, theirs: FetchedRecord<object>): string {
  const now = readValues(fields, theirs.record)
  const changed = fields.filter(({ name }) => !isSame(now[name] ?? null, before?.[name] ?? null)).map(({ label }) => label)
  if (changed.length === 0) return t('Someone else just changed this, so we didn’t save your changes.')
  const names = new Intl.ListFormat(language, { type: 'conjunction' }).format(changed)
  return t('Someone else just changed this ({fields}), so we didn’t save your changes.', { fields: names })
}
