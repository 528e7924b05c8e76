/**
 * `no-signature`: none of the kind that is asked for. `bad-signature`: made by another secret, or for other bytes.
 * `bad-timestamp`: too old, or of the future. `bad-body`: signed, but no event.
 */
export type WebhookVerificationFailure = 'no-signature' | 'bad-signature' | 'bad-timestamp' | 'bad-body'

/** The request is not authentic: answer 400, and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  readonly code: WebhookVerificationFailure

  constructor(code: WebhookVerificationFailure, message: string) {
    super(message)
    this.code = code
  }
}
