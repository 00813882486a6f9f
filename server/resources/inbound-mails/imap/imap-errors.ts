/** Failures of a mailbox in the API's terms. */

/** Thrown when the mailbox cannot be read. `code` is short and stable; the message is for the tenant's administrators. */
export class MailboxError extends Error {
  readonly code: string
  /** True when the server rejected user or password. */
  readonly isSignIn: boolean
  constructor(code: string, message: string, { isSignIn = false, cause }: { isSignIn?: boolean; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.isSignIn = isSignIn
  }
}

const maxMessageLength = 500

const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The server refused the connection.',
  ECONNRESET: 'The server closed the connection.',
  EConnectionClosed: 'The server closed the connection.',
  NoConnection: 'The server closed the connection.',
  CONNECT_TIMEOUT: 'The server did not respond.',
  GREETING_TIMEOUT: 'The server sent no greeting.',
  UPGRADE_TIMEOUT: 'The server did not complete the TLS handshake.',
  ETIMEOUT: 'The server stopped responding.',
  ETIMEDOUT: 'The server did not respond.',
  EHOSTUNREACH: 'The server cannot be reached.',
  ENETUNREACH: 'The server cannot be reached.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The server’s certificate is for another host.',
  CERT_HAS_EXPIRED: 'The server’s certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The server’s certificate is signed by itself.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The server’s certificate is signed by an unknown authority.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The server’s certificate is signed by an unknown authority.',
}

/** Properties that errors of the library, TLS and sockets may have. */
type LibraryError = Error & {
  code?: string
  serverResponseCode?: string
  responseText?: string
  authenticationFailed?: boolean
  mailboxMissing?: boolean
}

/** Converts an error of the library. The message contains no secret, even if the server echoes it. */
export function toMailboxError(error: unknown, secret: string): MailboxError {
  if (error instanceof MailboxError) return error
  // Safe because the properties are optional and only read.
  const { code, serverResponseCode, responseText, authenticationFailed, mailboxMissing, message } = error as LibraryError
  const said = responseText ? ` It said: ${responseText}` : ''
  if (authenticationFailed) return failure('SIGN_IN_REFUSED', `The server refused the sign-in.${said}`, true)
  if (mailboxMissing) return failure('FOLDER_MISSING', `The mailbox has no such folder.${said}`)
  const known = code === undefined ? undefined : sentences[code]
  if (known !== undefined) return failure(code ?? '', known)
  return failure(serverResponseCode ?? code ?? 'FAILED', responseText ? `The server refused a command.${said}` : message)

  function failure(name: string, text: string, isSignIn = false): MailboxError {
    const clean = secret === '' ? text : text.replaceAll(secret, '…')
    return new MailboxError(name, clean.replaceAll(/\p{Cc}+/gu, ' ').slice(0, maxMessageLength), { isSignIn, cause: error })
  }
}
