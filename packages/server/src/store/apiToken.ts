import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_LENGTH = 26
const CHECKSUM_LENGTH = 6
const SHAPE = /^svc_(live|test)_[0-9A-Za-z]{32}$/
const RPC_SHAPE = /^svc_rpc_(live|test)_[0-9A-Za-z]{32}$/

/**
 * A new API key token: `svc_live_` or `svc_test_`, 26 random characters (155 bits), and the CRC-32 of all that in 6 base-62
 * characters. The checksum is public: it finds typing errors and lets secret scanners verify a hit; it protects nothing.
 */
export function createToken(environment: 'live' | 'test'): string {
  return grown(`svc_${environment}_`)
}

/** The same for the URLs of wallets: `svc_rpc_live_` or `svc_rpc_test_`, so that neither is taken for the other. */
export function createRpcToken(environment: 'live' | 'test'): string {
  return grown(`svc_rpc_${environment}_`)
}

function grown(prefix: string): string {
  let token = prefix
  const end = token.length + RANDOM_LENGTH
  while (token.length < end) {
    for (const byte of randomBytes(64)) {
      // 248 = 4 × 62: larger bytes would favour the first characters.
      if (byte < 248 && token.length < end) token += ALPHABET[byte % 62]
    }
  }
  return token + checksum(token)
}

/** Whether the text has a token's shape and checksum. False for a mistyped token, without any look-up. */
export function isToken(text: string): boolean {
  return SHAPE.test(text) && isWhole(text)
}

/** The same of a token for URLs of wallets. */
export function isRpcToken(text: string): boolean {
  return RPC_SHAPE.test(text) && isWhole(text)
}

function isWhole(text: string): boolean {
  return text.endsWith(checksum(text.slice(0, -CHECKSUM_LENGTH)))
}

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = ALPHABET[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}
