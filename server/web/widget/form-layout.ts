/** HTML of the contact form. It has no script, so it works in every browser. */
import { escapeHtml as e } from '#kit/escape-html.ts'
import type { FormQuestion, OpenForm, WidgetLanguage } from '../../resources/widget/index.ts'
import { toPageBrand } from '../brand.ts'
import { formPage } from '../page.ts'
import { type FormWords, formWords } from './form-words.ts'

/** Typed texts by name of the input. An input with several values has each of them. */
export type Typed = ReadonlyMap<string, readonly string[]>

type FormView = {
  readonly language: WidgetLanguage
  /** Random id of this form, so that sending it twice writes it once. */
  readonly id: string
  readonly typed: Typed
  /** Problems by name of the input. */
  readonly problems: Readonly<Record<string, string>>
  /** A problem of the whole form. */
  readonly notice: string | null
}

const maxLength = 255

/** Returns the name of the input for a custom field. */
export const toInputName = (field: string): string => `field.${field}`

export function contactForm({ widget, questions }: OpenForm, view: FormView): string {
  const { language, id, typed, problems } = view
  const words = formWords[language]
  const name = questions.find(({ field }) => field === 'NAME')
  const custom = questions.filter(({ field }) => field !== 'NAME' && field !== 'EMAIL')
  const notice = view.notice ?? (Object.keys(problems).length > 0 ? words.wrong : null)
  const text = (input: Omit<TextInput, 'view' | 'words'>): string => textInput({ ...input, view, words })
  const fields = [
    ...(name ? [text({ name: 'name', label: words.name, required: name.required, attributes: 'autocomplete="name"' })] : []),
    text({
      name: 'email',
      label: words.email,
      required: true,
      type: 'email',
      attributes: 'autocomplete="email" spellcheck="false"',
      hint: words.emailHint,
    }),
    ...custom.map((question) => customInput(question, view, words)),
    text({ name: 'subject', label: words.subject, required: false, attributes: '' }),
    textArea(view, words),
    ...(widget.settings.files ? [fileInput(view, words)] : []),
  ]
  const { title, greeting } = widget.settings.appearance
  return formPage(
    language,
    words.title,
    toPageBrand(widget.tenantId, title ?? widget.tenantName, widget.brand),
    `<h1>${e(words.title)}</h1>
${greeting === null ? '' : `<p>${e(greeting)}</p>`}
${notice === null ? '' : `<p class="notice" role="alert">${e(notice)}</p>`}
<form method="post"${widget.settings.files ? ' enctype="multipart/form-data"' : ''} novalidate>
<input type="hidden" name="id" value="${e(first(typed, 'id') || id)}">
${fields.join('\n')}
<button>${e(words.send)}</button>
</form>`,
  )
}

export function sentPage({ widget }: OpenForm, language: WidgetLanguage): string {
  const words = formWords[language]
  const content = `<h1>${e(words.title)}</h1>
<p class="notice" role="status">${e(words.sent)}</p>
<p><a href="?">${e(words.another)}</a></p>`
  return formPage(
    language,
    words.title,
    toPageBrand(widget.tenantId, widget.settings.appearance.title ?? widget.tenantName, widget.brand),
    content,
  )
}

export function closedForm(language: WidgetLanguage): string {
  const words = formWords[language]
  return formPage(language, words.closed, null, `<h1>${e(words.closed)}</h1>\n<p class="quiet">${e(words.closedHint)}</p>`)
}

type TextInput = {
  view: FormView
  words: FormWords
  name: string
  label: string
  required: boolean
  type?: string
  attributes: string
  hint?: string
}

function textInput({ view, words, name, label, required, type = 'text', attributes, hint }: TextInput): string {
  return labelled(view, words, { name, label, required, ...(hint === undefined ? {} : { hint }) }, (common) => {
    const most = type === 'number' || type === 'date' ? '' : ` maxlength="${maxLength}"`
    return `<input type="${type}" ${common} ${attributes}${most} value="${e(first(view.typed, name))}">`
  })
}

function textArea(view: FormView, words: FormWords): string {
  return labelled(view, words, { name: 'body', label: words.body, required: true }, (common) => {
    // The parser drops a line break at the start.
    return `<textarea ${common} rows="8" maxlength="8192">\n${e(first(view.typed, 'body'))}</textarea>`
  })
}

/** The last input, so that the service has read the others when it refuses a file. */
function fileInput(view: FormView, words: FormWords): string {
  const input = { name: 'file', label: words.files, required: false, hint: words.filesHint }
  return labelled(view, words, input, (common) => `<input type="file" ${common} multiple>`)
}

function customInput({ field, label, type, options, required }: FormQuestion, view: FormView, words: FormWords): string {
  const name = toInputName(field)
  const chosen = view.typed.get(name) ?? []
  if (type === 'BOOLEAN') {
    const checked = chosen.includes('true') ? ' checked' : ''
    return `<label class="score"><input type="checkbox" name="${e(name)}" value="true"${checked}><span>${e(label)}</span></label>${problemOf(view, name)}`
  }
  if (type === 'MULTISELECT') {
    const boxes = (options ?? []).map(
      (option) =>
        `<label class="score"><input type="checkbox" name="${e(name)}" value="${e(option.value)}"${chosen.includes(option.value) ? ' checked' : ''}><span>${e(option.label)}</span></label>`,
    )
    const legend = `<legend>${e(label)}${required ? '' : ` ${e(words.optional)}`}</legend>`
    return `<fieldset>${legend}<div class="scores">\n${boxes.join('\n')}\n</div>${problemOf(view, name)}</fieldset>`
  }
  if (type === 'SELECT')
    return labelled(view, words, { name, label, required }, (common) => {
      const choices = (options ?? []).map(
        (option) => `<option value="${e(option.value)}"${chosen.includes(option.value) ? ' selected' : ''}>${e(option.label)}</option>`,
      )
      return `<select ${common}><option value="">${e(words.choose)}</option>${choices.join('')}</select>`
    })
  const types: Readonly<Record<string, string>> = { NUMBER: 'number', DATE: 'date', URL: 'url' }
  const attributes = type === 'NUMBER' ? 'step="any"' : ''
  return textInput({ view, words, name, label, required, type: types[type] ?? 'text', attributes })
}

type Labelled = { name: string; label: string; required: boolean; hint?: string }

function labelled(
  view: FormView,
  words: FormWords,
  { name, label, required, hint }: Labelled,
  input: (attributes: string) => string,
): string {
  const hasProblem = view.problems[name] !== undefined
  const described = [...(hint === undefined ? [] : [`${name}-hint`]), ...(hasProblem ? [`${name}-problem`] : [])].join(' ')
  const attributes = [
    `id="${e(name)}" name="${e(name)}"`,
    ...(required ? ['required'] : []),
    ...(hasProblem ? ['aria-invalid="true"'] : []),
    ...(described === '' ? [] : [`aria-describedby="${e(described)}"`]),
  ].join(' ')
  const about = hint === undefined ? '' : `<p class="hint" id="${e(name)}-hint">${e(hint)}</p>`
  return `<div class="input"><label class="label" for="${e(name)}">${e(label)}${required ? '' : ` <small>${e(words.optional)}</small>`}</label>
${input(attributes)}${about}${problemOf(view, name)}</div>`
}

function problemOf({ problems }: FormView, name: string): string {
  const problem = problems[name]
  return problem === undefined ? '' : `<p class="problem" id="${e(name)}-problem">${e(problem)}</p>`
}

function first(typed: Typed, name: string): string {
  return typed.get(name)?.[0] ?? ''
}
