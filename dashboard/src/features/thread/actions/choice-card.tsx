type ChoiceCardProps = { type: 'radio' | 'checkbox'; isChosen: boolean; onChoose: () => void; title: string; detail: string }

/** A radio button or checkbox with a title and a line of details. */
export function ChoiceCard({ type, isChosen, onChoose, title, detail }: ChoiceCardProps) {
  return (
    <label className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2.5 rounded-md border border-line px-2.5 py-1.5 hover:bg-hover has-checked:border-accent has-checked:bg-selected">
      <input type={type} name="choice" className="row-span-2 size-4" checked={isChosen} onChange={onChoose} />
      <span dir="auto" className="line-clamp-2">
        {title}
      </span>
      <span className="truncate text-xs text-muted">{detail}</span>
    </label>
  )
}
