import { useEffect, useRef, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { plural, t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import type { Values } from '../../ui/form/fields.ts'
import { Problem } from '../../ui/problem.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { copyPicture, mayBeAnimated } from './copy-picture.ts'
import { describeHosts, getUploadPath, getFileName, filterRemote, replaceAddress } from './picture-addresses.ts'

type Refusal = { url: string; why: string }
type RemotePicturesProps = { values: Values; onChange: (values: Values) => void }

/** Lists pictures of the edited article that readers would fetch from other sites, and offers to upload them. */
export function RemotePictures({ values, onChange }: RemotePicturesProps) {
  const { skein } = useApi()
  const rights = useRights()
  const whyNot = rights.whyNot('createUpload') ?? rights.whyNot('updateKbArticle')
  const body = typeof values['body'] === 'string' ? values['body'] : ''
  const urls = useRemotePictures(body, values['bodyFormat'])
  const [refusals, setRefusals] = useState<readonly Refusal[]>([])
  const [uploaded, setUploaded] = useState(0)
  // Read the latest text, because the agent may keep typing while pictures are uploaded.
  const latestBody = useRef(body)
  useEffect(() => {
    latestBody.current = body
  }, [body])
  const uploadAndReplace = async (url: string, file: File): Promise<void> => {
    const { data } = await skein.createUpload({ body: { file }, timeoutMs: 600_000 })
    const next = replaceAddress(latestBody.current, url, getUploadPath(data.id))
    if (next === latestBody.current)
      return addRefusal(url, t('We can’t find the address of {file} in the text. Please replace it by hand.', { file: getFileName(url) }))
    latestBody.current = next
    onChange({ body: next })
    setUploaded((count) => count + 1)
  }
  const addRefusal = (url: string, why: string): void => setRefusals((all) => [...all.filter((each) => each.url !== url), { url, why }])
  const copyAll = useMutation({
    async mutationFn() {
      setRefusals([])
      for (const url of urls) {
        const name = getFileName(url)
        const file = mayBeAnimated(url) ? null : await copyPicture(url, name).catch(() => null)
        if (file) await uploadAndReplace(url, file)
        else if (mayBeAnimated(url))
          addRefusal(url, t('{file} may be animated, so we can’t copy it. Save the picture, then choose the file.', { file: name }))
        else
          addRefusal(
            url,
            t('We couldn’t copy {file} because {host} doesn’t allow it or doesn’t have it. Save the picture, then choose the file.', {
              file: name,
              host: new URL(url).host,
            }),
          )
      }
    },
  })
  const choose = useMutation({ mutationFn: ({ url, file }: { url: string; file: File }) => uploadAndReplace(url, file) })
  const isBusy = copyAll.isPending || choose.isPending
  const shown = refusals.filter(({ url }) => urls.includes(url))
  const error = copyAll.error ?? choose.error
  if (urls.length === 0 && uploaded === 0 && !isBusy) return null
  return (
    <section aria-label={t('Pictures from other sites')} className="grid gap-2 rounded-lg border border-line bg-surface px-4 py-3">
      {urls.length > 0 && (
        <p>
          {plural(
            urls.length,
            '{count} picture comes from another site ({hosts}), which can see who reads the article.',
            '{count} pictures come from other sites ({hosts}), which can see who reads the article.',
            { hosts: describeHosts(urls) },
          )}
        </p>
      )}
      <p role="status" className={uploaded === 0 ? 'sr-only' : 'text-muted'}>
        {uploaded > 0 && plural(uploaded, 'Uploaded {count} picture.', 'Uploaded {count} pictures.')}
      </p>
      {shown.length > 0 && (
        <ul className="grid gap-2">
          {shown.map(({ url, why }) => (
            <li key={url} className="flex flex-wrap items-center gap-2">
              <span role="alert" className="min-w-0 flex-1 basis-60 text-warning wrap-anywhere">
                {why}
              </span>
              <ChooseFile name={getFileName(url)} isOff={isBusy} onChoose={(file) => choose.mutate({ url, file })} />
            </li>
          ))}
        </ul>
      )}
      {error && <Problem error={error} />}
      {whyNot === null && urls.length > 0 && (
        <div>
          <Button disabled={isBusy} onClick={() => copyAll.mutate()}>
            {isBusy ? t('Uploading…') : plural(urls.length, 'Upload {count} picture', 'Upload {count} pictures')}
          </Button>
        </div>
      )}
    </section>
  )
}

function ChooseFile({ name, isOff, onChoose }: { name: string; isOff: boolean; onChoose: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label={t('File of {name}', { name })}
        accept="image/png,image/jpeg,image/gif,image/webp,image/avif,image/bmp"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) onChoose(file)
        }}
      />
      <Button disabled={isOff} aria-label={t('Choose file: {name}', { name })} onClick={() => input.current?.click()}>
        {t('Choose file')}
      </Button>
    </>
  )
}

/** Finds pictures from other sites in the edited text, as the preview would render it. */
function useRemotePictures(body: string, bodyFormat: unknown): readonly string[] {
  const [urls, setUrls] = useState<readonly string[]>([])
  const settled = useDebounced(body, 250)
  useEffect(() => {
    let isCurrent = true
    const find = async (): Promise<void> => {
      // Most articles have no such picture, so lazy-load the renderer and the sanitiser only when the text contains a URL.
      if (!/https:\/\//i.test(settled)) return setUrls([])
      const [{ renderDraft: draftHtml }, { listPictureSources }] = await Promise.all([
        import('../editor/render-draft.ts'),
        import('../threads/mail/clean-mail.ts'),
      ])
      if (isCurrent) setUrls(filterRemote(listPictureSources(draftHtml(settled, bodyFormat))))
    }
    find().catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [settled, bodyFormat])
  return urls
}
