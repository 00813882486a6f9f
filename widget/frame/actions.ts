/** What clicks do in every view. */
import { describeError } from './problems.ts'
import { problem, route, type Route } from './state.ts'

/** Shows an error of a click's work. */
export async function attempt(work: () => Promise<unknown>): Promise<void> {
  problem.value = null
  try {
    await work()
  } catch (error) {
    problem.value = describeError(error)
  }
}

export function go(next: Route): void {
  problem.value = null
  route.value = next
}
