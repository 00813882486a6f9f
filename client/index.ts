/** What integrators need beside plain HTTP. */
export { skeinEventTypes, type SkeinEvent, type SkeinEventOf, type SkeinEventType } from './events.ts'
export { createReplayStore, type AsyncReplayStore, type ReplayStore } from './replay-store.ts'
export {
  forgetWebhook,
  verifyWebhook,
  WebhookVerificationError,
  type VerifyWebhookOptions,
  type WebhookHeaders,
  type WebhookVerificationReason,
} from './verify-webhook.ts'
