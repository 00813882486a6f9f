import { useLayoutEffect, useRef } from 'preact/hooks'
import type { WidgetMessage } from '../../../client/visitor.ts'
import { go } from '../actions.ts'
import { tellPage } from '../bridge.ts'
import { Icon } from '../icons.tsx'
import { config, preview, threads } from '../state.ts'
import { t } from '../texts.ts'
import { Face } from './face.tsx'

/** A new message while the chat is closed. The page sizes the frame to it. */
export function Preview({ message }: { message: WidgetMessage }) {
  const box = useRef<HTMLDivElement>(null)
  const person = threads.value.find(({ id }) => id === message.threadId)?.person ?? null
  const company = config.value?.name ?? ''
  // The frame gets its width with the first height, which makes another one.
  useLayoutEffect(() => {
    const { current } = box
    if (!current) return
    const observer = new ResizeObserver(() => tellPage({ type: 'preview', height: current.offsetHeight }))
    observer.observe(current)
    return () => {
      observer.disconnect()
      tellPage({ type: 'preview', height: null })
    }
  }, [])
  return (
    <div ref={box} class="preview" role="status">
      <button
        type="button"
        class="grow"
        onClick={() => {
          go({ name: 'conversation', threadId: message.threadId })
          tellPage({ type: 'open' })
        }}
      >
        {person && <Face {...person} />}
        <span>
          <b dir="auto">{message.name === null ? company : t('{name} from {company}', { name: message.name, company })}</b>
          <span dir="auto">{message.bodyText || t('A file')}</span>
        </span>
      </button>
      <button type="button" class="round small" aria-label={t('Close')} onClick={() => (preview.value = null)}>
        <Icon of="close" size={16} />
      </button>
    </div>
  )
}
