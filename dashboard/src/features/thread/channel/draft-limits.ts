/** Compares a draft with what its channel can deliver. */
import { plural, t } from '../../../texts/texts.ts'
import { formatFileSize } from '../../../ui/file-size.ts'
import { toMessageBody, type Draft } from '../../threads/drafts.ts'
import { maxMessageLength } from '../../editor/field.ts'
import type { ReplyLimits } from './plan-channel-reply.ts'

type FileLike = { readonly name: string; readonly size: number; readonly type?: string }

/** Returns the number of characters over a message's limit; zero or less if the draft fits. */
export function getExcessLength(draft: Draft, limits: ReplyLimits | null = null): number {
  const excess = toMessageBody(draft).body.length - maxMessageLength
  if (!limits || limits.maxTextLength === null || limits.splits) return excess
  // The channel counts the text without formatting, in UTF-16 units, like the service.
  return Math.max(excess, draft.text.trim().length - limits.maxTextLength)
}

/** Remaining characters are shown in the last part of this many. */
const countedParts = 5

/** Describes the length of a draft that is near the channel's limit or that becomes several messages; null otherwise. */
export function describeLength({ text }: Pick<Draft, 'text'>, limits: ReplyLimits | null): string | null {
  if (!limits || limits.maxTextLength === null) return null
  const { maxTextLength, splits } = limits
  const left = maxTextLength - text.trim().length
  if (left < 0)
    return splits
      ? plural(
          maxTextLength,
          'Goes out as several messages of at most {count} character.',
          'Goes out as several messages of at most {count} characters.',
        )
      : null
  return left <= maxTextLength / countedParts ? plural(left, '{count} character left', '{count} characters left') : null
}

/** True when the channel would drop the draft's formatting. */
export function losesFormats({ html }: Pick<Draft, 'html'>, limits: ReplyLimits | null): boolean {
  return html !== null && limits !== null && !limits.formats.includes('html')
}

/** The reason why the channel delivers no files at all; null if it does. */
export function findFilesProblem(limits: ReplyLimits | null): string | null {
  return limits && limits.files === null ? t('This inbox can’t deliver files.') : null
}

/** The reason why the channel does not deliver a file; null if it does. */
export function findFileProblem({ name, size, type = '' }: FileLike, limits: ReplyLimits | null): string | null {
  const none = findFilesProblem(limits)
  if (none !== null || !limits?.files) return none
  const { maxBytes, types } = limits.files
  if (maxBytes !== null && size > maxBytes)
    return t('“{file}” is too big. This inbox delivers files up to {size}.', { file: name, size: formatFileSize(maxBytes) })
  // An uploaded file of a draft has no type.
  if (type !== '' && types.length > 0 && !types.some((accepted) => isOfType(type, accepted)))
    return t('“{file}” can’t be delivered. This inbox accepts {types}.', { file: name, types: types.join(', ') })
  return null
}

function isOfType(type: string, accepted: string): boolean {
  return accepted.endsWith('/*') ? type.startsWith(accepted.slice(0, -1)) : type === accepted
}

/** The reason why the draft's files cannot be sent; null if they can. */
export function findDraftFilesProblem({ files }: Pick<Draft, 'files'>, limits: ReplyLimits | null): string | null {
  if (files.length === 0) return null
  const none = findFilesProblem(limits)
  if (none !== null) return `${none} ${t('Remove the files to send your reply.')}`
  const maxCount = limits?.files?.maxCount ?? null
  if (maxCount !== null && files.length > maxCount)
    return plural(
      maxCount,
      'This inbox delivers at most {count} file with each reply. Remove the others.',
      'This inbox delivers at most {count} files with each reply. Remove the others.',
    )
  for (const { filename, size } of files) {
    const problem = findFileProblem({ name: filename, size }, limits)
    if (problem !== null) return problem
  }
  return null
}
