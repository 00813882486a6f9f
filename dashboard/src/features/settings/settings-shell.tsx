import { useRef } from 'react'
import { useRights } from '../../api/rights.ts'
import { createStore, useStore } from '../../api/store.ts'
import { t } from '../../texts/texts.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { AreaShell } from '../shell/area-shell.tsx'
import { useInboxTroubles } from '../inboxes/use-inbox-troubles.ts'
import { findSections, type SettingsSection } from './sections.ts'

/** Search text of the settings. */
const settingsSearch = createStore('')

/** Layout of the settings: menu and page. */
export function SettingsShell() {
  const isTroubled = useInboxTroubles().length > 0
  const groups = useFoundSections().map(({ name, links }) => ({
    name,
    links: links.map((link) => (isTroubled && link.to === '/settings/inboxes' ? { ...link, alert: t('Needs attention') } : link)),
  }))
  return <AreaShell name={t('Settings')} home="/settings" isHomeWhole groups={groups} top={<SettingsSearch className="" />} />
}

/** Returns the sections that the agent may use and that match the search. */
export function useFoundSections(): SettingsSection[] {
  const rights = useRights()
  return findSections(useStore(settingsSearch), (operation) => rights.whyNot(operation) === null)
}

/** Search field for settings pages, by name and synonym. The search shortcut focuses it while settings are open. */
export function SettingsSearch({ className }: { className?: string }) {
  const text = useStore(settingsSearch)
  const input = useRef<HTMLInputElement>(null)
  useShortcuts({
    search() {
      const element = input.current
      // Only one of the two fields is visible.
      if (element && element.getClientRects().length > 0) element.focus()
    },
  })
  return (
    <div className="pb-1">
      <SearchInput
        {...(className === undefined ? {} : { className })}
        ref={input}
        label={t('Search settings')}
        placeholder={className === undefined ? t('Search, such as “signature”') : t('Search')}
        value={text}
        onChange={(next) => settingsSearch.set(next)}
      />
    </div>
  )
}
