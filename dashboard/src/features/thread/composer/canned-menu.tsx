import { Button } from '../../../ui/button.tsx'
import { MailFrame } from '../mail/mail-frame.tsx'
import { useDescribeAction } from './describe-action.ts'
import type { useCannedMenu } from './use-canned-menu.ts'

export const cannedMenuId = 'canned-responses'
export const cannedOptionId = (id: string): string => `canned-${id}`

/** Shows the matching canned responses, with a preview of the active one. The writing field handles the keys. */
export function CannedMenu({ menu }: { menu: ReturnType<typeof useCannedMenu> }) {
  const { options, active, preview, insert, apply } = menu
  const describe = useDescribeAction(active?.actions ?? [])
  if (!active) return null
  return (
    <div className="absolute inset-x-3 bottom-full z-10 mb-1 grid max-h-72 overflow-hidden rounded-lg border border-line bg-raised shadow-lg sm:grid-cols-2">
      <ul id={cannedMenuId} role="listbox" aria-label="Canned responses" className="max-h-36 overflow-y-auto p-1 sm:max-h-72">
        {options.map((response) => (
          // The writing field handles the keys of these rows.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- its keys are handled elsewhere, see above.
          <li
            key={response.id}
            id={cannedOptionId(response.id)}
            role="option"
            aria-selected={response.id === active.id}
            ref={(element) => {
              if (response.id === active.id) element?.scrollIntoView({ block: 'nearest' })
            }}
            className={`flex min-h-8 cursor-pointer items-center gap-2 rounded-md px-2 ${response.id === active.id ? 'bg-selected' : 'hover:bg-hover'}`}
            // A click must not take the focus from the writing field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => insert(response)}
          >
            <span className="truncate">{response.title}</span>
            <span className="ms-auto text-xs text-muted">/{response.shortcut}</span>
          </li>
        ))}
      </ul>
      <div className="max-h-36 min-h-0 overflow-y-auto border-line p-3 text-sm max-sm:border-t sm:max-h-72 sm:border-s">
        {active.body !== null &&
          preview &&
          (preview.bodyFormat === 'html' ? (
            <MailFrame id={`canned-${active.id}`} html={preview.body ?? ''} title="Preview" text="" />
          ) : (
            <p dir="auto" className="whitespace-pre-wrap">
              {preview.body}
            </p>
          ))}
        {preview !== undefined && preview.missing.length > 0 && (
          <p className="mt-2 text-warning">No value here for {preview.missing.join(', ')}.</p>
        )}
        {active.actions.length > 0 && (
          <>
            <p className="mt-2 text-muted">
              {active.body === null ? 'Changes the thread:' : 'Changes the thread when you send the reply:'}
            </p>
            <ul className="list-disc ps-5">
              {[...new Set(active.actions.map(describe))].map((description) => (
                <li key={description}>{description}</li>
              ))}
            </ul>
            {active.body === null && (
              <Button className="mt-2" onMouseDown={(event) => event.preventDefault()} onClick={() => apply(active)}>
                Apply <span className="text-xs text-muted">Enter</span>
              </Button>
            )}
          </>
        )}
      </div>
    </div>
  )
}
