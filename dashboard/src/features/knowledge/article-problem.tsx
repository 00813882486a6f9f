import { useMutation } from '@tanstack/react-query'
import { ApiError, type KbArticle } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import type { MoreProps } from '../catalogue/catalogue.ts'

type Props = { error: unknown; id: string; onRead: MoreProps<KbArticle>['onRead']; onDone: () => void }

/** Error of an operation on an article. After a conflict with another user's change, offers to load the new version. */
export function ArticleProblem({ error, id, onRead, onDone }: Props) {
  const { skein } = useApi()
  const read = useMutation({
    mutationFn: () => skein.getKbArticle({ path: { id } }),
    onSuccess({ data, etag }) {
      onRead({ data, etag })
      onDone()
    },
  })
  if (!(error instanceof ApiError && error.status === 412)) return <Problem error={error} />
  return (
    <div role="alert" className="rounded-lg border border-warning-line bg-warning-tint px-3 py-2">
      <p>{t('Someone else just changed this article, so we didn’t change anything.')}</p>
      {read.error && <Problem error={read.error} />}
      <Button className="mt-2" disabled={read.isPending} onClick={() => read.mutate()}>
        {t('Load the latest version')}
      </Button>
    </div>
  )
}
