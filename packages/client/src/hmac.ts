const SHA256_BYTES = 32

/**
 * Returns whether one of the keys made the sum (HMAC-SHA256 of the message), compared in constant time.
 * @param sum bytes; null or another length than 32 is refused.
 */
export async function madeByOneOf(
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
