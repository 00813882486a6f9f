/** What clicks do in every view. */
import { isPortal } from './bridge.ts'
import { describeError } from './problems.ts'
import { endSession, isSessionOver } from './session.ts'
import { problem, route, type Route } from './state.ts'

/** Shows an error of a click's work. */
export async function attempt(work: () => Promise<unknown>): Promise<void> {
  problem.value = null
  try {
    await work()
  } catch (error) {
    if (isPortal && isSessionOver(error)) return endSession()
    problem.value = describeError(error)
  }
}

export function go(next: Route): void {
  problem.value = null
  route.value = next
}
