/** Schedules retries of an inbox that cannot be read. */

const failingSeconds = [5, 30, 120, 600, 1_800] as const
/** Seconds between sign-in attempts. A wrong password stays wrong, and some servers lock accounts after a few attempts. */
const signInSeconds = [5, 30, 3_600] as const

/** Returns the seconds until the next attempt. `attempts` is the number of consecutive failures. */
export function getRetrySeconds(attempts: number, isSignIn: boolean): number {
  const delays = isSignIn ? signInSeconds : failingSeconds
  return delays[Math.min(attempts, delays.length) - 1] ?? delays[0]
}
