import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_LENGTH = 26
const CHECKSUM_LENGTH = 6
const SHAPE = /^svc_(live|test)_[0-9A-Za-z]{32}$/

/**
 * A new API key token: `svc_live_` or `svc_test_`, 26 random characters (155 bits), and the CRC-32 of all that in 6 base-62
 * characters. The checksum is public: it finds typing errors and lets secret scanners verify a hit; it protects nothing.
 */
export function createToken(environment: 'live' | 'test'): string {
  let token = `svc_${environment}_`
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
  if (!SHAPE.test(text)) return false
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
