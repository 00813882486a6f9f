import { useEffect, type ReactNode } from 'react'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { createStore, useStore } from '../../api/store.ts'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/icons.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { fromThreePanes, fromTwoPanes, useMedia } from '../../ui/use-media.ts'
import { KnowledgeTree } from './knowledge-tree.tsx'

/** Whether the tree is open over the page, on screens without room beside it. */
const isTreeOpen = createStore(false)

/** Layout of the knowledge base: the tree and the page beside it. Narrower screens have the tree behind a button, phones on a page. */
export function KnowledgeShell(): ReactNode {
  const href = useRouterState({ select: ({ location }) => location.href })
  const path: string = useRouterState({ select: ({ location }) => location.pathname.replace(/\/$/, '') })
  const isTwo = useMedia(fromTwoPanes)
  const isWide = useMedia(fromThreePanes)
  const isOpen = useStore(isTreeOpen)
  const isHome = path === '/knowledge'
  const isInArticles = path.startsWith('/knowledge/articles')
  useEffect(() => isTreeOpen.set(false), [href])
  const tree = (
    <nav
      aria-label={t('Knowledge base')}
      data-pane
      className={isWide ? 'w-58 shrink-0 overflow-y-auto border-e border-line' : 'min-w-0 flex-1 overflow-y-auto'}
    >
      <KnowledgeTree isHome={!isTwo} />
    </nav>
  )
  return (
    <>
      {(isWide || (!isTwo && isHome)) && tree}
      {isOpen && !isWide && (
        <Sheet label={t('Knowledge base')} side="start" onClose={() => isTreeOpen.set(false)}>
          {tree}
        </Sheet>
      )}
      {(isTwo || !isHome) &&
        (isInArticles || isHome ? (
          <Outlet />
        ) : (
          <section aria-label={t('Page')} className="min-w-0 flex-1 overflow-y-auto bg-sunken">
            {isTwo && !isWide && (
              <p className="px-4 pt-3">
                <TreeButton />
              </p>
            )}
            <Outlet />
          </section>
        ))}
    </>
  )
}

/** Button that opens the tree on screens too narrow to show the tree beside the page. */
export function TreeButton() {
  const isOpen = useStore(isTreeOpen)
  return (
    <IconButton
      icon={Menu}
      label={t('Knowledge base')}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={() => isTreeOpen.set(true)}
    />
  )
}
