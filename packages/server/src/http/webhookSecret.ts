import { isWebhookSecret } from '../domain/webhook.ts'
import { ApiError } from '../errors.ts'

/**
 * A secret of the caller's own, or null.
 * @throws ApiError VALIDATION_ERROR
 */
export function webhookSecret(given: string | undefined): string | null {
  if (given === undefined) return null
  if (!isWebhookSecret(given))
    throw new ApiError('VALIDATION_ERROR', {
      detail: 'body.secret: expected text that UTF-8 can write, without NUL and half surrogate pairs',
    })
  return given
}
