export type Finding = {
  /** What was looked at, in a word or two. */
  check: string
  /** `wrong`: the service does not work, or not as it should. `warning`: it may soon not, or not for everybody. */
  status: 'ok' | 'warning' | 'wrong'
  says: string
  /** What to do about it; null when all is well. */
  cure: string | null
}

export function ok(check: string, says: string): Finding {
  return { check, status: 'ok', says, cure: null }
}

export function warning(check: string, says: string, cure: string): Finding {
  return { check, status: 'warning', says, cure }
}

export function wrong(check: string, says: string, cure: string): Finding {
  return { check, status: 'wrong', says, cure }
}
