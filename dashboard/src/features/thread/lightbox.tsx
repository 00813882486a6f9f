import { useRef, useState } from 'react'
import type { Message } from '@skein/client'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ChevronLeft, ChevronRight, Download, Image, X } from '../../ui/icons.ts'
import { useModal } from '../../ui/use-modal.ts'
import { formatFileSize } from '../../ui/file-size.ts'
import type { MessagePictures } from './use-message-pictures.ts'

type LightboxProps = {
  pictures: Message['attachments']
  /** Index of the first picture. */
  start: number
  links: MessagePictures
  onDownload: (attachmentId: string) => void
  onClose: () => void
}

/** Lightbox of a message's pictures, one at a time, as large as the window allows. */
export function Lightbox({ pictures, start, links, onDownload, onClose }: LightboxProps) {
  const ref = useRef<HTMLDialogElement>(null)
  useModal(ref)
  const [at, setAt] = useState(start)
  const picture = pictures[at]
  if (!picture) return null
  const { id, filename, size } = picture
  const url = links.urls.get(id)
  const step = (by: number): void => setAt(Math.min(Math.max(at + by, 0), pictures.length - 1))
  return (
    // A click on the backdrop has the dialog itself as its target.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape works too, see above.
    <dialog
      ref={ref}
      aria-label={filename}
      className="m-0 h-dvh max-h-none w-screen max-w-none bg-transparent p-0 backdrop:bg-[#000000d9]"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => {
        const isForwards = (event.key === 'ArrowRight') === (getComputedStyle(event.currentTarget).direction === 'ltr')
        if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') step(isForwards ? 1 : -1)
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose()
      }}
    >
      <div className="pointer-events-none grid h-full grid-rows-[auto_minmax(0,1fr)] text-[#ffffff]">
        <header className="pointer-events-auto flex min-h-13 items-center gap-1 bg-[#00000080] ps-5 pe-3">
          <h2 dir="auto" className="min-w-0 truncate text-md font-semibold">
            {filename}
          </h2>
          <p aria-live="polite" className="me-auto shrink-0 ps-2 text-xs text-[#d6d4d0]">
            {formatFileSize(size)}
            {pictures.length > 1 && ` · ${t('{position} of {total}', { position: at + 1, total: pictures.length })}`}
          </p>
          <IconButton icon={Download} label={t('Download')} className={onDark} onClick={() => onDownload(id)} />
          <IconButton icon={X} label={t('Close')} hint={t('Esc')} className={onDark} onClick={onClose} />
        </header>
        <div className="relative grid min-h-0 place-items-center p-4 md:px-14">
          {url === undefined ? (
            <p className="flex items-center gap-2">
              <Icon of={Image} size={20} /> {t('We can’t show this picture.')}
            </p>
          ) : (
            <img
              key={url}
              src={url}
              alt={filename}
              className="pointer-events-auto max-h-full max-w-full rounded-md object-contain"
              onError={links.renew}
            />
          )}
          {at > 0 && (
            <IconButton
              icon={ChevronLeft}
              label={t('Previous picture')}
              className={`absolute! start-3 ${onDark} rtl:-scale-x-100`}
              onClick={() => step(-1)}
            />
          )}
          {at < pictures.length - 1 && (
            <IconButton
              icon={ChevronRight}
              label={t('Next picture')}
              className={`absolute! end-3 ${onDark} rtl:-scale-x-100`}
              onClick={() => step(1)}
            />
          )}
        </div>
      </div>
    </dialog>
  )
}

const onDark = 'pointer-events-auto bg-[#00000080] text-[#ffffff]! enabled:hover:bg-[#ffffff33]! enabled:hover:text-[#ffffff]!'
