export { verifyWebhook, type WebhookEvent, type WebhookVerification } from './verifyWebhook.ts'
export { WebhookVerificationError, type WebhookVerificationFailure } from './webhookVerificationError.ts'
