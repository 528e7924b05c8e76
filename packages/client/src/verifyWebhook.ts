import { WebhookVerificationError } from './webhookVerificationError.ts'

const SHA256_BYTES = 32

/** What happened. The same `id` may come more than once: a receiver that has it already answers 2xx and does nothing. */
export type WebhookEvent = {
  id: string
  type: string
  /** When it happened, ISO 8601. */
  timestamp: string
  data: Record<string, unknown>
}
export type WebhookVerification = {
  /** As the webhook's creation or rotation answered it; during a rotation the new one and the earlier one. */
  secret: string | readonly string[]
  /** Of the request: `Headers`, or an object such as Node's `request.headers`. Without them the signature in the body counts. */
  headers?: HeadersLike
  /**
   * Requires the headers of Standard Webhooks, and refuses an attempt older than this, in seconds, so that a recorded
   * request cannot be replayed later. Each retry carries its own timestamp.
   */
  toleranceSeconds?: number
  /** Unix seconds; default: now. */
  now?: number
}
type HeadersLike =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

const utf8 = new TextEncoder()
/** The last member of a body: taken out, the rest is what it signs. */
const OWN_SIGNATURE = /,"signature":"sha256=([0-9a-f]{64})"\}$/
/** 32 bytes as encoders write them: of the last digit two bits are spare, and another spelling is another text. */
const STANDARD_SIGNATURE = /^v1,([A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=)$/

/**
 * The event that a request of Redoubt carries.
 * @param body as received, before any JSON is parsed: other bytes of the same meaning have another signature.
 * @throws WebhookVerificationError when it is not to be believed. @throws TypeError when it is called wrongly.
 * @example const event = await verifyWebhook(await request.text(), { headers: request.headers, secret })
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  { secret, headers = {}, toleranceSeconds, now = Date.now() / 1000 }: WebhookVerification,
): Promise<WebhookEvent> {
  // A variable that is not set must not look like a forgery.
  const secrets = [secret ?? []].flat()
  if (secrets.length === 0 || secrets.some((one) => typeof one !== 'string' || one === ''))
    throw new TypeError('verifyWebhook: secret is missing.')
  // Any comparison with NaN is false: a tolerance that is no number would accept every attempt.
  if (toleranceSeconds !== undefined && !isAmount(toleranceSeconds))
    throw new TypeError('verifyWebhook: toleranceSeconds should be a number of seconds from 0 on.')
  if (!isAmount(now)) throw new TypeError('verifyWebhook: now should be Unix seconds.')
  const bytes = bytesOf(body)
  if (toleranceSeconds !== undefined) await checkStandard(bytes, headers, secrets, { toleranceSeconds, now })
  else await checkOwn(bytes, header(headers, 'x-svc-signature'), secrets)
  return eventOf(textOf(bytes))
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

function bytesOf(body: unknown): Uint8Array {
  if (typeof body === 'string') return utf8.encode(body)
  if (body instanceof Uint8Array) return body
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  throw new TypeError('verifyWebhook: body should be the raw body, a string or bytes, not what was parsed from it.')
}

/** `X-Svc-Signature` signs the body as it is; the one inside signs what is before it. */
async function checkOwn(body: Uint8Array, given: string | null, secrets: readonly string[]): Promise<void> {
  const keys = secrets.map((secret) => utf8.encode(secret))
  if (given !== null) {
    const sum = given.startsWith('sha256=') ? hexBytes(given.slice('sha256='.length)) : null
    if (!(await isSignedByAnyKey(keys, sum, body))) throw bad('X-Svc-Signature')
    return
  }
  const text = textOf(body)
  const [own, sum] = OWN_SIGNATURE.exec(text) ?? []
  if (own === undefined || sum === undefined)
    throw new WebhookVerificationError('no-signature', 'There is no X-Svc-Signature, and no signature in the body.')
  if (!(await isSignedByAnyKey(keys, hexBytes(sum), utf8.encode(`${text.slice(0, -own.length)}}`))))
    throw bad('The signature in the body')
}

/** Standard Webhooks 1.0.0. */
async function checkStandard(
  body: Uint8Array,
  headers: HeadersLike,
  secrets: readonly string[],
  { toleranceSeconds, now }: { toleranceSeconds: number; now: number },
): Promise<void> {
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) => header(headers, `webhook-${name}`))
  if (id == null || timestamp == null || signature == null)
    throw new WebhookVerificationError(
      'no-signature',
      'toleranceSeconds needs the headers webhook-id, webhook-timestamp and webhook-signature.',
    )
  const start = utf8.encode(`${id}.${timestamp}.`)
  const message = new Uint8Array(start.length + body.length)
  message.set(start)
  message.set(body, start.length)
  const keys = secrets.map(standardKey)
  let made = false
  for (const one of signature.split(' ')) {
    const sum = base64Bytes(STANDARD_SIGNATURE.exec(one)?.[1] ?? '')
    if (await isSignedByAnyKey(keys, sum, message)) made = true
  }
  if (!made) throw bad('webhook-signature')
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > toleranceSeconds)
    throw new WebhookVerificationError(
      'bad-timestamp',
      `The attempt is of another time than now: webhook-timestamp is more than ${toleranceSeconds} s away.`,
    )
}

/** What follows `whsec_` is base64 of the key; a secret of one's own is its bytes. */
function standardKey(secret: string): Uint8Array {
  const encoded = /^whsec_([A-Za-z0-9+/]{4}.*)$/s.exec(secret)?.[1]
  return (encoded === undefined ? null : base64Bytes(encoded)) ?? utf8.encode(secret)
}

function header(headers: HeadersLike, name: string): string | null {
  if (typeof headers.get === 'function') return headers.get(name)
  const found = Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1]
  return typeof found === 'string' ? found : Array.isArray(found) ? found.join(', ') : null
}

function textOf(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    throw new WebhookVerificationError('bad-body', 'The body is not UTF-8.')
  }
}

function eventOf(text: string): WebhookEvent {
  let parsed: Partial<Record<keyof WebhookEvent, unknown>> | null
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new WebhookVerificationError('bad-body', 'The body is not JSON.')
  }
  const { id, type, timestamp, data } = parsed ?? {}
  if (typeof id !== 'string' || typeof type !== 'string' || typeof timestamp !== 'string' || !isObject(data))
    throw new WebhookVerificationError('bad-body', 'The body is no event: it should have id, type, timestamp and data.')
  return { id, type, timestamp, data }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function bad(what: string): WebhookVerificationError {
  return new WebhookVerificationError(
    'bad-signature',
    `${what} does not fit: another secret made it, or the body is not what was sent. Give the raw body, before it is parsed.`,
  )
}

/**
 * Returns whether one of the keys made the sum (HMAC-SHA256 of the message), compared in constant time.
 * @param sum bytes; null or another length than 32 is refused.
 */
async function isSignedByAnyKey(
  keys: readonly Uint8Array[],
  sum: Uint8Array | null,
  message: Uint8Array,
): Promise<boolean> {
  if (sum === null || sum.length !== SHA256_BYTES) return false
  let made = false
  for (const bytes of keys) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey('raw', new Uint8Array(bytes), algorithm, false, ['verify'])
    // Every key is tried, so that timing does not reveal which secret matched.
    if (await crypto.subtle.verify('HMAC', key, new Uint8Array(sum), new Uint8Array(message))) made = true
  }
  return made
}

/** Bytes of lower-case hexadecimal digits; null for anything else. */
function hexBytes(text: string): Uint8Array | null {
  if (!/^(?:[0-9a-f]{2})*$/.test(text)) return null
  return Uint8Array.from({ length: text.length / 2 }, (_, place) =>
    Number.parseInt(text.slice(2 * place, 2 * place + 2), 16),
  )
}

/** Bytes of padded base64; null for anything else. */
function base64Bytes(text: string): Uint8Array | null {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return null
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
