import type { MessagePart, WidgetMessage } from '../../../client/visitor.ts'
import { attempt, go } from '../actions.ts'
import { Html, PlainText } from '../html.tsx'
import { Icon } from '../icons.tsx'
import { drop, type Outgoing, retry, send } from '../sending.ts'
import { config, currentThread, route } from '../state.ts'
import { t } from '../texts.ts'
import { openFile } from '../thread-list.ts'
import { formatHeading } from '../time.ts'
import { Face } from './face.tsx'
import { Rating } from './rating.tsx'

/** Milliseconds between messages after which the time is shown again. */
const headingGapMs = 30 * 60_000

/** The messages, oldest first, which screen readers announce as they come. */
export function Log({ shown, pending }: { shown: readonly WidgetMessage[]; pending: readonly Outgoing[] }) {
  const lastOwn = shown.findLast(({ from }) => from === 'VISITOR')
  const isSeen = lastOwn !== undefined && (currentThread.value?.seenThrough ?? '') >= lastOwn.createdAt
  return (
    <div role="log" aria-label={t('Conversation')} class="log">
      {shown.map((message, i) => {
        const before = shown[i - 1]
        const isApart = !before || Date.parse(message.createdAt) - Date.parse(before.createdAt) > headingGapMs
        const isLastOfAuthor = shown[i + 1]?.from !== message.from || shown[i + 1]?.name !== message.name
        return (
          <div key={message.clientId ?? message.id}>
            {isApart && <p class="when">{formatHeading(message.createdAt)}</p>}
            <Message message={message} hasFace={isLastOfAuthor} isLast={i === shown.length - 1} />
            {message === lastOwn && pending.length === 0 && <p class="state">{isSeen ? t('Seen') : t('Sent')}</p>}
          </div>
        )
      })}
      {pending.map((each) => (
        <Pending key={each.clientId} message={each} />
      ))}
    </div>
  )
}

function Message({ message, hasFace, isLast }: { message: WidgetMessage; hasFace: boolean; isLast: boolean }) {
  const { from, name, body, bodyFormat, parts, attachments } = message
  const isOwn = from === 'VISITOR'
  const author = isOwn ? t('You') : (name ?? config.value?.name ?? '')
  const hasText = body.trim() !== ''
  return (
    <>
      {parts.map((part) => part.kind === 'ARTICLE' && <ArticleCard key={part.articleId} part={part} />)}
      {hasText && (
        <div class={isOwn ? 'line mine' : from === 'SYSTEM' ? 'line system' : 'line theirs'}>
          {from === 'TEAM' && (hasFace ? <Face name={author} initials={readInitials(message)} size={28} /> : <span class="gap" />)}
          <div class="bubble" dir="auto">
            <span class="hidden">{author}: </span>
            {bodyFormat.toLowerCase() === 'html' ? <Html text={body} /> : <PlainText text={body} />}
          </div>
        </div>
      )}
      {attachments.map((file) => (
        <button
          type="button"
          key={file.id}
          class={`file ${isOwn ? 'mine' : 'theirs'}`}
          onClick={() => void attempt(() => openFile(message, file.id))}
        >
          <span class="hidden">{author}: </span>
          {file.url !== null && /^image\/(png|jpeg|gif|webp)$/.test(file.contentType) ? <img src={file.url} alt="" /> : <Icon of="file" />}
          <span dir="auto">{file.filename}</span>
          <small>{formatSize(file.size)}</small>
        </button>
      ))}
      {parts.map((part) => (
        <OtherPart key={part.kind} part={part} isLast={isLast} threadId={message.threadId} />
      ))}
    </>
  )
}

/** The initials of the team's member, who may be the thread's person or another. */
function readInitials({ name }: WidgetMessage): string {
  const face = [currentThread.value?.person, ...(config.value?.team ?? [])].find((each) => each?.name === name)
  return face?.initials ?? (name ?? config.value?.name ?? '').slice(0, 1).toLocaleUpperCase()
}

function ArticleCard({ part: { slug, title, excerpt } }: { part: MessagePart }) {
  if (slug === null) return null
  return (
    <button type="button" class="card article-card" onClick={() => go({ name: 'article', slug, back: route.value })}>
      <span class="tile" aria-hidden="true">
        <Icon of="book" size={18} />
      </span>
      <span class="grow">
        <b dir="auto">{title}</b>
        <small dir="auto">{excerpt}</small>
      </span>
    </button>
  )
}

/** Choices stay open until something was written after them. */
function OtherPart({ part, isLast, threadId }: { part: MessagePart; isLast: boolean; threadId: string }) {
  const thread = currentThread.value
  if (part.kind === 'RATING') return thread && <Rating thread={thread} />
  if (part.kind !== 'CHOICES' || !isLast || thread?.state !== 'OPEN') return null
  return (
    <div class="choices" role="group" aria-label={t('Choose an answer')}>
      {part.options?.map(({ id, label }) => (
        <button
          type="button"
          key={id}
          class="choice"
          dir="auto"
          onClick={() => send({ threadId, body: label, choiceId: id, files: [], preChat: null })}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

function Pending({ message: { clientId, body, files, error } }: { message: Outgoing }) {
  return (
    <>
      <div class="line mine">
        <div class={error === null ? 'bubble pending' : 'bubble failed'} dir="auto">
          <span class="hidden">{t('You')}: </span>
          {body || files.map(({ filename }) => filename).join(', ')}
        </div>
      </div>
      {error === null ? (
        <p class="state">{t('Sending…')}</p>
      ) : (
        <p class="state error">
          {error}{' '}
          <button type="button" class="link" onClick={() => retry(clientId)}>
            {t('Try again')}
          </button>{' '}
          <button type="button" class="link" onClick={() => drop(clientId)}>
            {t('Delete')}
          </button>
        </p>
      )}
    </>
  )
}

export function formatSize(bytes: number): string {
  return bytes < 1_048_576 ? `${Math.max(1, Math.round(bytes / 1_024))} KB` : `${(bytes / 1_048_576).toFixed(1).replace('.0', '')} MB`
}
