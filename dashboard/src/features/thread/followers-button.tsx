import { useState } from 'react'
import type { Thread } from '@skein/client'
import { useRights } from '../../api/rights.ts'
import { formatAriaKeys, formatKeys } from '../../keyboard/shortcuts.ts'
import { plural, t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { BellRing } from '../../ui/icons.ts'
import { Icon } from '../../ui/icon.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { useFollowers, useOwnFollowing } from './followers.ts'
import { joinNames } from './join-names.ts'

const FollowersPicker = lazyDialog(async () => (await import('./followers-picker.tsx')).FollowersPicker)

const maxFaces = 3

/** Avatars of the thread's followers. The button opens the picker, and a shortcut toggles the agent's own follow. */
export function FollowersButton({ thread }: { thread: Thread }) {
  const { data: followers = [] } = useFollowers(thread.id)
  const { isFollowing, toggle } = useOwnFollowing(thread.id)
  const mayChangeOthers = useRights().whyNot('updateThread') === null
  /** The button, while its picker is open. */
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const names = joinNames(followers.map(({ name }) => name))
  const label = followers.length === 0 ? t('Follow') : plural(followers.length, 'Followed by {names}', 'Followed by {names}', { names })
  return (
    <>
      <button
        type="button"
        aria-label={label}
        aria-haspopup={mayChangeOthers ? 'dialog' : undefined}
        aria-pressed={mayChangeOthers ? undefined : isFollowing}
        aria-keyshortcuts={formatAriaKeys('follow')}
        data-tip={[followers.length === 0 ? t('Followers') : label, formatKeys('follow')].filter((part) => part !== '').join(' · ')}
        className="inline-flex min-h-7 min-w-7 shrink-0 items-center justify-center gap-1 rounded-md px-1.5 text-xs text-muted transition-colors hover:bg-hover hover:text-text max-md:min-h-11 max-md:min-w-11"
        onClick={({ currentTarget }) => (mayChangeOthers ? setAnchor(anchor === null ? currentTarget : null) : toggle())}
      >
        <Icon of={BellRing} className={isFollowing ? 'text-accent' : ''} />
        {followers.length > 0 && (
          <span className="flex -space-x-1">
            {followers.slice(0, maxFaces).map(({ id, name }) => (
              <Avatar key={id} name={name} size={18} className="ring-2 ring-surface" />
            ))}
          </span>
        )}
        {followers.length > maxFaces && <span aria-hidden className="drawn" data-drawn={`+${followers.length - maxFaces}`} />}
      </button>
      {anchor && <FollowersPicker threadId={thread.id} anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  )
}
