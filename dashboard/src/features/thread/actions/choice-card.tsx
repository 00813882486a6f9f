import { Avatar } from '../../../ui/avatar.tsx'

type ChoiceCardProps = {
  type: 'radio' | 'checkbox'
  /** Value of the input, which key handlers read. */
  value?: string
  isChosen: boolean
  onChoose: () => void
  title: string
  detail: string
  /** The user whose avatar is shown before the title. */
  person: string
}

/** Radio button or checkbox with a title and a line of details. */
export function ChoiceCard({ type, value, isChosen, onChoose, title, detail, person }: ChoiceCardProps) {
  return (
    <label className="grid cursor-pointer grid-cols-[auto_auto_minmax(0,1fr)] items-center gap-x-2.5 rounded-lg border border-line bg-surface px-3 py-2 hover:bg-hover has-checked:border-tint-line has-checked:bg-tint">
      <input type={type} name="choice" value={value} className="row-span-2 size-4" checked={isChosen} onChange={onChoose} />
      <span className="row-span-2">
        <Avatar name={person} size={24} />
      </span>
      <span dir="auto" className="line-clamp-2">
        {title}
      </span>
      <span className="truncate text-xs text-muted">{detail}</span>
    </label>
  )
}
