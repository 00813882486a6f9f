/** Declares errors, each once, with the public message, and the cause and remedy for the errors page. */

export type ErrorDeclaration = {
  readonly code: string
  readonly status: number
  readonly message: string
  /** Causes of the error in Markdown, for the page at `docUrl`. */
  readonly cause: string
  /** Remedy: what the caller should do. */
  readonly cure: string
  /** Response headers that belong to the error, such as `WWW-Authenticate`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Names of headers that only some responses with this error have. */
  readonly mayHave?: readonly string[]
}

const declared = new Map<string, ErrorDeclaration>()

type ErrorHelp = Pick<ErrorDeclaration, 'cause' | 'cure' | 'headers' | 'mayHave'>

/** Declares an error. Throws if the code is malformed or already declared. */
export function defineError(code: string, status: number, message: string, help: ErrorHelp): ErrorDeclaration {
  if (!/^SVC-[A-Z]+(?:_[A-Z]+)*-[A-Z][A-Z0-9_]*$/.test(code)) throw new Error(`Malformed error code ${code}`)
  if (declared.has(code)) throw new Error(`Error code ${code} is declared twice`)
  const declaration = { code, status, message, ...help }
  declared.set(code, declaration)
  return declaration
}

/** Returns the help text of an error for an unknown id in a path. `what` completes "There is no such …", as in "label". */
export function absent(what: string): ErrorHelp {
  return {
    cause: `The id in the path is misspelt, is the id of another kind of object (see its prefix), or names no ${what} of your tenant. The response does not reveal whether another tenant has it.`,
    cure: `Take the id from the list, or from an earlier response, with a key of the tenant to which the ${what} belongs.`,
  }
}

/** Returns the errors that all modules loaded so far have declared, sorted by status and code. */
export function declaredErrors(): readonly ErrorDeclaration[] {
  return [...declared.values()].toSorted((a, b) => a.status - b.status || a.code.localeCompare(b.code))
}
