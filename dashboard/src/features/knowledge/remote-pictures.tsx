import { useEffect, useRef, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
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
  // The latest text. The agent may keep typing while pictures are uploaded.
  const latestBody = useRef(body)
  useEffect(() => {
    latestBody.current = body
  }, [body])
  const uploadAndReplace = async (url: string, file: File): Promise<void> => {
    const { data } = await skein.createUpload({ body: { file }, timeoutMs: 600_000 })
    const next = replaceAddress(latestBody.current, url, getUploadPath(data.id))
    if (next === latestBody.current) return addRefusal(url, 'is not in the text as an address that can be replaced. Replace it by hand.')
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
          addRefusal(url, 'may be animated, which the dashboard cannot copy. Save the picture and choose the file.')
        else
          addRefusal(
            url,
            `could not be copied: ${new URL(url).host} does not allow it, or does not have it. Save the picture and choose the file.`,
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
    <section aria-label="Pictures from other sites" className="grid gap-2 rounded-md border border-line px-3 py-2 text-sm">
      {urls.length > 0 && (
        <p>
          {urls.length === 1 ? 'One picture is loaded from another site' : `${urls.length} pictures are loaded from other sites`}:{' '}
          <span className="font-medium wrap-anywhere">{describeHosts(urls)}</span>. Readers’ browsers fetch{' '}
          {urls.length === 1 ? 'it' : 'them'} there, so{' '}
          {new Set(urls.map((url) => new URL(url).host)).size === 1 ? 'that site' : 'those sites'} can see who reads the article.
        </p>
      )}
      <p role="status" className={uploaded === 0 ? 'sr-only' : 'text-muted'}>
        {uploaded > 0 && `Uploaded ${uploaded === 1 ? 'one picture' : `${uploaded} pictures`}. Save the article to keep the change.`}
      </p>
      {shown.length > 0 && (
        <ul className="grid gap-2">
          {shown.map(({ url, why }) => (
            <li key={url} className="flex flex-wrap items-center gap-2">
              <span role="alert" className="min-w-0 flex-1 basis-60 text-warning wrap-anywhere">
                {getFileName(url)} {why}
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
            {isBusy ? 'Uploading…' : urls.length === 1 ? 'Upload the picture' : `Upload ${urls.length} pictures`}
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
        aria-label={`File of ${name}`}
        accept="image/png,image/jpeg,image/gif,image/webp,image/avif,image/bmp"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) onChoose(file)
        }}
      />
      <Button disabled={isOff} aria-label={`Choose file: ${name}`} onClick={() => input.current?.click()}>
        Choose file
      </Button>
    </>
  )
}

/** Finds pictures from other sites in the typed text, as the preview would render it. */
function useRemotePictures(body: string, bodyFormat: unknown): readonly string[] {
  const [urls, setUrls] = useState<readonly string[]>([])
  const settled = useDebounced(body, 250)
  useEffect(() => {
    let isCurrent = true
    const find = async (): Promise<void> => {
      // Most articles have no such picture, so the renderer and the sanitiser are loaded only when the text has a URL.
      if (!/https:\/\//i.test(settled)) return setUrls([])
      const [{ renderDraft: draftHtml }, { listPictureSources }] = await Promise.all([
        import('./render-draft.ts'),
        import('../thread/mail/clean-mail.ts'),
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
