import { useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { AutomationRule } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { t } from '../../texts/texts.ts'
import { showToast } from '../../ui/toasts.ts'
import { allItemsKey, applyItemChange } from '../catalogue/catalogue-cache.ts'
import { useAllItems } from '../catalogue/use-catalogue.ts'
import { moveItem } from './order.ts'
import { ruleSource } from './rule-source.ts'

export const rulesKey = allItemsKey(ruleSource.noun)

/** Returns all rules in execution order, and mutations that update the list optimistically. */
export function useRules(isAllowed: boolean) {
  const { skein, queries } = useApi()
  const list = useAllItems(ruleSource, isAllowed)
  const rules = list.data?.toSorted((a, b) => a.order - b.order)
  const lastChange = useRef<Promise<void>>(Promise.resolve())
  const show = (rule: AutomationRule): void => applyItemChange(queries, ruleSource.noun, rule, 'changed')
  /** Sends changes one after the other, so that the last one wins. */
  const send = (change: () => Promise<void>): void => {
    lastChange.current = lastChange.current.then(change).catch(async (error: unknown) => {
      showToast({ kind: 'problem', text: t('We couldn’t change the rule. {problem}', { problem: describeFailure(error).text }) })
      await queries.invalidateQueries({ queryKey: rulesKey })
    })
  }
  return {
    list,
    rules,
    setEnabled(rule: AutomationRule, enabled: boolean): void {
      show({ ...rule, enabled, pausedReason: enabled ? null : rule.pausedReason })
      send(async () => show((await skein.updateAutomationRule({ path: { id: rule.id }, body: { enabled } })).data))
    },
    move(from: number, to: number): void {
      if (!rules || to < 0 || to >= rules.length || from === to) return
      const next = moveItem(rules, from, to).map((rule, order) => Object.assign({}, rule, { order }))
      for (const rule of next) show(rule)
      send(async () => {
        const { data } = await skein.orderAutomationRules({ body: { ids: next.map(({ id }) => id) } })
        for (const rule of data) show(rule)
      })
    },
  }
}

/** Returns the number of runs of a rule, and its latest run. */
export function useLastRun(ruleId: string) {
  const { skein } = useApi()
  return useQuery({
    queryKey: ['automation-runs', 'last', ruleId],
    staleTime: 30_000,
    queryFn: async ({ signal }) => {
      const { data, meta } = await skein.listAutomationRuns({ query: { ruleId, limit: 1 }, signal })
      return { total: meta.total, last: data[0] ?? null }
    },
  }).data
}
