type SwitchProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void; disabled?: boolean; className?: string }

/** Switch that takes effect immediately. The thumb's position shows the state, not the colour alone. */
export function Switch({ label, isOn, onChange, disabled = false, className = '' }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-label={label}
      aria-checked={isOn}
      disabled={disabled}
      className={`group/switch relative h-5 w-8.5 shrink-0 rounded-full border border-line-strong bg-surface transition-colors before:absolute before:-inset-1.5 disabled:opacity-60 aria-checked:border-fill aria-checked:bg-fill aria-checked:text-on-fill max-md:before:-inset-3 forced-colors:aria-checked:bg-[Highlight] ${className}`}
      onClick={() => onChange(!isOn)}
    >
      <span
        aria-hidden
        className="absolute start-0.75 top-1/2 size-3 -translate-y-1/2 rounded-full bg-line-strong transition-[inset] group-aria-checked/switch:start-4.25 group-aria-checked/switch:bg-on-fill forced-colors:bg-[ButtonText]"
      />
    </button>
  )
}
