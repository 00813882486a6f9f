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
    cause: `The id in the path is misspelt, is the id of another kind of object (see its prefix), or names no ${what} of your tenant. The response does not reveal whether another tenant has it.`,
    cure: `Take the id from the list, or from an earlier response, with a key of the tenant to which the ${what} belongs to.`,
  }
}

/** All errors declared by the modules loaded so far, by code. */
export function declaredErrors(): readonly ErrorDeclaration[] {
  return [...declared.values()].toSorted((a, b) => a.status - b.status || a.code.localeCompare(b.code))
}
