/** How errors are declared: once each, with the public sentence, the cause and the cure that the page of errors shows. */

export type ErrorDeclaration = {
  readonly code: string
  readonly status: number
  /** The public sentence. */
  readonly message: string
  /** How a caller comes to get it, in Markdown, for the page that `docUrl` points to. */
  readonly cause: string
  /** What to do then. */
  readonly cure: string
  /** Response headers that belong to the error, such as `WWW-Authenticate`. */
  readonly headers?: Readonly<Record<string, string>>
}

const declared = new Map<string, ErrorDeclaration>()

type ErrorHelp = Pick<ErrorDeclaration, 'cause' | 'cure' | 'headers'>

/** Declares an error. Throws when the code is malformed or stands for something else already. */
export function defineError(code: string, status: number, message: string, help: ErrorHelp): ErrorDeclaration {
  if (!/^SVC-[A-Z]+-[A-Z][A-Z0-9_]*$/.test(code)) throw new Error(`Malformed error code ${code}`)
  if (declared.has(code)) throw new Error(`Error code ${code} is declared twice`)
  const declaration = { code, status, message, ...help }
  declared.set(code, declaration)
  return declaration
}

/** The help of every error that says an id in a path names nothing. `what` as in “There is no such label”. */
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
