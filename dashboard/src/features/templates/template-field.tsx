import { useId, type ComponentType } from 'react'
import { t } from '../../texts/texts.ts'
import { Skeleton } from '../../ui/delayed.tsx'
import type { CustomInput } from '../../ui/form/fields.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { listLostElements, type Template } from './template.ts'
import { useVariables, type TemplateUse } from './variable-names.ts'

const TextPreview = lazyPart(async () => (await import('./text-preview.tsx')).TextPreview)
const TemplateEditor = lazyPart(async () => (await import('./template-editor.tsx')).TemplateEditor)

type FieldOptions = {
  /** Accessible name of the editor. */
  label: string
  use: TemplateUse
  maxLength: number
  /** True if the template may be HTML. Then the field's value is a `Template`, otherwise a text. */
  hasFormats?: boolean
  /** True to show the text as a customer would get it. */
  isPreviewed?: boolean
  /** The inbox whose threads the preview offers; all if absent. */
  inboxId?: string
}

/** Creates a form input for a text with variables. */
export function createTemplateInput(options: FieldOptions): ComponentType<CustomInput> {
  return function TemplateInput(props: CustomInput) {
    return <TemplateField {...options} {...props} />
  }
}

function TemplateField({ label, use, maxLength, hasFormats = false, isPreviewed = false, inboxId, ...input }: FieldOptions & CustomInput) {
  const { value, onChange, describedBy, isInvalid, isReadOnly } = input
  const variables = useVariables(use)
  const template = toTemplate(value)
  const lost = template ? listLostElements(template) : []
  const change = (next: Template | null): void => onChange(hasFormats ? next : (next?.body ?? null))
  const length = template?.body.length ?? 0
  return (
    <div className="grid grid-cols-1 gap-2">
      {variables === null ? (
        <Skeleton rows={3} />
      ) : lost.length > 0 ? (
        <SourceField label={label} lost={lost} value={template} onChange={change} {...{ describedBy, isInvalid, isReadOnly }} />
      ) : (
        <TemplateEditor
          label={label}
          value={template}
          onChange={change}
          {...{ hasFormats, variables, describedBy, isInvalid, isReadOnly }}
        />
      )}
      {length > maxLength && (
        <p className="text-danger">{t('This text is too long: {count} of {limit} characters.', { count: length, limit: maxLength })}</p>
      )}
      {isPreviewed && template !== null && <TextPreview template={template} use={use} inboxId={inboxId} />}
    </div>
  )
}

/** The field's value: a template, or a text without formats. */
function toTemplate(value: unknown): Template | null {
  if (typeof value === 'string') return value === '' ? null : { body: value, bodyFormat: 'text' }
  // Safe because only `onChange` and the form's `toForm` set objects.
  return (value ?? null) as Template | null
}

type SourceFieldProps = Pick<CustomInput, 'describedBy' | 'isInvalid' | 'isReadOnly'> & {
  label: string
  lost: readonly string[]
  value: Template | null
  onChange: (value: Template | null) => void
}

/** Field for HTML that the editor would simplify, such as tables: its source. */
function SourceField({ label, lost, value, onChange, describedBy, isInvalid, isReadOnly }: SourceFieldProps) {
  const id = useId()
  return (
    <>
      <p id={id} className="rounded-lg bg-sunken px-3 py-2 text-text-2">
        {t('This text has HTML that the editor can’t show ({elements}), so you see its source.', {
          elements: lost.map((name) => `<${name}>`).join(', '),
        })}
      </p>
      <textarea
        dir="auto"
        rows={10}
        aria-label={label}
        aria-describedby={[id, describedBy].filter(Boolean).join(' ')}
        aria-invalid={isInvalid}
        disabled={isReadOnly}
        spellCheck={false}
        className="field w-full py-2 font-mono text-sm"
        value={value?.body ?? ''}
        onChange={({ target }) => onChange(target.value.trim() === '' ? null : { body: target.value, bodyFormat: 'html' })}
      />
    </>
  )
}
