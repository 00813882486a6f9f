import { useId, useState, type KeyboardEvent } from 'react'
import { useApi } from '../../../api/api.ts'
import { toDocsUrl } from '../../../api/docs-url.ts'
import { t, tx } from '../../../texts/texts.ts'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Part } from '../inbox-part.tsx'
import { snippets } from './identity-snippets.ts'

const identifyCall = 'Skein.identify(token)'

/** How a site signs who its visitor is, in eight languages. */
export function IdentityCode({ widgetKey }: { widgetKey: string }) {
  const { settings } = useApi()
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const snippet = snippets[chosen]
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (chosen + step + snippets.length) % snippets.length
    setChosen(next)
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus()
  }
  return (
    <Part title={t('Code for your server')}>
      <div className="grid grid-cols-1 gap-3">
        <p>
          {tx('Sign the user on your server, and pass the result to the page: {call}. {guide} explains each field.', {
            call: (
              <code key="call" className="font-mono text-xs">
                {identifyCall}
              </code>
            ),
            guide: (
              <a
                key="guide"
                className="text-accent underline"
                href={toDocsUrl(settings.apiUrl, 'guides/identify-your-users')}
                target="_blank"
                rel="noreferrer"
              >
                {t('The guide')}
              </a>
            ),
          })}
        </p>
        {/* The arrow keys move between the tabs, which are buttons. */}
        {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- see above. */}
        <div role="tablist" aria-label={t('Language')} className="flex flex-wrap gap-1" onKeyDown={onKeyDown}>
          {snippets.map(({ name }, i) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}-${i}`}
              aria-selected={i === chosen}
              aria-controls={`${id}-code`}
              tabIndex={i === chosen ? 0 : -1}
              className="min-h-7 rounded-md px-2.5 font-medium text-text-2 hover:bg-hover aria-selected:bg-tint aria-selected:text-text max-md:min-h-10"
              onClick={() => setChosen(i)}
            >
              {name}
            </button>
          ))}
        </div>
        {snippet && (
          <div role="tabpanel" id={`${id}-code`} aria-labelledby={`${id}-${chosen}`}>
            <CodeBlock label={snippet.name} text={snippet.code(widgetKey)} />
          </div>
        )}
      </div>
    </Part>
  )
}
