import { useSearch } from '@tanstack/react-router'
import { t } from '../../texts/texts.ts'
import {
  Activity,
  ChartColumn,
  CircleCheck,
  FileText,
  Inbox,
  Layers,
  List,
  Reply,
  Smile,
  Tag,
  Target,
  UserRound,
  Users,
  type IconType,
} from '../../ui/icons.ts'
import { AreaShell } from '../shell/area-shell.tsx'
import { FactsSheet } from './facts-sheet.tsx'
import { dimensionsOfPeople, reportPages, type PageId, type ReportPage } from './report-pages.ts'
import { readReportsSearch } from './reports-search.ts'
import { useSavedReports, useShowsPeople } from './use-reports.ts'

const icons: Readonly<Record<PageId, IconType>> = {
  overview: ChartColumn,
  'first-reply': Reply,
  resolution: CircleCheck,
  targets: Target,
  satisfaction: Smile,
  workload: Layers,
  people: UserRound,
  teams: Users,
  labels: Tag,
  channels: Inbox,
}

/** Saved reports in the menu; their own page lists all of them. */
const maxSavedLinks = 12

/** Layout of reports: menu, page, and the sheet with the facts behind a number. */
export function ReportsShell() {
  const { facts, ...search } = readReportsSearch(useSearch({ strict: false }))
  const saved = useSavedReports()
  const showsPeople = useShowsPeople()
  // Safe because the keys of the table are its ids.
  const pages = (Object.entries(reportPages) as [PageId, ReportPage][]).filter(
    ([, { tables, figures }]) => showsPeople === true || figures.length > 0 || !tables.every(isAboutPeople),
  )
  // Range and filters carry over from page to page.
  const themes = pages.map(([page, { name }]) => ({
    to: '/reports/$page' as const,
    search,
    name: t(name),
    params: { page },
    icon: icons[page],
  }))
  return (
    <>
      <AreaShell
        name={t('Reports')}
        home="/reports"
        groups={[
          { name: t('Themes'), links: themes },
          { name: t('Right now'), links: [{ name: t('Live board'), to: '/reports/live', icon: Activity }] },
          {
            name: t('Saved'),
            links: [
              ...(saved.data ?? [])
                .slice(0, maxSavedLinks)
                .map(({ id, name }) => ({ name, to: '/reports/saved/$reportId' as const, params: { reportId: id }, icon: FileText })),
              { name: t('All saved reports'), to: '/reports/saved', icon: List, isExact: true },
            ],
          },
        ]}
      />
      {facts !== undefined && <FactsSheet key={facts} parameters={facts} />}
    </>
  )
}

function isAboutPeople({ dimension }: ReportPage['tables'][number]): boolean {
  return dimensionsOfPeople.includes(dimension)
}
