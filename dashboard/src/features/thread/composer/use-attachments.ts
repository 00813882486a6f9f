import { useEffect, useState, type DragEvent } from 'react'
import { useApi } from '../../../api/api.ts'
import { t } from '../../../texts/texts.ts'
import { showToast } from '../../../ui/toasts.ts'
import type { DraftKind, Drafts } from '../../threads/drafts.ts'
import { findFileProblem } from '../channel/draft-limits.ts'
import type { ReplyLimits } from '../channel/plan-channel-reply.ts'
import { cancelUploads, startUploads, toDraftKey } from '../uploads.ts'
import { maxMessageLength } from '../../editor/field.ts'
import { useUploads } from './file-list.tsx'

/** Attaches files that the agent chooses, pastes or drops to a draft, unless the channel cannot deliver them. */
export function useAttachments(drafts: Drafts, threadId: string, kind: DraftKind, limits: ReplyLimits | null = null) {
  const { skein } = useApi()
  const isUploading = useUploads(toDraftKey(threadId, kind)).some(({ problem }) => problem === null)
  const attach = (chosen: Iterable<File>): void => {
    const accepted: File[] = []
    const problems = new Set<string>()
    for (const file of chosen) {
      const problem = findFileProblem(file, limits)
      if (problem === null) accepted.push(file)
      else problems.add(problem)
    }
    for (const text of problems) showToast({ kind: 'problem', text })
    startUploads({ skein, drafts, threadId, kind }, accepted)
  }
  return {
    isUploading,
    /** Whether files are being dragged over the page. */
    isDragging: useIsDragging(),
    attach,
    /** Attaches pasted or dropped files, and text that is too long for a message. Returns false when the field should insert the data. */
    attachTransfer(data: DataTransfer): boolean {
      const pasted = data.getData('text/plain')
      // Word and similar programs also put a picture of the copied text on the clipboard.
      const isText = pasted.trim() !== '' && data.types.includes('text/html')
      if (data.files.length > 0 && !isText) attach(data.files)
      else if (limits?.files !== null && drafts.get(threadId, kind).text.length + pasted.length > maxMessageLength) {
        attach([new File([pasted], 'pasted-text.txt', { type: 'text/plain' })])
        showToast({ kind: 'done', text: t('That text is too long for a message, so we attached it as a file.') })
      } else return false
      return true
    },
    removeFile: (uploadId: string): void =>
      drafts.write(threadId, kind, { files: drafts.get(threadId, kind).files.filter((each) => each.uploadId !== uploadId) }),
    cancelUploads: (): void => cancelUploads(toDraftKey(threadId, kind)),
    /** Handlers of the drop target. It needs no keyboard equivalent, because files can also be chosen with the button or pasted. */
    dropTarget: {
      onDragOver(event: DragEvent): void {
        if (event.dataTransfer.types.includes('Files')) event.preventDefault()
      },
      onDrop(event: DragEvent): void {
        if (event.dataTransfer.files.length === 0) return
        event.preventDefault()
        attach(event.dataTransfer.files)
      },
    },
  }
}

function useIsDragging(): boolean {
  const [isDragging, setDragging] = useState(false)
  useEffect(() => {
    const onDrag = (event: globalThis.DragEvent): void => {
      // relatedTarget is null when the pointer leaves the page.
      const isOver = event.type === 'dragenter' || event.type === 'dragover' || (event.type === 'dragleave' && event.relatedTarget !== null)
      setDragging(isOver && (event.dataTransfer?.types.includes('Files') ?? false))
    }
    const types = ['dragenter', 'dragover', 'dragleave', 'drop', 'dragend'] as const
    for (const type of types) addEventListener(type, onDrag)
    return () => {
      for (const type of types) removeEventListener(type, onDrag)
    }
  }, [])
  return isDragging
}
