/** Says errors of the service in the visitor's words. */
import { VisitorError } from '../../client/visitor.ts'
import { isPortal } from './bridge.ts'
import { t } from './texts.ts'
import { formatDuration } from './time.ts'

const byCode: Readonly<Record<string, string>> = {
  'SVC-WIDGET-SESSION_INVALID': 'This chat has expired. Write again to start a new conversation.',
  'SVC-WIDGET-IDENTITY_INVALID': 'Your sign-in has expired. Reload this page to go on; your text stays here.',
  'SVC-WIDGET-IDENTITY_REQUIRED': 'Sign in on this website to write to us.',
  'SVC-WIDGET-ORIGIN_FORBIDDEN': 'This chat is not set up for this website.',
  'SVC-WIDGET-NOT_FOUND': 'This chat is closed.',
  'SVC-UPLOAD-TYPE_REJECTED': 'This kind of file can’t be sent. Try a picture, a PDF or a ZIP file.',
  'SVC-UPLOAD-STORAGE_FULL': 'We can’t take files at the moment. Send your message without the file.',
  'SVC-VALIDATION-UNKNOWN_REFERENCE': 'A file of this message no longer exists. Attach it again.',
  EMPTY: 'The file is empty.',
  NOT_ALLOWED: 'This chat takes no files.',
  'SVC-THREAD-NOT_FOUND': 'This conversation no longer exists.',
}

/** Other words for the page of requests. */
const byCodeInPortal: Readonly<Record<string, string>> = {
  'SVC-WIDGET-SESSION_INVALID': 'Your sign-in has expired. Ask for a new link.',
  'SVC-WIDGET-IDENTITY_INVALID': 'This link has expired or was used. Ask for a new one.',
  'SVC-WIDGET-NOT_FOUND': 'This page is closed.',
  'SVC-THREAD-NOT_FOUND': 'This request no longer exists.',
}

export function describeError(error: unknown): string {
  if (!(error instanceof VisitorError)) return t('Something went wrong. Try again.')
  const { status, code, message, retryAfterSeconds } = error
  if (status === 0)
    return isPortal
      ? t('No connection. Check your network and try again.')
      : t('We can’t reach the chat. Check your connection and try again.')
  if (status === 429 && retryAfterSeconds !== null)
    return t('Too many messages. Try again in {time}.', { time: formatDuration(retryAfterSeconds) })
  if (status === 429) return t('Too many messages. Wait a moment and try again.')
  if (status === 413) return t('The file is too large. Files can have up to 10 MB.')
  const text = (isPortal ? byCodeInPortal[code] : undefined) ?? byCode[code]
  if (text !== undefined) return t(text)
  // The service says what is wrong with an input, in English.
  return status >= 500 || message === '' ? t('Something went wrong. Try again.') : message
}
