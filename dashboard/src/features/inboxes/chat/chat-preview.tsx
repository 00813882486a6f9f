import { useQuery } from '@tanstack/react-query'
import { inkOn } from '../../../../../widget/shared/colours.ts'
import { useApi } from '../../../api/api.ts'
import { t } from '../../../texts/texts.ts'
import type { Values } from '../../../ui/form/fields.ts'
import { Icon } from '../../../ui/icon.tsx'
import { MessageCircle } from '../../../ui/icons.ts'

/** Draws the chat as the form's values would show it. The test page has the real one. */
export function ChatPreview({ values }: { values: Values }) {
  const { skein } = useApi()
  const me = useQuery({ queryKey: ['me'], queryFn: async ({ signal }) => (await skein.getMe({ signal })).data })
  const read = (name: string): string => {
    const value = values[`widget.appearance.${name}`]
    return typeof value === 'string' ? value : ''
  }
  const uploadId = read('logoUploadId')
  const logo = useQuery({
    queryKey: ['upload', uploadId],
    enabled: uploadId !== '',
    queryFn: async ({ signal }) => (await skein.getUpload({ path: { id: uploadId }, signal })).data,
  })
  const color = /^#[0-9a-f]{6}$/i.test(read('color')) ? read('color') : '#4445c2'
  const paint = { backgroundColor: color, color: inkOn(color) }
  const side = read('position') === 'LEFT' ? 'items-start' : 'items-end'
  return (
    <section aria-label={t('Preview')} className="card wide:sticky wide:top-4">
      <h2 className="mb-3 text-md font-semibold">{t('Preview')}</h2>
      <div className={`flex flex-col gap-3 rounded-lg bg-sunken p-4 ${side}`}>
        <div className="w-72 max-w-full overflow-hidden rounded-2xl bg-raised shadow-3">
          <div className="grid gap-1 p-4" style={paint}>
            {logo.data?.url && <img src={logo.data.url} alt="" className="mb-1 size-10 rounded-lg object-contain" />}
            <p className="text-lg font-semibold wrap-anywhere">{read('title') || me.data?.tenant.name || '…'}</p>
            {read('greeting') !== '' && <p className="wrap-anywhere">{read('greeting')}</p>}
          </div>
          <p className="p-4 text-muted">{t('Write a message…')}</p>
        </div>
        <span className="inline-flex min-h-12 max-w-full items-center gap-2 rounded-full px-3.5 font-medium shadow-2" style={paint}>
          <Icon of={MessageCircle} size={20} />
          {read('launcher') !== '' && <span className="wrap-anywhere">{read('launcher')}</span>}
        </span>
      </div>
    </section>
  )
}
