import type { ErrorCode } from '../../errors.ts'

/** When each error is answered and what to do about it: for docs/errors.md and the OpenAPI document. */
export const ERROR_REFERENCE: Readonly<Record<ErrorCode, { when: string; remedy: string }>> = {
  VALIDATION_ERROR: {
    when: 'The body, query, path or a header does not fit the endpoint, has an unknown member, or is not valid JSON or HTTP.',
    remedy:
      'The message names the member and what it should be, or the nearest known one. `Prefer: handling=lenient` has unknown members ignored.',
  },
  INVALID_API_KEY: {
    when: 'No API key was sent, or it is malformed or does not exist.',
    remedy: 'Send the key as `Authorization: Bearer <API_KEY>`.',
  },
  EXPIRED_API_KEY: { when: 'The API key has been revoked.', remedy: 'Create a new key; revocation is for ever.' },
  INSUFFICIENT_SCOPE: {
    when: 'The API key lacks the scope that the endpoint needs.',
    remedy: 'Use a key that has the scope named in the message.',
  },
  PLAN_REQUIRED: {
    when: 'The endpoint is not part of the plan of the account.',
    remedy: 'Ask the operator for the Pro or Enterprise plan.',
  },
  NOT_FOUND: {
    when: 'There is no such path, or nothing of this account has that id.',
    remedy: 'Check the path and the id. The ids of other accounts look like unknown ones.',
  },
  METHOD_NOT_ALLOWED: {
    when: 'The path exists, but not with this method.',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  CONFLICT: {
    when: 'An `Idempotency-Key` was used for another request, is still in use, or its answer held a secret.',
    remedy: 'Use a new `Idempotency-Key` for a new request.',
  },
  PAYLOAD_TOO_LARGE: { when: 'The body is larger than 1 MiB.', remedy: 'Send less.' },
  UNSUPPORTED_MEDIA_TYPE: {
    when: 'The body is not `application/json`, or is compressed.',
    remedy: 'Send `Content-Type: application/json` and no `Content-Encoding`.',
  },
  RATE_LIMIT_EXCEEDED: {
    when: 'The key has used up its minute or its day, has too many requests in flight, or has too many reports waiting to be drawn as PDF.',
    remedy: 'Wait for as many seconds as `Retry-After` says.',
  },
  INTERNAL_ERROR: {
    when: 'A defect of the service.',
    remedy: 'Report it with the request id; the operator finds the cause in the log under that id.',
  },
  SERVICE_BUSY: {
    when: 'So many accounts have reports drawn as PDF that one more would wait too long.',
    remedy: 'Try again after `Retry-After` seconds.',
  },
  UPSTREAM_UNAVAILABLE: {
    when: 'No RPC endpoint of the chain answers.',
    remedy: 'Try again after `Retry-After` seconds; the operator may configure more endpoints.',
  },
  UPSTREAM_TIMEOUT: {
    when: 'Not even the subject itself could be read by the deadline.',
    remedy: 'Try again with a larger `deadlineMs`.',
  },
}
