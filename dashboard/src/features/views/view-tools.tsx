import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { useRights } from '../../api/rights.ts'
import { Button } from '../../ui/button.tsx'
import { Picker } from '../../ui/picker.tsx'
import type { ListSource } from '../inbox/use-list-source.ts'
import { DeleteViewDialog } from './delete-view-dialog.tsx'
import { ViewDialog } from './view-dialog.tsx'

/** Offers to save the list as a view, or to change or delete the view that the list shows. */
export function ViewTools({ source }: { source: ListSource }) {
  const navigate = useNavigate()
  const [open, setOpen] = useState<'menu' | 'new' | 'edit' | 'delete' | null>(null)
  const { saved, filters, search } = source
  const why = useRights().whyNot('createView')
  const isChanged = Object.keys(search).length > 0
  if (!saved && !isChanged) return null
  const close = (): void => setOpen(null)
  const options = [
    ...(isChanged ? [{ id: 'edit', name: 'Keep these filters in the view…' }] : [{ id: 'edit', name: 'Rename, share, choose columns…' }]),
    { id: 'new', name: 'Save as another view…' },
    { id: 'delete', name: 'Delete the view…' },
  ]
  return (
    <>
      <Button
        look="plain"
        className="px-1.5 text-muted"
        hidden={why !== null}
        aria-haspopup="dialog"
        onClick={() => setOpen(saved ? 'menu' : 'new')}
      >
        {saved ? 'View…' : 'Save view'}
      </Button>
      {open === 'menu' && (
        <Picker
          label={`The view ${source.name}`}
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
