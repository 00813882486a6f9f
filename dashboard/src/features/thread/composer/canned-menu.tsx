import { t } from '../../../texts/texts.ts'
import { Button, Key } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { TriangleAlert, Workflow, Zap } from '../../../ui/icons.ts'
import { MailFrame } from '../mail/mail-frame.tsx'
import { useDescribeAction } from './describe-action.ts'
import { ThreadChanges } from '../../threads/thread-changes.tsx'
import { cannedMenuId, cannedOptionId, type useCannedMenu } from './use-canned-menu.ts'

/**
 * Listbox of matching canned responses, with a preview of the active one. The focus stays in `WritingField`, which handles the keyboard.
 */
export function CannedMenu({ menu }: { menu: ReturnType<typeof useCannedMenu> }) {
  const { options, active, preview, insert, apply } = menu
  const describe = useDescribeAction(active?.actions ?? [])
  if (!active) return null
  return (
    <div className="absolute inset-x-3 bottom-full z-10 mb-1 grid max-h-72 overflow-hidden rounded-lg bg-raised shadow-2 sm:grid-cols-2 forced-colors:border">
      <ul id={cannedMenuId} role="listbox" aria-label={t('Saved replies')} className="max-h-36 overflow-y-auto p-1 sm:max-h-72">
        {options.map((response) => (
          // `WritingField` handles the keyboard for these rows.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- its keys are handled elsewhere, see above.
          <li
            key={response.id}
            id={cannedOptionId(response.id)}
            role="option"
            aria-selected={response.id === active.id}
            ref={(element) => {
              if (response.id === active.id) element?.scrollIntoView({ block: 'nearest' })
            }}
            className={`flex min-h-8 cursor-pointer items-center gap-2.5 rounded-md px-2 max-md:min-h-11 ${response.id === active.id ? 'bg-tint' : 'hover:bg-hover'}`}
            // Keep the focus in `WritingField`.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => insert(response)}
          >
            <Icon of={response.body === null ? Workflow : Zap} className={response.id === active.id ? 'text-accent' : 'text-muted'} />
            <bdi className="truncate">{response.title}</bdi>
            <span className={`ms-auto ps-2 text-xs ${response.id === active.id ? 'text-text-2' : 'text-muted'}`}>/{response.shortcut}</span>
          </li>
        ))}
      </ul>
      <div className="max-h-36 min-h-0 overflow-y-auto border-line-soft bg-sunken p-3 max-sm:border-t sm:max-h-72 sm:border-s">
        {active.body !== null &&
          preview &&
          (preview.bodyFormat === 'html' ? (
            <MailFrame id={`canned-${active.id}`} html={preview.body ?? ''} title={t('Preview')} text="" />
          ) : (
            <p dir="auto" className="whitespace-pre-wrap">
              {preview.body}
            </p>
          ))}
        {preview !== undefined && preview.missing.length > 0 && (
          <p className="mt-2 flex gap-1.5 text-warning">
            <Icon of={TriangleAlert} size={14} className="mt-0.5" />
            {t('This thread has no {variables}.', { variables: preview.missing.join(', ') })}
          </p>
        )}
        {active.actions.length > 0 && (
          <>
            <p className="mt-2 text-muted">{active.body === null ? t('Changes this thread:') : t('When you send the reply:')}</p>
            <ul className="list-disc ps-5">
              {[...new Set(active.actions.map(describe))].map((description) => (
                <li key={description}>{description}</li>
              ))}
            </ul>
            {preview?.changes && Object.keys(preview.changes.after).length > 0 && (
              <div className="mt-2 border-t border-line-soft pt-2">
                <ThreadChanges label={t('What changes')} changes={preview.changes} />
              </div>
            )}
            {preview?.problems.map(({ field, message: problem }) => (
              <p key={field} className="mt-2 flex gap-1.5 text-warning">
                <Icon of={TriangleAlert} size={14} className="mt-0.5 shrink-0" />
                <span className="first-letter:uppercase">{problem}</span>
              </p>
            ))}
            {active.body === null && (
              <Button className="mt-2" onMouseDown={(event) => event.preventDefault()} onClick={() => apply(active)}>
                {t('Apply')} <Key>{t('Enter')}</Key>
              </Button>
            )}
          </>
        )}
      </div>
    </div>
  )
}
