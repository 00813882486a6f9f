import type { WebhookWithSecret } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { toDocsUrl } from '../../api/docs-url.ts'
import { t, tx } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { isReceiver } from './receiver-url-input.tsx'
import { SendTest } from './send-test.tsx'

/** Shows a webhook's secret once, and how to receive a first delivery. */
export function NewWebhookSecret({ webhook, onClose }: { webhook: WebhookWithSecret; onClose: () => void }) {
  const { settings } = useApi()
  const { port } = new URL(webhook.url)
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        {tx(
          'We sign deliveries to {url} with this secret, so your receiver can check that they come from Skein. Copy it now, because we won’t show it again.',
          {
            url: (
              <span key="url" className="font-medium break-all">
                {webhook.url}
              </span>
            ),
          },
        )}
      </p>
      <CodeBlock label={t('Secret')} text={webhook.secret} />
      {isReceiver(webhook.url) ? (
        <div>
          <h3 className="mb-1 text-md font-semibold">{t('Start the built-in receiver')}</h3>
          <p className="mb-2 text-text-2">
            {tx(
              'Run this in Skein’s directory, on its machine. The receiver checks each delivery and prints it. Add {option} to make it fail three times and watch the retries.',
              {
                option: (
                  <code key="option" className="font-mono text-xs">
                    {'--fail 3'}
                  </code>
                ),
              },
            )}
          </p>
          <CodeBlock
            label={t('Receiver')}
            text={`npm run --silent skein -- receive --port ${port === '' ? '80' : port} --secret ${webhook.secret}`}
          />
        </div>
      ) : (
        <div>
          <h3 className="mb-1 text-md font-semibold">{t('No public address?')}</h3>
          <p className="mb-2 text-text-2">
            {t('Follow the events from your own machine. Each one is posted to your program, signed with the same secret.')}
          </p>
          <CodeBlock
            label={t('Listener')}
            text={`npm run --silent skein -- listen --forward http://127.0.0.1:4000/ --secret ${webhook.secret}`}
          />
        </div>
      )}
      <SendTest webhook={webhook} />
      <p>
        <a
          className="font-medium text-accent hover:underline"
          href={toDocsUrl(settings.apiUrl, 'guides/webhooks')}
          target="_blank"
          rel="noreferrer"
        >
          {t('How to verify signatures in any language')}
        </a>
      </p>
      <div>
        <Button look="primary" onClick={onClose}>
          {t('I’ve saved the secret')}
        </Button>
      </div>
    </div>
  )
}
