import { useEffect, useRef, useState } from 'preact/hooks'
import type { WidgetQuestion } from '../../../client/visitor.ts'
import { readDraft, writeDraft } from '../drafts.ts'
import { Icon } from '../icons.tsx'
import { describeError } from '../problems.ts'
import { outgoing, send, waiting } from '../sending.ts'
import { config, view, visitor } from '../state.ts'
import { plural, t } from '../texts.ts'
import { reportTyping } from '../typing.ts'
import { maxFileBytes, uploadFile } from '../upload.ts'
import { formatSize } from './log.tsx'
import { PreChatFields, toPreChat } from './pre-chat.tsx'

const maxLength = 8_192
/** Length from which the number of characters left is shown. */
const nearLimit = 7_500
const maxFiles = 10

type Upload = { name: string; size: number; progress: number; id: string | null; error: string | null; stop: AbortController }

export function Composer({ threadId }: { threadId: string | null }) {
  const [text, setText] = useState(() => readDraft(threadId))
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const [preChat, setPreChat] = useState<Readonly<Record<string, string>>>({})
  const field = useRef<HTMLTextAreaElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const isFirst = threadId === null && !outgoing.value.some((each) => each.threadId === null)
  const questions = isFirst ? listQuestions() : []
  // The service counts characters, of which some take two units of JavaScript.
  const left = maxLength - [...text].length
  const isBusy = uploads.some(({ id, error }) => id === null && error === null)
  const files = uploads.filter(({ id }) => id !== null)

  useEffect(() => {
    // On a phone the focus would open the keyboard over what the visitor came to read.
    if (view.value.open && !view.value.whole) field.current?.focus({ preventScroll: true })
  }, [view.value.open])

  const submit = (): void => {
    if ((text.trim() === '' && files.length === 0) || left < 0 || isBusy || form.current?.reportValidity() === false) return
    const sent = files.flatMap(({ id, name }) => (id === null ? [] : [{ id, filename: name }]))
    send({ threadId, body: text.trim(), files: sent, choiceId: null, preChat: questions.length > 0 ? toPreChat(questions, preChat) : null })
    setText('')
    writeDraft(threadId, '')
    setUploads([])
    reportTyping(threadId, false)
    field.current?.focus()
  }

  const add = (list: FileList | null | undefined): void => {
    for (const file of [...(list ?? [])].slice(0, maxFiles - uploads.length)) {
      const upload: Upload = { name: file.name, size: file.size, progress: 0, id: null, error: null, stop: new AbortController() }
      const change = (next: Partial<Upload>): void =>
        setUploads((all) => all.map((each) => (each.stop === upload.stop ? { ...each, ...next } : each)))
      setUploads((all) => [...all, upload])
      uploadFile(file, (progress) => change({ progress }), upload.stop.signal).then(
        ({ id }) => change({ id, progress: 1 }),
        (error: unknown) => change({ error: describeError(error) }),
      )
    }
  }
  const remove = ({ stop }: Upload): void => {
    stop.abort()
    setUploads((all) => all.filter((each) => each.stop !== stop))
    field.current?.focus()
  }

  return (
    <form
      ref={form}
      class="composer"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {questions.length > 0 && <PreChatFields questions={questions} values={preChat} onChange={setPreChat} />}
      {uploads.length > 0 && (
        <ul class="uploads" aria-label={t('Files')}>
          {uploads.map((upload) => (
            <li key={upload.name}>
              <Icon of="file" size={18} />
              <span class="grow">
                <span dir="auto">{upload.name}</span>
                {upload.error === null ? (
                  <progress value={upload.progress} max={1} aria-label={t('Upload of {name}', { name: upload.name })} />
                ) : (
                  <small role="alert" class="error">
                    {upload.error}
                  </small>
                )}
              </span>
              <small>{formatSize(upload.size)}</small>
              <button
                type="button"
                class="round small"
                aria-label={t('Remove {name}', { name: upload.name })}
                onClick={() => remove(upload)}
              >
                <Icon of="close" size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div class="field">
        <textarea
          ref={field}
          value={text}
          rows={1}
          dir="auto"
          enterkeyhint={view.value.whole ? 'enter' : 'send'}
          aria-label={t('Write a message')}
          aria-describedby="composer-state"
          placeholder={t('Write a message…')}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value)
            writeDraft(threadId, currentTarget.value)
            reportTyping(threadId, currentTarget.value !== '')
          }}
          onKeyDown={(event) => {
            // On phones the keyboard's key makes lines. Languages with an input method use Enter to choose a word.
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing || view.value.whole) return
            event.preventDefault()
            submit()
          }}
          onPaste={({ clipboardData }) => config.value?.files && add(clipboardData?.files)}
        />
        {config.value?.files && (
          <label class="round attach">
            <input
              type="file"
              multiple
              class="hidden"
              aria-label={t('Attach a file, up to {size}', { size: formatSize(maxFileBytes) })}
              onChange={({ currentTarget }) => {
                add(currentTarget.files)
                currentTarget.value = ''
              }}
            />
            <Icon of="clip" size={18} />
          </label>
        )}
        <button type="submit" class="go" aria-label={t('Send')} disabled={left < 0 || isBusy}>
          <Icon of="up" size={18} />
        </button>
      </div>
      <p id="composer-state" role="status" class={left < 0 ? 'state error' : 'state'}>
        {left < 0 && plural(-left, 'Shorten your message by {count} character.', 'Shorten your message by {count} characters.')}
        {left >= 0 && left < maxLength - nearLimit && plural(left, '{count} character left', '{count} characters left')}
        {waiting.value?.isTooFast &&
          plural(
            waiting.value.seconds,
            'You’re writing fast. We’ll send it in {count} second.',
            'You’re writing fast. We’ll send it in {count} seconds.',
          )}
      </p>
    </form>
  )
}

/** The fields to ask for, without what is known of the visitor. */
function listQuestions(): readonly WidgetQuestion[] {
  const known = visitor.value
  return (config.value?.preChat ?? []).filter(
    ({ field }) => !(field === 'NAME' && known?.name != null) && !(field === 'EMAIL' && known?.email != null),
  )
}
