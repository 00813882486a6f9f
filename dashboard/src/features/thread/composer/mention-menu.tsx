import { t } from '../../../texts/texts.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Users } from '../../../ui/icons.ts'
import type { useMentionMenu } from './use-mention-menu.ts'

export const mentionMenuId = 'people-to-mention'
export const mentionOptionId = (id: string): string => `mention-${id}`

/** Listbox of users and teams whose names start with the typed text. The focus stays in `WritingField`, which handles the keyboard. */
export function MentionMenu({ menu: { options, active, insert } }: { menu: ReturnType<typeof useMentionMenu> }) {
  if (!active) return null
  return (
    <ul
      id={mentionMenuId}
      role="listbox"
      aria-label={t('People and teams to mention')}
      className="absolute start-3 bottom-full z-10 mb-1 max-h-72 w-80 max-w-[calc(100%-1.5rem)] overflow-y-auto rounded-lg bg-raised p-1 shadow-2 forced-colors:border"
    >
      {options.map((option) => (
        // `WritingField` handles the keyboard for these rows.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- its keys are handled elsewhere, see above.
        <li
          key={option.id}
          id={mentionOptionId(option.id)}
          role="option"
          aria-selected={option.id === active.id}
          className={`flex min-h-8 cursor-pointer items-center gap-2.5 rounded-md px-2 max-md:min-h-11 ${option.id === active.id ? 'bg-tint' : 'hover:bg-hover'}`}
          // Keep the focus in `WritingField`.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => insert(option)}
        >
          {option.isTeam ? <Icon of={Users} size={20} className="text-muted" /> : <Avatar name={option.name} size={20} />}
          <bdi className="shrink-0">{option.name}</bdi>
          <span className={`ms-auto truncate text-xs ${option.id === active.id ? 'text-text-2' : 'text-muted'}`}>{option.detail}</span>
        </li>
      ))}
    </ul>
  )
}
