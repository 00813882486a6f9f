import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { useRights } from '../../api/rights.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Plus, SquarePen, X } from '../../ui/icons.ts'
import { Picker } from '../../ui/picker.tsx'
import type { ListSource } from './use-list-source.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { t } from '../../texts/texts.ts'

const ViewDialog = lazyDialog(async () => (await import('./view-dialog.tsx')).ViewDialog)
const DeleteViewDialog = lazyDialog(async () => (await import('./delete-view-dialog.tsx')).DeleteViewDialog)

/** Buttons to save the list as a view, or to edit or delete the current view. */
export function ViewTools({ source }: { source: ListSource }) {
  const navigate = useNavigate()
  const [open, setOpen] = useState<'menu' | 'new' | 'edit' | 'delete' | null>(null)
  const { saved, filters, search } = source
  const why = useRights().whyNot('createView')
  const isChanged = Object.keys(search).length > 0
  if (!saved && !isChanged) return null
  const close = (): void => setOpen(null)
  const options = [
    ...(isChanged
      ? [{ id: 'edit', mark: <Icon of={SquarePen} className="text-muted" />, name: t('Save these filters to the view…') }]
      : [{ id: 'edit', mark: <Icon of={SquarePen} className="text-muted" />, name: t('Rename, share or choose columns…') }]),
    { id: 'new', mark: <Icon of={Plus} className="text-muted" />, name: t('Save as a new view…') },
    { id: 'delete', mark: <Icon of={X} className="text-muted" />, name: t('Delete the view…') },
  ]
  return (
    <>
      <Button
        look="plain"
        size="small"
        className="px-2!"
        hidden={why !== null}
        aria-haspopup="dialog"
        onClick={() => setOpen(saved ? 'menu' : 'new')}
      >
        {saved ? t('Edit view') : t('Save view')}
      </Button>
      {open === 'menu' && (
        <Picker
          label={t('Edit “{view}”', { view: source.name })}
          options={options}
          onPick={(id) => setOpen(id === 'edit' || id === 'delete' ? id : 'new')}
          onClose={() => setOpen((now) => (now === 'menu' ? null : now))}
        />
      )}
      {(open === 'new' || open === 'edit') && (
        <ViewDialog
          view={open === 'edit' ? saved : null}
          filters={filters}
          onSaved={({ id }) => {
            close()
            void navigate({ to: '/inbox/$view', params: { view: id } })
          }}
          onClose={close}
        />
      )}
      {open === 'delete' && saved && (
        <DeleteViewDialog view={saved} onDeleted={() => void navigate({ to: '/inbox/$view', params: { view: 'mine' } })} onClose={close} />
      )}
    </>
  )
}
