const SHA256_BYTES = 32

/**
 * Whether one of the keys made the sum, compared in constant time.
 * @param sum bytes; of another length than SHA-256 has, nobody made it.
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
    // All of them are tried: which secret it was is told to nobody.
    if (await crypto.subtle.verify('HMAC', key, new Uint8Array(sum), new Uint8Array(message))) made = true
  }
  return made
}
