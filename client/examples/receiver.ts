/** A complete webhook receiver: `WEBHOOK_SECRET=whsec_… node receiver.ts`. In your own project, import from '@skein/client'. */
import { createServer } from 'node:http'
import { forgetWebhook, verifyWebhook, WebhookVerificationError, type SkeinEvent } from '../index.ts'

createServer(async (req, res) => {
  let event: SkeinEvent | undefined
  try {
    event = verifyWebhook({
      payload: Buffer.concat(await req.toArray()),
      headers: req.headers,
      secret: process.env['WEBHOOK_SECRET'] ?? '',
    })
    console.log(event.type, event.id) // Process the event here.
    res.writeHead(204).end()
  } catch (error) {
    if (event) await forgetWebhook(event) // The processing failed. Skein will send the event again, and it must be accepted then.
    res.writeHead(error instanceof WebhookVerificationError ? error.status : 500).end()
  }
}).listen(Number(process.env['PORT'] ?? 4000), () => console.log('listening'))
