export type Finding = {
  /** The subject of the check, in one or two words. */
  check: string
  /** `wrong`: the service does not work, or not correctly. `warning`: it may fail soon, or fails for some callers. */
  status: 'ok' | 'warning' | 'wrong'
  says: string
  /** The solution; null when everything is fine. */
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
