/** Tests a mailbox: signs in, opens the folder read-only, and lists the folders. Changes nothing. */
import { LineConnection, StepFailure } from './line-connection.ts'
import { listSecrets, runSteps, type SignIn, type Step, type TestedStep, toInitialResponse } from './steps.ts'

export type MailboxToTest = {
  host: string
  port: number
  security: 'TLS' | 'STARTTLS' | 'NONE'
  /** Returns the addresses to connect to. Throws StepFailure when there are none. */
  resolve: () => Promise<readonly string[]>
  /** Returns how to sign in. Throws StepFailure when the secret is missing. */
  findSignIn: () => Promise<SignIn>
  folder: string
  /** A second folder that must exist; null for none. */
  moveTo: string | null
  signal: AbortSignal
}

export async function testImap(mailbox: MailboxToTest): Promise<TestedStep[]> {
  const { host, port, security, signal } = mailbox
  let addresses: readonly string[] = []
  let connection: LineConnection | null = null
  let greeting: string | null = null
  let capabilities = ''
  let tag = 0
  const secrets: string[] = []

  const server = (): LineConnection => {
    if (connection === null) throw new Error('The steps are out of order')
    return connection
  }
  const readGreeting = async (): Promise<string> => {
    const [line = ''] = await server().read(() => true)
    if (!/^\* (?:OK|PREAUTH)\b/i.test(line)) throw new StepFailure(`The server is not ready for IMAP: ${line}`)
    return line.slice(2)
  }
  /** Sends a command and returns the lines of the reply. Throws StepFailure with the server's words when it is refused. */
  const command = async (text: string): Promise<string[]> => {
    const name = `t${++tag}`
    server().send(`${name} ${text}`)
    const lines = await server().read((line) => line.startsWith(`${name} `) || line.startsWith('+'))
    const last = lines.at(-1) ?? ''
    // The server continues only when it expects more of a sign-in that it refuses: the reason is in its next line.
    if (last.startsWith('+')) server().send('')
    const end = last.startsWith('+') ? (await server().read((line) => line.startsWith(`${name} `))).at(-1) : last
    const [, status, words = ''] = /^\S+ (\S+) ?(.*)$/.exec(end ?? '') ?? []
    if (status?.toUpperCase() !== 'OK') throw new StepFailure(words.trim() || 'The server refused.')
    return [...lines.slice(0, -1), words]
  }

  const steps: Step[] = [
    [
      'resolve',
      async () => {
        addresses = await mailbox.resolve()
        return null
      },
    ],
    [
      'connect',
      async () => {
        connection = await LineConnection.open(addresses, port, signal)
        return null
      },
    ],
    [
      'tls',
      async () => {
        if (security === 'NONE') return 'The connection is not encrypted, as configured.'
        if (security === 'STARTTLS') {
          greeting = await readGreeting()
          await command('STARTTLS')
        }
        return server().startTls(host)
      },
    ],
    [
      'greeting',
      async () => {
        greeting ??= await readGreeting()
        capabilities = (await command('CAPABILITY')).find((line) => /^\* CAPABILITY\b/i.test(line))?.toUpperCase() ?? ''
        return greeting
      },
    ],
    [
      'sign_in',
      async () => {
        const signIn = await mailbox.findSignIn()
        secrets.push(...listSecrets(signIn))
        await command(toSignInCommand(signIn, capabilities))
        return `Signed in as ${signIn.user}`
      },
    ],
    [
      'select',
      async () => {
        const lines = await command(`EXAMINE ${quote(toModifiedUtf7(mailbox.folder))}`)
        const [, count] = lines.map((line) => /^\* (\d+) EXISTS$/i.exec(line)).find((match) => match !== null) ?? []
        return count === undefined ? null : `${count} mails`
      },
    ],
    [
      'list',
      async () => {
        const names = (await command('LIST "" "*"')).flatMap(
          (line) => /^\* LIST \([^)]*\) (?:NIL|"(?:[^"\\]|\\.)*") (.+)$/i.exec(line)?.[1] ?? [],
        )
        const wanted = mailbox.moveTo === null ? null : toModifiedUtf7(mailbox.moveTo)
        if (wanted !== null && !names.some((name) => name === wanted || name === quote(wanted)))
          throw new StepFailure(`The folder ${mailbox.moveTo} does not exist.`)
        return `${names.length} folders`
      },
    ],
  ]
  try {
    return await runSteps(steps, secrets)
  } finally {
    // Safe because the steps assign the variable, which the compiler does not see.
    ;(connection as LineConnection | null)?.close()
  }
}

function toSignInCommand(signIn: SignIn, capabilities: string): string {
  if ('accessToken' in signIn) return `AUTHENTICATE XOAUTH2 ${toInitialResponse(signIn)}`
  const { user, password } = signIn
  if (capabilities.includes('AUTH=PLAIN') && capabilities.includes('SASL-IR')) return `AUTHENTICATE PLAIN ${toInitialResponse(signIn)}`
  if (/[^\x20-\x7e]/.test(user + password)) throw new StepFailure('The server accepts only ASCII characters in user and password.')
  return `LOGIN ${quote(user)} ${quote(password)}`
}

function quote(text: string): string {
  return `"${text.replaceAll(/[\r\n]/g, '').replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

/** Encodes the name of a folder (RFC 3501, section 5.1.3). */
function toModifiedUtf7(name: string): string {
  return name
    .replaceAll('&', '&-')
    .replaceAll(
      /[^\x20-\x7e]+/g,
      (text) => `&${Buffer.from(text, 'utf16le').swap16().toString('base64').replace(/=+$/, '').replaceAll('/', ',')}-`,
    )
}
