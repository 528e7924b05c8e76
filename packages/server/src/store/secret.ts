import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import type { VerdictKey } from '../domain/verdict.ts'

/** 32 random bytes from which every key the server uses is derived. */
export type Secret = {
  /** Fingerprint: names the secret in rows and messages and does not help to find it. */
  id: string
  /** HMAC-SHA256 of an API key token under this secret's key-hash key, hex. */
  hashToken(token: string): string
  /**
   * Text that only this secret opens (AES-256-GCM): nonce, tag and ciphertext in base64.
   * @param about what it belongs to; it opens for nothing else.
   */
  seal(text: string, about: string): string
  /** Null when it was sealed under another secret, about something else, or changed. */
  unseal(sealed: string, about: string): string | null
  /** The same under a key for the secrets of webhooks. */
  sealWebhookSecret(text: string, about: string): string
  unsealWebhookSecret(sealed: string, about: string): string | null
  /** The same under a key for signed transactions that are held. */
  sealTransaction(text: string, about: string): string
  unsealTransaction(sealed: string, about: string): string | null
  /** The same under a key for the cursors of lists, which callers carry. */
  sealCursor(text: string, about: string): string
  unsealCursor(sealed: string, about: string): string | null
  /** The public key of verdicts, and an Ed25519 signature by it. */
  verdictKey(): VerdictKey
  signVerdict(bytes: Uint8Array): Uint8Array
}

/** Secrets as text, 64 hex digits or base64 of 32 bytes each, separated by commas or new lines; the first is current. */
export function parseSecrets(text: string, where: string): [Secret, ...Secret[]] {
  const [current, ...earlier] = text.split(/[\s,]+/).filter((part) => part !== '')
  if (!current) throw new Error(`${where} is empty: it should hold 64 hex digits (openssl rand -hex 32).`)
  return [parseSecret(current, where), ...earlier.map((part) => parseSecret(part, where))]
}

function parseSecret(text: string, where: string): Secret {
  const bytes = Buffer.from(text, /^[0-9a-fA-F]{64}$/.test(text) ? 'hex' : 'base64')
  if (bytes.length !== 32) {
    throw new Error(`${where} should hold 32 bytes, as 64 hex digits or base64 (openssl rand -hex 32).`)
  }
  return secretOf(bytes)
}

/** A new secret's text: 64 hex digits. */
export function generateSecret(): string {
  return randomBytes(32).toString('hex')
}

function secretOf(bytes: Buffer): Secret {
  // As a key object: createHmac would import a plain buffer anew on every request, at several times the cost.
  const keyHashKey = createSecretKey(derive(bytes, 'api-key-hash'))
  const locationKey = createSecretKey(derive(bytes, 'intel-location'))
  const webhookKey = createSecretKey(derive(bytes, 'webhook-secret'))
  const transactionKey = createSecretKey(derive(bytes, 'held-transaction'))
  const cursorKey = createSecretKey(derive(bytes, 'cursor'))
  const verdictKey = createPrivateKey({
    key: Buffer.concat([ED25519_PKCS8, derive(bytes, 'verdict-signature')]),
    format: 'der',
    type: 'pkcs8',
  })
  return {
    id: createHash('sha256').update(derive(bytes, 'fingerprint')).digest('hex').slice(0, 12),
    hashToken: (token) => createHmac('sha256', keyHashKey).update(token).digest('hex'),
    seal: (text, about) => seal(locationKey, text, about),
    unseal: (sealed, about) => unseal(locationKey, sealed, about),
    sealWebhookSecret: (text, about) => seal(webhookKey, text, about),
    unsealWebhookSecret: (sealed, about) => unseal(webhookKey, sealed, about),
    sealTransaction: (text, about) => seal(transactionKey, text, about),
    unsealTransaction: (sealed, about) => unseal(transactionKey, sealed, about),
    sealCursor: (text, about) => seal(cursorKey, text, about),
    unsealCursor: (sealed, about) => unseal(cursorKey, sealed, about),
    verdictKey: () => publicVerdictKey(verdictKey),
    signVerdict: (signed) => sign(null, signed, verdictKey),
  }
}

/** What stands before the 32 bytes of a private key in PKCS #8 (RFC 8410). */
const ED25519_PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

function publicVerdictKey(key: KeyObject): VerdictKey {
  const x = String(createPublicKey(key).export({ format: 'jwk' }).x)
  // RFC 7638: the required members in the order of their names.
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url')
  return { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' }
}

/** HKDF (RFC 5869): each purpose has a key of its own, so that one that leaks tells nothing of the others. */
function derive(bytes: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', bytes, '', `redoubt/${purpose}/v1`, 32))
}

const NONCE = 12
const TAG = 16

function seal(key: KeyObject, text: string, about: string): string {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

function unseal(key: KeyObject, sealed: string, about: string): string | null {
  const bytes = Buffer.from(sealed, 'base64')
  if (bytes.length < NONCE + TAG) return null
  const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE), { authTagLength: TAG })
  cipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
  try {
    return Buffer.concat([cipher.update(bytes.subarray(NONCE + TAG)), cipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
