import type { UserRole } from '@skein/client'
import { message, t, type Message } from '../../texts/texts.ts'
import { Checkboxes } from '../../ui/checkboxes.tsx'
import type { CustomInput } from '../../ui/form/fields.ts'

const roles: Readonly<Record<UserRole, Message>> = {
  OWNER: message('Owners'),
  ADMIN: message('Admins'),
  AGENT: message('Agents'),
  VIEWER: message('Viewers'),
}

export function RolesInput({ value, onChange, isReadOnly }: CustomInput) {
  const options = Object.entries(roles).map(([role, name]) => ({ value: role, label: t(name) }))
  return <Checkboxes options={options} chosen={Array.isArray(value) ? value : []} isReadOnly={isReadOnly} onChange={onChange} />
}
