import type { UserRole } from '@skein/client'
import { message, t, type Message } from '../../texts/texts.ts'
import type { CustomInput } from '../../ui/form/fields.ts'

const roles: Readonly<Record<UserRole, Message>> = {
  OWNER: message('Owners'),
  ADMIN: message('Admins'),
  AGENT: message('Agents'),
  VIEWER: message('Viewers'),
}

export function RolesInput({ value, onChange, isReadOnly }: CustomInput) {
  const chosen: readonly unknown[] = Array.isArray(value) ? value : []
  return (
    <div className="flex flex-wrap gap-x-4">
      {Object.entries(roles).map(([role, name]) => (
        <label key={role} className="flex min-h-8 items-center gap-2">
          <input
            type="checkbox"
            className="size-4"
            disabled={isReadOnly}
            checked={chosen.includes(role)}
            onChange={(event) => onChange(event.target.checked ? [...chosen, role] : chosen.filter((each) => each !== role))}
          />
          {t(name)}
        </label>
      ))}
    </div>
  )
}
