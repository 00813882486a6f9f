import type { AuditLog } from '@skein/client'
import { CodeBlock } from '../../ui/code-block.tsx'
import { CodeName } from '../../ui/code-name.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FormSheet } from '../../ui/form-sheet.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { auditTarget, auditText, useNameOf, type NameOf } from './audit-words.ts'

type Change = { name: string; before: string; after: string }

const field: Column<Change> = { header: 'Field', cell: ({ name }) => <CodeName>{name}</CodeName> }
const sideBefore: Column<Change> = { header: 'Before', cell: ({ before }) => before, grows: true }
const sideAfter: Column<Change> = { header: 'After', cell: ({ after }) => after, grows: true }

const clock = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'medium' })

/** One entry of the audit log: what was there before and after, field by field. */
export function AuditSheet({ entry, actor, onClose }: { entry: AuditLog; actor: string; onClose: () => void }) {
  const nameOf = useNameOf()
  // What was made or removed has one side.
  const sides = entry.before === null ? [sideAfter] : entry.after === null ? [sideBefore] : [sideBefore, sideAfter]
  return (
    <FormSheet title={entry.action} wide onClose={onClose}>
      <div className="grid grid-cols-1 gap-5 p-5">
        <Facts
          facts={[
            ['When', clock.format(new Date(entry.createdAt))],
            ['Who', actor],
            ['Key', entry.actor.keyId],
            ['Address', entry.actor.ip],
            ['Target', auditTarget(entry, nameOf)],
            ['Target id', entry.target.id],
            ['Request', entry.requestId],
            ['Entry', entry.id],
          ]}
        />
        <Table label="What has changed" columns={[field, ...sides]} rows={changesOf(entry, nameOf)} keyOf={({ name }) => name} />
        <CodeBlock label="The entry as JSON" text={JSON.stringify(entry, null, 2)} />
      </div>
    </FormSheet>
  )
}

function changesOf({ before, after }: AuditLog, nameOf: NameOf): Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  // Safe because any field of an object may be read.
  const shown = (side: object | null, name: string): string => auditText((side as Record<string, unknown> | null)?.[name], nameOf)
  return [...fields].map((name) => ({ name, before: shown(before, name), after: shown(after, name) }))
}
