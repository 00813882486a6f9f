/** A draft of a message, as this browser stores it. */
import type { CannedResponse, ThreadRecipients } from '@skein/client'

/** An uploaded file to attach to the message. */
export type DraftFile = { uploadId: string; filename: string; size: number }
/** Recipients that replace the default ones. */
export type ChosenRecipients = { to: readonly MailAddress[]; cc: readonly MailAddress[]; bcc: readonly MailAddress[] }
export type MailAddress = ThreadRecipients['to'][number]
export type Draft = {
  readonly text: string
  /** Formatted text as HTML; null for plain text. */
  readonly html: string | null
  readonly files: readonly DraftFile[]
  /** Changes to the thread that the reply makes. Stored only in this browser. */
  readonly actions: readonly CannedResponse['actions'][number][]
  /** Recipients that the agent has chosen; null for the default ones. Stored only in this browser. */
  readonly recipients: ChosenRecipients | null
  /** The subject of a new thread's mail. */
  readonly subject: string
}

export const empty: Draft = { text: '', html: null, files: [], actions: [], recipients: null, subject: '' }

export function isEmpty(draft: Draft | null): boolean {
  if (!draft) return true
  const { text, files, subject } = draft
  return text === '' && files.length === 0 && subject === ''
}

/** Parses a stored draft; null when there is none. Earlier versions stored only the text. */
export function parseDraft(stored: string | null): Draft | null {
  if (stored === null) return null
  try {
    const value: unknown = JSON.parse(stored)
    if (typeof value !== 'object' || value === null || !('text' in value) || typeof value.text !== 'string')
      return { ...empty, text: stored }
    const html = 'html' in value && typeof value.html === 'string' ? value.html : null
    const files = 'files' in value && Array.isArray(value.files) ? value.files.filter(isFile) : []
    // Safe because only this page writes these entries.
    const actions = 'actions' in value && Array.isArray(value.actions) ? (value.actions as Draft['actions']) : []
    // Safe because only this page writes these entries.
    const recipients = 'recipients' in value ? ((value.recipients ?? null) as Draft['recipients']) : null
    const subject = 'subject' in value && typeof value.subject === 'string' ? value.subject : ''
    return { text: value.text, html, files, actions, recipients, subject }
  } catch {
    return { ...empty, text: stored }
  }
}

function isFile(value: unknown): value is DraftFile {
  if (typeof value !== 'object' || value === null || !('uploadId' in value && 'filename' in value && 'size' in value)) return false
  return typeof value.uploadId === 'string' && typeof value.filename === 'string' && typeof value.size === 'number'
}
