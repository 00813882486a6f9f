import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { MailFrame } from '../thread/mail/mail-frame.tsx'
import { findUploadIds, replaceUploadPaths } from './picture-addresses.ts'

/** Refetch interval of the signed file URLs in milliseconds. The URLs expire after five minutes. */
const urlMs = 240_000

type ArticleFrameProps = { id: string; html: string; title: string; text: string }

/**
 * Renders an article in a sandboxed frame. The help centre serves only published files, so the frame gets signed URLs of uploaded pictures.
 */
export function ArticleFrame({ html, ...rest }: ArticleFrameProps) {
  const { skein, settings } = useApi()
  const ids = findUploadIds(html)
  const urls = useQuery({
    queryKey: ['article-pictures', ids],
    enabled: ids.length > 0,
    staleTime: urlMs,
    gcTime: urlMs,
    queryFn: async ({ signal }) => {
      const read = async (id: string) => [id, (await skein.getUpload({ path: { id }, signal })).data.url] as const
      // A deleted picture shows its alternative text. The other pictures are not affected.
      const found = await Promise.allSettled(ids.map(read))
      return new Map(
        found.flatMap((each) => (each.status === 'fulfilled' && each.value[1] !== null ? [[each.value[0], each.value[1]]] : [])),
      )
    },
  })
  const ownFiles = new URL('/files/', settings.apiUrl).href
  return <MailFrame html={replaceUploadPaths(html, urls.data ?? new Map())} kind="article" ownFiles={ownFiles} {...rest} />
}
