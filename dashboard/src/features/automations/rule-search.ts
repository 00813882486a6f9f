/** Search parameters of a rule's page: the tab, the template or rule to copy from, the thread and event to explain, and the run to show. */
export type RuleSearch = {
  tab?: 'try' | 'runs' | 'versions'
  template?: string
  copy?: string
  thread?: string
  event?: string
  run?: string
}

export function readRuleSearch({ tab, template, copy, thread, event, run }: Record<string, unknown>): RuleSearch {
  return {
    ...(tab === 'try' || tab === 'runs' || tab === 'versions' ? { tab } : {}),
    ...(typeof template === 'string' ? { template } : {}),
    ...(typeof copy === 'string' ? { copy } : {}),
    ...(typeof thread === 'string' ? { thread } : {}),
    ...(typeof event === 'string' ? { event } : {}),
    ...(typeof run === 'string' ? { run } : {}),
  }
}
