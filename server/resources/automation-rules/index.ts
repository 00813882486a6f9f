/**
 * Automation rules act on threads, on events and at times.
 * These rules always hold:
 * - A rule's effect happens once for each event or time: the run is a row with a unique key, which commits together with the effect.
 * - A rule does all of its actions or none.
 * - Everything that a rule changes names the rule and the run (`cause`), and no chain of rules is endless.
 *
 * `conditions/` decides whether an event and a thread match a rule; `runs/` runs rules and records the outcome; `times/` finds the threads
 * for which TIME rules are due; `apply/` runs a rule on existing threads; `explain/` and `dry-runs/` try rules and write nothing but their
 * own results.
 */
import { declareReferences } from '#kit/references.ts'
import { module } from '#kit/module.ts'
import { applyAutomationRule } from './apply/apply-automation-rule.ts'
import { applyRuleToThreads } from './apply/apply-to-threads.ts'
import { getAutomationDryRun, listAutomationDryRunMatches } from './dry-runs/operations.ts'
import { dryRunRule, forgetDryRuns } from './dry-runs/run-dry-run.ts'
import { startAutomationDryRun } from './dry-runs/start-automation-dry-run.ts'
import { ruleApplied, rulePaused } from './events.ts'
import { explainAutomationRule } from './explain/explain-automation-rule.ts'
import { namedKinds } from './named.ts'
import {
  createAutomationRule,
  deleteAutomationRule,
  getAutomationRule,
  listAutomationRules,
  listAutomationRuleVersions,
  restoreAutomationRule,
  updateAutomationRule,
} from './operations.ts'
import { orderAutomationRules } from './order-automation-rules.ts'
import { personal } from './personal.ts'
import { automationRule } from './rule.ts'
import { forgetAutomationRuns, forgetWhenRetentionChanges } from './runs/forget-runs.ts'
import { readRules } from './runs/read-rules.ts'
import { getAutomationRun, listAutomationRuns, listThreadAutomationRuns } from './runs/operations.ts'
import { runRulesAtTimes } from './times/scan-times.ts'

// One declaration per kind, because one column has the ids of all kinds.
const { customer: _customer, activeLabel, ...kept } = namedKinds
const kinds = [...Object.values(kept).map((target) => ({ namedIds: target })), { 'actions[].labelIds': activeLabel }]
const references = kinds.map((each) => declareReferences({ plural: automationRule.plural, table: 'automation_rules', references: each }))

export { rulePaused } from './events.ts'

export const automationRules = module({
  name: 'automation-rules',
  description: 'Rules that change threads on events and at times, and what became of them.',
  resources: [automationRule],
  endpoints: [
    listAutomationRules,
    createAutomationRule,
    orderAutomationRules,
    getAutomationRule,
    updateAutomationRule,
    deleteAutomationRule,
    listAutomationRuleVersions,
    restoreAutomationRule,
    listAutomationRuns,
    getAutomationRun,
    listThreadAutomationRuns,
    applyAutomationRule,
    explainAutomationRule,
    startAutomationDryRun,
    getAutomationDryRun,
    listAutomationDryRunMatches,
  ],
  targets: { dry_run: 'rdy' },
  events: [rulePaused, ruleApplied],
  readers: [readRules],
  references,
  jobs: [runRulesAtTimes, forgetAutomationRuns, applyRuleToThreads, dryRunRule, forgetDryRuns],
  eventJobs: [forgetWhenRetentionChanges],
  personal,
})
