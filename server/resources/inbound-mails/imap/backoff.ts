/** When a mailbox that cannot be read is tried again. */

const failingSeconds = [5, 30, 120, 600, 1_800] as const
/** A wrong password stays wrong, and some servers lock accounts after a few attempts. */
const signInSeconds = [5, 30, 3_600] as const

/** Returns the seconds before the next attempt. `attempts` is the number of failures in a row. */
export function getRetrySeconds(attempts: number, isSignIn: boolean): number {
  const delays = isSignIn ? signInSeconds : failingSeconds
  return delays[Math.min(attempts, delays.length) - 1] ?? delays[0]
}
