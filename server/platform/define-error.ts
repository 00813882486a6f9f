/** Declares errors: each once, with its public message and the cause and remedy shown on the errors page. */

export type ErrorDeclaration = {
  readonly code: string
  readonly status: number
  /** The public message. */
  readonly message: string
  /** What causes the error, in Markdown, for the page that `docUrl` points to. */
  readonly cause: string
  /** What the caller should do. */
  readonly cure: string
  /** Response headers that belong to the error, such as `WWW-Authenticate`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Names of headers that come with it sometimes. */
  readonly mayHave?: readonly string[]
}

const declared = new Map<string, ErrorDeclaration>()

type ErrorHelp = Pick<ErrorDeclaration, 'cause' | 'cure' | 'headers' | 'mayHave'>

/** Declares an error. Throws when the code is malformed or already declared with another meaning. */
export function defineError(code: string, status: number, message: string, help: ErrorHelp): ErrorDeclaration {
  if (!/^SVC-[A-Z]+-[A-Z][A-Z0-9_]*$/.test(code)) throw new Error(`Malformed error code ${code}`)
  if (declared.has(code)) throw new Error(`Error code ${code} is declared twice`)
  const declaration = { code, status, message, ...help }
  declared.set(code, declaration)
  return declaration
}

/** The help text of every error for an unknown id in a path. `what` as in “There is no such label”. */
export function absent(what: string): ErrorHelp {
  return {
    cause: `The id in the path is misspelt, is the id of something else (its prefix shows which), or names no ${what} of your tenant. Whether another tenant has one of that id is not told.`,
    cure: `Take the id from the list, or from an earlier answer, with the key of the tenant that the ${what} belongs to.`,
  }
}

/** All errors declared by the modules loaded so far, by code. */
export function declaredErrors(): readonly ErrorDeclaration[] {
  return [...declared.values()].toSorted((a, b) => a.status - b.status || a.code.localeCompare(b.code))
}
