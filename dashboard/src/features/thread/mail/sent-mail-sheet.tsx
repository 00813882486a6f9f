import { useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Message } from '@skein/client'
import { useApi } from '../../../api/api.ts'
import { t } from '../../../texts/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/delayed.tsx'
import { FormSheet } from '../../../ui/form-sheet.tsx'
import { Download } from '../../../ui/icons.ts'
import { Problem } from '../../../ui/problem.tsx'
import { renderSentMail } from '../../threads/mail/sent-mail.ts'
import { useDownloadOriginal } from '../email/use-download-original.ts'
import { useMessagePictures } from '../use-message-pictures.ts'
import { PictureNotice } from './picture-notice.tsx'

/** Shows a mail with the colours and the layout of its sender, in a frame in which nothing runs. */
export function SentMailSheet({ message, onClose }: { message: Message; onClose: () => void }) {
  const { skein } = useApi()
  const { id } = message
  const look = useQuery({
    queryKey: ['mail-look', id],
    staleTime: 300_000,
    queryFn: async ({ signal }) => (await skein.getMessageLook({ path: { id }, signal })).data,
  })
  const download = useDownloadOriginal()
  return (
    <FormSheet
      title={message.email?.subject ?? t('Email')}
      wide="page"
      onClose={onClose}
      actions={
        <Button look="plain" icon={Download} onClick={() => void download(message)}>
          {t('Download the original')}
        </Button>
      }
    >
      {look.error ? (
        <div className="p-5">
          <Problem error={look.error} onRetry={() => void look.refetch()} />
        </div>
      ) : look.data === undefined ? (
        <Skeleton />
      ) : look.data.html === null ? (
        <p className="p-5 text-text-2">{t('This email has no layout of its own: the conversation shows all of it.')}</p>
      ) : (
        <SentMail message={message} html={look.data.html} />
      )}
    </FormSheet>
  )
}

function SentMail({ message, html }: { message: Message; html: string }) {
  const [withPictures, setWithPictures] = useState(false)
  const { urls } = useMessagePictures(message)
  const { attachments } = message
  const mail = useMemo(() => {
    const ownPictures = new Map(
      attachments.flatMap(({ id, contentId }) => {
        const url = urls.get(id)
        return contentId === null || url === undefined ? [] : [[contentId, url] as const]
      }),
    )
    return renderSentMail(html, { withPictures, ownPictures })
  }, [html, withPictures, urls, attachments])
  return (
    <div className="flex h-full flex-col">
      {mail.pictures > 0 && !withPictures && (
        <PictureNotice count={mail.pictures} kind="mail" className="px-4 py-2" onShow={() => setWithPictures(true)} />
      )}
      <iframe
        // oxlint-disable-next-line react/forbid-dom-props -- the name of a frame, for screen readers.
        title={t('The email as it was sent')}
        // Never add allow-scripts. Links need popups, and the opened pages must escape the sandbox.
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        className="min-h-[60dvh] w-full flex-1 bg-[#ffffff]"
        // Safe because `srcdoc` accepts the policy's result, which the DOM's types do not declare yet.
        srcDoc={mail.document as string}
      />
    </div>
  )
}
