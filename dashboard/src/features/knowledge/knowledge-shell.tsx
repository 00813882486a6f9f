import type { OperationId } from '@skein/client'
import { useRights } from '../../api/rights.ts'
import { message, t } from '../../texts/texts.ts'
import { BookOpen, FolderTree, SearchX, Sparkles } from '../../ui/icons.ts'
import { AreaShell } from '../shell/area-shell.tsx'

const links = [
  { name: message('Articles'), to: '/knowledge/articles', icon: BookOpen, needs: 'listKbArticles' },
  { name: message('Collections'), to: '/knowledge/collections', icon: FolderTree, needs: 'listKbCollections' },
  { name: message('Ask your articles'), to: '/knowledge/ask', icon: Sparkles, needs: 'answerQuestion' },
  { name: message('Missed searches'), to: '/knowledge/missed-searches', icon: SearchX, needs: 'listMissedSearches' },
] as const satisfies readonly { needs: OperationId; [name: string]: unknown }[]

/** Layout of the knowledge base: menu and page. */
export function KnowledgeShell() {
  const rights = useRights()
  const shown = links.filter(({ needs }) => rights.whyNot(needs) === null).map(({ name, to, icon }) => ({ name: t(name), to, icon }))
  return <AreaShell name={t('Knowledge base')} home="/knowledge" groups={[{ name: t('Knowledge base'), links: shown }]} />
}
