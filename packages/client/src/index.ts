export type * as api from './api.generated.ts'
export { type Client, createClient } from './createClient.ts'
export { endWithSignature } from './endWithSignature.ts'
export {
  ApiError,
  ConnectionError,
  type ErrorCode,
  type ErrorDetail,
  RedoubtError,
  TimeoutError,
  UnexpectedAnswerError,
} from './errors.ts'
export { eachPage } from './http/iterate.ts'
export type { CallOptions, ClientOptions } from './http/transport.ts'
export { type DetectorId, type FindingOf, isFinding } from './isFinding.ts'
export { rpcUrl } from './methods/rpc.ts'
export type { StreamOptions } from './methods/streamEvents.ts'
export type { IntentInput, TransactionInput } from './types.ts'
export { verifyWebhook, type WebhookEvent, type WebhookVerification } from './verifyWebhook.ts'
export { WebhookVerificationError, type WebhookVerificationFailure } from './webhookVerificationError.ts'
