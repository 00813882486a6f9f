import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { t } from '../texts/texts.ts'
import { Button } from './button.tsx'
import type { FieldSpec } from './form/fields.ts'
import { isSame } from './form/fields.ts'
import { findInvalidControls } from './form/explain-invalid.ts'
import { FieldControl } from './form/form-field.tsx'
import { Icon } from './icon.tsx'
import { Pencil } from './icons.ts'
import { showToast } from './toasts.ts'

type InlineFieldProps = {
  field: FieldSpec
  value: unknown
  /** The value as text. An empty string shows `empty`. */
  shown: string
  /** Text shown for an empty value. Default: *Add*. */
  empty?: ReactNode
  /** Replaces the text of the value, such as with a link. The pencil beside it then opens the editor. */
  children?: ReactNode
  /** Stands beside the value, such as a button that copies it. */
  beside?: ReactNode
  isReadOnly?: boolean
  /** Saves the value. Returns the reason why it was not saved, or null. The caller shows the new value immediately. */
  onSave: (value: unknown) => Promise<string | null>
}

/**
 * A value that is edited in its place, in a list of `dt` and `dd`. A click or Enter opens the editor, Enter and leaving it save, and Escape
 * discards. If the value is refused, the editor opens again with it and says why.
 */
export function InlineField({ field, value, shown, empty, children, beside, isReadOnly = false, onSave }: InlineFieldProps) {
  const id = useId()
  /** The value in the editor; null while it is closed. */
  const [draft, setDraft] = useState<{ value: unknown } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const isMounted = useRef(true)
  useEffect(() => {
    watchPointer()
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  /** Whether the agent has opened the editor. One that opens again after a refusal leaves the focus where the agent works now. */
  const takesFocus = useRef(false)
  const isOpen = draft !== null
  useEffect(() => {
    if (!isOpen || !takesFocus.current) return
    takesFocus.current = false
    const control = form.current?.querySelector<HTMLElement>('input, select, textarea, button')
    control?.focus()
    if (control instanceof HTMLInputElement && control.type !== 'checkbox') control.select()
    if (control?.role === 'combobox') control.click()
  }, [isOpen])
  const close = (keepsFocus: boolean): void => {
    setDraft(null)
    setProblem(null)
    if (keepsFocus) setTimeout(() => button.current?.focus())
  }
  const save = (next: unknown, keepsFocus: boolean): void => {
    const invalid = form.current && findInvalidControls(form.current)[0]
    if (invalid) return setProblem(invalid.problem)
    close(keepsFocus)
    if (isSame(next ?? null, value ?? null)) return
    void onSave(next).then((reason) => {
      if (reason === null) return
      if (!isMounted.current)
        return showToast({ kind: 'problem', text: t('Not saved: {change}. {reason}', { change: field.label, reason }) })
      setDraft({ value: next })
      setProblem(reason)
    })
  }
  const isGroup = field.kind === 'custom' && field.isGroup === true
  const describedBy = problem === null || problem === '' ? undefined : `${id}-problem`
  const input = { id: `${id}-input`, isReadOnly: false, describedBy, isInvalid: problem !== null, problems: {}, values: {} }
  return (
    <>
      <dt id={`${id}-label`} className="min-h-7 py-1 text-muted wrap-anywhere max-md:py-2.5">
        {isOpen && !isGroup ? <label htmlFor={`${id}-input`}>{field.label}</label> : field.label}
      </dt>
      <dd className="min-w-0">
        {draft === null ? (
          <span className="flex items-start gap-1">
            {children !== undefined && shown !== '' && <span className="min-w-0 flex-1 py-1 wrap-anywhere">{children}</span>}
            {isReadOnly ? (
              children === undefined && (
                <span dir="auto" className="py-1 wrap-anywhere">
                  {shown === '' ? <span className="text-muted">–</span> : shown}
                </span>
              )
            ) : (
              <button
                ref={button}
                id={`${id}-value`}
                type="button"
                aria-labelledby={`${id}-label ${id}-value`}
                className={`min-h-7 min-w-7 rounded-md text-start wrap-anywhere hover:bg-hover max-md:min-h-10 ${children !== undefined && shown !== '' ? 'grid shrink-0 place-items-center' : '-mx-1.5 flex-1 px-1.5 py-1'}`}
                onClick={() => {
                  takesFocus.current = true
                  setDraft({ value })
                }}
              >
                {shown === '' ? (
                  (empty ?? <span className="text-muted">{t('Add')}</span>)
                ) : children === undefined ? (
                  <span dir="auto">{shown}</span>
                ) : (
                  <>
                    <Icon of={Pencil} size={14} className="text-muted" />
                    <span className="sr-only">{t('Change')}</span>
                  </>
                )}
              </button>
            )}
            {shown !== '' && beside}
          </span>
        ) : (
          // The keys of all controls of the editor.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above.
          <form
            ref={form}
            noValidate
            className="-mx-1.5 grid grid-cols-1 gap-1"
            onSubmit={(event) => {
              event.preventDefault()
              save(draft.value, true)
            }}
            onKeyDown={(event) => {
              // Browsers submit a form by Enter from text fields only.
              if (event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.type === 'checkbox') {
                event.preventDefault()
                return save(draft.value, true)
              }
              // Escape closes an open list or calendar first.
              if (event.defaultPrevented || event.key !== 'Escape' || hasPopup(event.currentTarget)) return
              event.preventDefault()
              event.stopPropagation()
              close(true)
            }}
            onBlur={({ relatedTarget, currentTarget }) => {
              if (currentTarget.contains(relatedTarget) || hasPopup(currentTarget)) return
              afterPointer(() => save(draft.value, false))
            }}
          >
            <div role={isGroup ? 'group' : undefined} aria-labelledby={isGroup ? `${id}-label` : undefined}>
              <FieldControl
                {...input}
                field={field}
                value={draft.value}
                values={{ [field.name]: draft.value }}
                onChange={(next) => {
                  setDraft({ value: next })
                  setProblem(null)
                  // Choosing from a list is complete; other values are typed or combined.
                  if (form.current?.querySelector('[role=combobox], select')) save(next, true)
                }}
              />
            </div>
            {problem !== null && problem !== '' && (
              <p id={`${id}-problem`} role="alert" className="text-xs text-danger">
                {problem}
              </p>
            )}
            {isGroup && (
              <Button type="submit" size="small" className="justify-self-start">
                {t('Done')}
              </Button>
            )}
          </form>
        )}
      </dd>
    </>
  )
}

/** Whether a list or a calendar of the editor is open. It floats outside of the form. */
function hasPopup(form: HTMLFormElement): boolean {
  return form.querySelector('[aria-expanded="true"]') !== null
}

let isPointerDown = false
let isWatching = false

/** Tracks whether a button of the pointer is held. */
function watchPointer(): void {
  if (isWatching) return
  isWatching = true
  const note = ({ type }: Event): void => void (isPointerDown = type === 'pointerdown')
  for (const type of ['pointerdown', 'pointerup', 'pointercancel']) addEventListener(type, note, { capture: true })
}

/** Runs the work when no button of the pointer is held: closing an editor moves what the agent has just pressed. */
function afterPointer(work: () => void): void {
  if (!isPointerDown) return work()
  const run = (): void => {
    removeEventListener('pointerup', run)
    removeEventListener('pointercancel', run)
    // After the click.
    setTimeout(work)
  }
  addEventListener('pointerup', run)
  addEventListener('pointercancel', run)
}
