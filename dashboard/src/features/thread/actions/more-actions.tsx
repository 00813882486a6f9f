import { useState } from 'react'
import type { Thread } from '@skein/client'
import { useApi } from '../../../api/api.ts'
import { useRights } from '../../../api/rights.ts'
import { toCurl } from '../../../api/wire-log.ts'
import { shortcuts, formatKeys, type ShortcutId } from '../../../keyboard/shortcuts.ts'
import { runShortcut, listUsableShortcuts, useShortcuts } from '../../../keyboard/use-shortcuts.ts'
import { Button } from '../../../ui/button.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { Picker } from '../../../ui/picker.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { getFocusedId } from '../focused-message.ts'

const MergeDialog = lazyDialog(async () => (await import('./merge-dialog.tsx')).MergeDialog)
const SplitDialog = lazyDialog(async () => (await import('./split-dialog.tsx')).SplitDialog)
const FieldsDialog = lazyDialog(async () => (await import('./fields-dialog.tsx')).FieldsDialog)
const ParticipantsDialog = lazyDialog(async () => (await import('../email/participants-dialog.tsx')).ParticipantsDialog)
const ForwardDialog = lazyDialog(async () => (await import('../email/forward-dialog.tsx')).ForwardDialog)
const SpamDialog = lazyDialog(async () => (await import('./spam-dialog.tsx')).SpamDialog)
const NewThread = lazyDialog(async () => (await import('./new-thread.tsx')).NewThread)

const actions = [
  'participants',
  'forward',
  'schedule',
  'merge',
  'split',
  'fields',
  'copyId',
  'copyCurl',
] as const satisfies readonly ShortcutId[]
type Open = 'menu' | 'merge' | 'split' | 'fields' | 'followUp' | 'spam' | 'participants'

/** Shows the less frequent actions of a thread in a menu, and handles their shortcuts. */
export function MoreActions({ thread }: { thread: Thread }) {
  const { settings } = useApi()
  const [open, setOpen] = useState<Open | null>(null)
  /** The message to forward, or null for the latest one; undefined while nothing is forwarded. */
  const [forwardedId, setForwardedId] = useState<string | null>()
  const rights = useRights()
  const mayCreate = rights.whyNot('createThread') === null
  const mayMarkAsSpam = thread.status !== 'closed' && rights.whyNot('markThreadAsSpam') === null
  const close = (): void => setOpen(null)
  const copy = async (text: string, what: string): Promise<void> => {
    await copyText(text)
    showToast({ kind: 'done', text: what }, 4_000)
  }
  useShortcuts({
    merge: () => setOpen('merge'),
    split: () => setOpen('split'),
    fields: () => setOpen('fields'),
    participants: () => setOpen('participants'),
    forward() {
      const id = getFocusedId()
      // A thread's row in the list may have the focus instead.
      setForwardedId(id?.startsWith('msg_') ? id : null)
    },
    copyId() {
      const id = getFocusedId() ?? thread.id
      void copy(id, `Copied ${id}`)
    },
    copyCurl() {
      const path = getFocusedId() === null ? '' : '/messages'
      const url = `${settings.apiUrl}/api/v1/threads/${thread.id}${path}`
      void copy(toCurl({ method: 'GET', url, body: null, idempotencyKey: null }), 'Copied. Put an API key into $SKEIN_API_KEY.')
    },
  })
  // Offer only the actions that the agent's role allows.
  const usable = new Set(open === 'menu' ? listUsableShortcuts() : [])
  const options = [
    ...actions.filter((id) => usable.has(id)).map((id) => ({ id: id as string, name: shortcuts[id].label, detail: formatKeys(id) })),
    ...(mayCreate ? [{ id: 'followUp', name: `New thread for ${thread.customer.name ?? thread.customer.email}` }] : []),
    ...(mayMarkAsSpam ? [{ id: 'spam', name: 'Mark as spam' }] : []),
  ]
  const pick = (id: string): void => {
    const action = actions.find((each) => each === id)
    // Run the action after the menu has closed, because it depends on the element that had the focus.
    setTimeout(() => (action ? runShortcut(action) : setOpen(id === 'spam' ? 'spam' : 'followUp')))
  }
  return (
    <>
      <Button look="plain" aria-haspopup="dialog" onClick={() => setOpen('menu')}>
        More…
      </Button>
      {open === 'menu' && <Picker label="More actions" options={options} onPick={pick} onClose={close} />}
      {open === 'merge' && <MergeDialog thread={thread} onClose={close} />}
      {open === 'split' && <SplitDialog thread={thread} onClose={close} />}
      {open === 'fields' && <FieldsDialog thread={thread} onClose={close} />}
      {open === 'participants' && <ParticipantsDialog thread={thread} onClose={close} />}
      {forwardedId !== undefined && <ForwardDialog thread={thread} messageId={forwardedId} onClose={() => setForwardedId(undefined)} />}
      {open === 'spam' && <SpamDialog thread={thread} onClose={close} />}
      {open === 'followUp' && <NewThread customer={thread.customer} inboxId={thread.inboxId} onClose={close} />}
    </>
  )
}
