/** The API as typed methods, and the verification of webhooks. */
export * from './browser.ts'
export { createReplayStore, type AsyncReplayStore, type ReplayStore } from './replay-store.ts'
export {
  forgetWebhook,
  verifyWebhook,
  WebhookVerificationError,
  type VerifyWebhookOptions,
  type WebhookHeaders,
  type WebhookVerificationReason,
} from './verify-webhook.ts'
