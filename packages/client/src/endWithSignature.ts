import type { SigningOfEnd } from './api.generated.ts'

const WORD_DIGITS = 64
/** Half the order of secp256k1, rounded down: tokens refuse signatures whose s is larger (EIP-2). */
const MAX_S = '7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0'

/**
 * Writes the wallet's signature of `end.signing.typedData` into the transaction that carries it; any account may send what is returned.
 * @param signature of 65 bytes, as `eth_signTypedData_v4` answers it.
 * @throws TypeError when the end needs no signature, or the signature is none of a key.
 */
export function endWithSignature<End extends { data: string; signing: SigningOfEnd | null }>(
  end: End,
  signature: string,
): Omit<End, 'signing'> {
  const { signing, ...rest } = end
  if (signing === null) throw new TypeError('end.signing: there is nothing to sign; send the transaction as it is')
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature)) throw new TypeError('signature: expected 0x followed by 130 hex digits')
  const last = Number.parseInt(signature.slice(130), 16)
  const v = last < 27 ? last + 27 : last
  if (v !== 27 && v !== 28) throw new TypeError('signature: expected 27 or 28 as its last byte')
  if (signature.slice(66, 130).toLowerCase() > MAX_S)
    throw new TypeError(
      'signature: its s is in the upper half, which tokens refuse (EIP-2); expected the other form of it',
    )
  const words = {
    r: signature.slice(2, 66),
    s: signature.slice(66, 130),
    v: v.toString(16).padStart(WORD_DIGITS, '0'),
  }
  let digits = end.data.slice(2)
  for (const { part, at } of signing.places)
    digits = digits.slice(0, 2 * at) + words[part] + digits.slice(2 * at + WORD_DIGITS)
  return { ...rest, data: `0x${digits}` }
}
