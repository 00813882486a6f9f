import { chooseHue } from '../../shared/faces.ts'

/** Initials in a colour of the name. Decorative: the name is beside them. */
export function Face({ name, initials, online = false, size = 32 }: { name: string; initials: string; online?: boolean; size?: 28 | 32 }) {
  return (
    <span aria-hidden="true" class={`face face-${size}`} style={{ '--hue': chooseHue(name) }}>
      {initials}
      {online && <i />}
    </span>
  )
}
