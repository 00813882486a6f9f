import { Link } from '@tanstack/react-router'
import { t } from '../../texts/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { ruleTemplates } from './templates.ts'

/** Rule templates as cards. A click opens the editor with the template's values. */
export function TemplateGallery() {
  return (
    <section aria-label={t('Start from a template')} className="mt-8">
      <h2 className="mb-1 text-md font-semibold">{t('Start from a template')}</h2>
      <p className="mb-3 text-text-2">{t('Nothing runs until you save it.')}</p>
      <ul className="grid gap-2.5 sm:grid-cols-2 lg:grid-cols-3">
        {ruleTemplates().map(({ id, icon, about, rule }) => (
          <li key={id}>
            <Link
              to="/settings/automations/$ruleId"
              params={{ ruleId: 'new' }}
              search={{ template: id }}
              className="flex h-full gap-3 rounded-lg border border-line bg-surface p-3.5 shadow-1 hover:border-line-strong"
            >
              <span aria-hidden className="grid size-8 shrink-0 place-items-center rounded-lg bg-tint text-accent">
                <Icon of={icon} />
              </span>
              <span className="min-w-0">
                <span className="block font-medium">{rule.name}</span>
                <span className="block text-xs text-muted">{about}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
