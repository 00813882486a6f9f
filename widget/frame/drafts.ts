/** Texts that were written and not sent, by conversation. They belong to one tab and survive its navigation. */
import { stored } from './storage.ts'

const kept = stored<Record<string, string>>('sessionStorage', 'drafts')

export function readDraft(threadId: string | null): string {
  return kept.read()?.[threadId ?? 'new'] ?? ''
}

export function writeDraft(threadId: string | null, text: string): void {
  const { [threadId ?? 'new']: _, ...others } = kept.read() ?? {}
  const next = text === '' ? others : { ...others, [threadId ?? 'new']: text }
  kept.write(Object.keys(next).length > 0 ? next : null)
}
