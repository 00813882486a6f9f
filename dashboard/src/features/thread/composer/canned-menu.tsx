import { t } from '../../../texts/texts.ts'
import { Button, Key } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Paperclip, TriangleAlert, Workflow, Zap } from '../../../ui/icons.ts'
import { FileNames } from '../file-names.tsx'
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
    // The conversation may be narrow on a wide screen, so the menu's own width decides whether the preview is beside the list.
    <div className="@container absolute inset-x-3 bottom-full z-10 mb-1 overflow-hidden rounded-lg bg-raised shadow-2 forced-colors:border">
      <div className="grid max-h-72 grid-cols-1 @min-[26.25rem]:grid-cols-[3fr_2fr]">
        <ul
          id={cannedMenuId}
          role="listbox"
          aria-label={t('Saved replies')}
          className="max-h-36 overflow-y-auto p-1 @min-[26.25rem]:max-h-72"
        >
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
              className={`flex min-h-11 cursor-pointer items-start gap-2.5 rounded-md px-2 py-1.5 ${response.id === active.id ? 'bg-tint' : 'hover:bg-hover'}`}
              // Keep the focus in `WritingField`.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => insert(response)}
            >
              <Icon
                of={response.body === null ? Workflow : Zap}
                className={`mt-0.5 shrink-0 ${response.id === active.id ? 'text-accent' : 'text-muted'}`}
              />
              <span className="grid min-w-0 grow">
                <bdi className="wrap-anywhere">{response.title}</bdi>
                <span className={`text-xs wrap-anywhere ${response.id === active.id ? 'text-text-2' : 'text-muted'}`}>
                  /{response.shortcut}
                </span>
              </span>
              {response.attachments.length > 0 && <Icon of={Paperclip} size={14} className="mt-1 shrink-0 text-muted" />}
            </li>
          ))}
        </ul>
        <div className="max-h-36 min-h-0 overflow-y-auto border-t border-line-soft bg-sunken p-3 @min-[26.25rem]:max-h-72 @min-[26.25rem]:border-s @min-[26.25rem]:border-t-0">
          {active.body !== null &&
            preview &&
            (preview.bodyFormat === 'html' ? (
              <MailFrame id={`canned-${active.id}`} html={preview.body ?? ''} title={t('Preview')} text="" />
            ) : (
              <p dir="auto" className="whitespace-pre-wrap">
                {preview.body}
              </p>
            ))}
          <FileNames files={active.attachments} />
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
    </div>
  )
}
