import type { Address, Hex } from '@redoubt/risk/address.ts'
import { getAddress, recoverMessageAddress } from 'viem/utils'
import type { ApiKey } from '../../domain/apiKey.ts'
import { ApiError } from '../../errors.ts'

type Booking = { reserve: boolean; address: Address; proof: string | null }

/**
 * Refuses a booking without the wallet's consent: it would use up the budget of any wallet of the account. A key in pages books nothing; an
 * administrator's key may; any other key needs the wallet's signature, once, which ends with the key.
 * @throws ApiError VALIDATION_ERROR with the text to sign.
 */
export async function requireBookingProof(
  { reserve, address, proof }: Booking,
  { id, origins, scopes }: Pick<ApiKey, 'id' | 'origins' | 'scopes'>,
): Promise<void> {
  if (!reserve) return
  if (origins !== null)
    throw new ApiError('VALIDATION_ERROR', {
      detail: 'body.options.reserve: a key with origins books nothing; ask your server to',
    })
  if (scopes.includes('admin')) return
  const text = bookingText(address, id)
  if (proof !== null && (await signerOf(text, proof)) === address) return
  throw new ApiError('VALIDATION_ERROR', {
    detail: `body.options.reserveProof: expected the signature of the wallet (personal_sign) over ${JSON.stringify(text)}`,
  })
}

function bookingText(wallet: Address, keyId: string): string {
  return `Book what I sign against the limits of this wallet.\n\nWallet: ${getAddress(wallet)}\nKey: ${keyId}`
}

async function signerOf(message: string, signature: string): Promise<Address | null> {
  try {
    return (await recoverMessageAddress({ message, signature: signature as Hex })).toLowerCase() as Address
  } catch {
    return null
  }
}
