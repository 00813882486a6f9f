import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Picker } from '../../ui/picker.tsx'
import { useUsers } from '../threads/use-catalog.ts'
import { useFollowers, useSetFollowing } from './followers.ts'

type FollowersPickerProps = { threadId: string; anchor: HTMLElement; onClose: () => void }

/** Adds and removes followers of a thread. */
export function FollowersPicker({ threadId, anchor, onClose }: FollowersPickerProps) {
  const { data: followers = [] } = useFollowers(threadId)
  const setFollowing = useSetFollowing(threadId)
  const { data: users = [] } = useUsers()
  const isOn = (id: string): boolean => followers.some((each) => each.id === id)
  const shown = users.filter(({ id, status, kind }) => (status === 'ACTIVE' && kind === 'PERSON') || isOn(id))
  return (
    <Picker
      anchor={anchor}
      label={t('Followers')}
      options={shown.map(({ id, name, email }) => ({ id, name, detail: email, isOn: isOn(id), mark: <Avatar name={name} size={20} /> }))}
      onClose={onClose}
      onPick={(picked) => {
        const user = shown.find(({ id }) => id === picked)
        if (user) setFollowing({ id: user.id, name: user.name }, !isOn(user.id))
      }}
    />
  )
}
