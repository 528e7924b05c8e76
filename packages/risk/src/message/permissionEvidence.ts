import type { Evidence } from '../finding.ts'
import type { Permission } from './permissionsOf.ts'

/** A permission's terms in the message, for a person to check. */
export function permissionEvidence({
  token,
  tokenId,
  owner,
  spender,
  amount,
  until,
  use,
  protocol,
}: Permission): Evidence {
  return {
    token,
    tokenId: tokenId === null ? null : String(tokenId),
    owner,
    spender,
    amount: String(amount),
    until: until === null ? null : String(until),
    use,
    protocol,
  }
}
