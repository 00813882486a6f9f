import { type ReceivedData, type ScriptedServer, startScriptedServer } from './scripted-smtp.ts'

/** A mail server whose recipients react to each mail, for example with a reply, after the server has accepted the mail. */
export type ReactingServer = ScriptedServer & { react: (mail: ReceivedData) => Promise<unknown> }

export const noReaction = async (): Promise<void> => {}

export async function startReactingServer(): Promise<ReactingServer> {
  const server: ReactingServer = Object.assign(
    await startScriptedServer({
      dot(mail) {
        setImmediate(() => void server.react(mail))
        return '250 2.0.0 Ok'
      },
    }),
    { react: noReaction },
  )
  return server
}
