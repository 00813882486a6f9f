import type { WebhookWithSecret } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { isReceiver } from './receiver-url-input.tsx'
import { SendTest } from './send-test.tsx'

/** Shows the secret of a webhook once, and how to receive a first delivery. */
export function NewWebhookSecret({ webhook, onClose }: { webhook: WebhookWithSecret; onClose: () => void }) {
  const { settings } = useApi()
  const { port } = new URL(webhook.url)
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        Deliveries to <span className="break-all">{webhook.url}</span> are signed with this secret. It is shown now and never again: your
        receiver verifies with it that they come from Skein.
      </p>
      <CodeBlock label="Secret" text={webhook.secret} />
      {isReceiver(webhook.url) ? (
        <div>
          <h3 className="mb-1 font-medium">Start the built-in receiver</h3>
          <p className="mb-2 text-sm text-muted">
            In the directory of Skein, on the machine that runs it. It verifies each delivery and prints it;{' '}
            <code className="font-mono">--fail 3</code> makes it fail three times, to watch the retries.
          </p>
          <CodeBlock
            label="Receiver"
            text={`npm run --silent skein -- receive --port ${port === '' ? '80' : port} --secret ${webhook.secret}`}
          />
        </div>
      ) : (
        <div>
          <h3 className="mb-1 font-medium">Without an address that Skein can reach</h3>
          <p className="mb-2 text-sm text-muted">
            Follow the events from your machine, and have each posted to your program, signed with the same secret.
          </p>
          <CodeBlock
            label="Listener"
            text={`npm run --silent skein -- listen --forward http://127.0.0.1:4000/ --secret ${webhook.secret}`}
          />
        </div>
      )}
      <SendTest webhook={webhook} />
      <p className="text-sm">
        How to verify, in any language:{' '}
        <a className="text-accent underline" href={`${settings.apiUrl}/docs/guides/webhooks`} target="_blank" rel="noreferrer">
          guide to webhooks
        </a>
        .
      </p>
      <div>
        <Button look="primary" onClick={onClose}>
          I have kept the secret
        </Button>
      </div>
    </div>
  )
}
