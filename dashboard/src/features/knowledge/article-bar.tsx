import { useState } from 'react'
import { useRights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { DateTimeField } from '../../ui/date-field.tsx'
import { getToday } from '../../ui/dates.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Foot } from '../../ui/form/foot.tsx'
import type { FormState } from '../../ui/form/record-form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Archive, CalendarClock, CalendarX, Ellipsis, Eye, EyeOff, Send, TriangleAlert } from '../../ui/icons.ts'
import { MenuButton, type MenuItem } from '../../ui/menu.tsx'
import type { ArticleChange, ReadArticle } from './use-article-change.ts'

type ArticleBarProps = {
  form: FormState
  /** Null for a new article. */
  read: ReadArticle | null
  /** The button that creates a new article. */
  create: string
  isPreview: boolean
  onPreview: () => void
  /** Whether a change is in progress. */
  isChanging: boolean
  onChange: (what: ArticleChange) => void
}

/** Buttons in the header of an article. Publishing saves first, with `publish` as the form's intent. */
export function ArticleBar({ form, read, create, isPreview, onPreview, isChanging, onChange }: ArticleBarProps) {
  const rights = useRights()
  const mayUpdate = rights.whyNot('updateKbArticle') === null
  const mayPublish = mayUpdate && rights.whyNot('publishKbArticle') === null
  const [isScheduling, setScheduling] = useState(false)
  const article = read?.record
  const isBusy = isChanging || form.isPending
  const isShown = article?.status === 'PUBLISHED' && !article.hasUnpublishedChanges && !form.isDirty
  const common = { form: form.id, className: 'max-md:min-h-11' }
  return (
    <>
      {article && mayUpdate && (
        <span role="status" className="text-xs text-muted max-md:sr-only">
          {form.isPending ? t('Saving…') : form.isDirty ? t('Not saved yet') : t('Saved')}
        </span>
      )}
      <Button icon={Eye} aria-pressed={isPreview} className="max-md:min-h-11 max-md:gap-0 max-md:ps-4" onClick={onPreview}>
        <span className="max-md:sr-only">{t('Preview')}</span>
      </Button>
      {!article && (
        <Button {...common} type="submit" look="primary" aria-keyshortcuts="Control+Enter Control+S" disabled={!form.canSave}>
          {create}
        </Button>
      )}
      {article && mayUpdate && (
        <Button {...common} type="submit" aria-keyshortcuts="Control+Enter Control+S" disabled={!form.canSave}>
          {t('Save')}
        </Button>
      )}
      {article && mayPublish && (
        <>
          <Button
            {...common}
            type={form.isDirty ? 'submit' : 'button'}
            value="publish"
            look="primary"
            disabled={isBusy || isShown}
            data-tip={isShown ? t('Readers already see this version.') : undefined}
            onClick={() => !form.isDirty && onChange('publish')}
          >
            {t('Publish')}
          </Button>
          <MenuButton
            label={t('More actions')}
            icon={Ellipsis}
            side="bottom-end"
            items={(): MenuItem[] => [
              { label: t('Schedule…'), icon: CalendarClock, onSelect: () => setScheduling(true) },
              ...(article.publishAt === null
                ? []
                : [{ label: t('Cancel scheduled publishing'), icon: CalendarX, onSelect: () => onChange('cancel') }]),
              ...(article.status === 'PUBLISHED' ? [{ label: t('Unpublish'), icon: EyeOff, onSelect: () => onChange('unpublish') }] : []),
              ...(article.status === 'ARCHIVED' ? [] : [{ label: t('Archive'), icon: Archive, onSelect: () => onChange('archive') }]),
            ]}
          />
        </>
      )}
      {isScheduling && (
        <ScheduleArticle
          isDirty={form.isDirty}
          onClose={() => setScheduling(false)}
          onSchedule={(at) => {
            setScheduling(false)
            onChange({ at })
          }}
        />
      )}
    </>
  )
}

type ScheduleProps = { isDirty: boolean; onSchedule: (at: string) => void; onClose: () => void }

function ScheduleArticle({ isDirty, onSchedule, onClose }: ScheduleProps) {
  const [at, setAt] = useState('')
  return (
    <Dialog label={t('Schedule publishing')} onClose={onClose} className="w-105 max-w-[calc(100vw-2rem)]">
      <div className="grid gap-4 p-5">
        <h2 className="text-lg font-semibold">{t('Schedule publishing')}</h2>
        {isDirty && (
          <p className="flex items-start gap-2 rounded-lg border border-warning-line bg-warning-tint px-3 py-2 text-warning">
            <Icon of={TriangleAlert} className="mt-px" />
            {t('Save your changes first. Unsaved changes aren’t published.')}
          </p>
        )}
        <DateTimeField label={t('Publish at')} min={getToday()} value={at} onChange={setAt} />
        <Foot onCancel={onClose}>
          <Button look="primary" icon={Send} disabled={at === ''} onClick={() => onSchedule(new Date(at).toISOString())}>
            {t('Schedule')}
          </Button>
        </Foot>
      </div>
    </Dialog>
  )
}
