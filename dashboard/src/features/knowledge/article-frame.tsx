import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { MailFrame } from '../thread/mail/mail-frame.tsx'
import { uploadsIn, withUrls } from './picture-addresses.ts'

/** Signed URLs of files work for five minutes. */
const urlMs = 240_000

type ArticleFrameProps = { id: string; html: string; title: string; text: string }

/**
 * An article in its frame. Paths of uploaded pictures lead to the help centre, which shows only what is published, so the frame gets signed
 * URLs of them instead.
 */
export function ArticleFrame({ html, ...rest }: ArticleFrameProps) {
  const { skein, settings } = useApi()
  const ids = uploadsIn(html)
  const urls = useQuery({
    queryKey: ['article-pictures', ids],
    enabled: ids.length > 0,
    staleTime: urlMs,
    gcTime: urlMs,
    queryFn: async ({ signal }) => {
      const read = async (id: string) => [id, (await skein.getUpload({ path: { id }, signal })).data.url] as const
      // A picture that was deleted shows its alternative text; the others stay.
      const found = await Promise.allSettled(ids.map(read))
      return new Map(
        found.flatMap((each) => (each.status === 'fulfilled' && each.value[1] !== null ? [[each.value[0], each.value[1]]] : [])),
      )
    },
  })
  const ownFiles = new URL('/files/', settings.apiUrl).href
  return <MailFrame html={withUrls(html, urls.data ?? new Map())} kind="article" ownFiles={ownFiles} {...rest} />
}
