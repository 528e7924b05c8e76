import { ApiError } from '../../errors.ts'
import { spelling } from './spelling.ts'

/**
 * An address in EIP-55, for what lasts: a mistyped one would be watched in silence, and the right one would not.
 * @param member how a complaint calls it: `body.address`.
 * @throws ApiError VALIDATION_ERROR when its capitals are a checksum that fails.
 */
export function checksummed(spelled: string, member: string): string {
  const { checksummed: address, checksumFailed } = spelling('address', spelled.replace(/^0X/, '0x'))
  if (!checksumFailed) return address
  throw new ApiError('VALIDATION_ERROR', {
    detail: `${member}: the capitals of this address are a checksum (EIP-55) that fails, so it is mistyped; copy it again, or write it in lower case if every digit is right`,
  })
}
