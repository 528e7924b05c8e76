import type { RpcError } from './jsonRpc.ts'

/**
 * What a node's refusal of a signed transaction proves. `known`: it has it. `for-good`: it can be part of no block, whatever the state.
 * `for-now`: it was read and turned away, and may be taken later. `not-asked`: the node takes no transactions. `unclear`: the node may have
 * it, or passed it on: an overload, a defect, unknown words, and a used nonce, which this very transaction may have used.
 */
export type SendRefusal = 'known' | 'for-good' | 'for-now' | 'not-asked' | 'unclear'

/** Wordings of geth, Erigon, Nethermind, Besu, Reth, Bor and anvil. The first that fits decides. */
const WORDINGS: readonly (readonly [SendRefusal, RegExp])[] = [
  ['unclear', /nonce.{0,12}too low|nonce.{0,24}(used|already)|too ?low ?nonce|old ?nonce/i],
  ['known', /already[ _]?known|\bknown transaction|already imported|already exists|in mempool/i],
  [
    'for-now',
    /insufficient (funds|balance)|lack of funds|upfront cost exceeds|exceeds (account )?balance|exceeds the configured cap/i,
  ],
  ['for-now', /underpriced|(gas price|tip|fee).{0,40}(too low|below|less than|minimum)|feetoolow/i],
  [
    'for-now',
    /(tx|transaction) ?pool.{0,16}full|nonce.{0,12}(too (high|distant)|gap)|gapped|in-flight transaction limit|already reserved/i,
  ],
  [
    'for-good',
    /invalid (tx |transaction )?(sender|signature)|wrong chain|invalid chain ?id|chain ?id.{0,24}(mismatch|does not match)/i,
  ],
  [
    'for-good',
    /intrinsic gas|exceeds (the )?block gas limit|gas ?limit.{0,24}(too high|exceed)|exceeds maximum.{0,12}gas|oversized|init ?code size/i,
  ],
  [
    'for-good',
    /type.{0,24}not supported|unknown (tx|transaction) type|only replay-protected|priority fee.{0,40}higher than|^rlp|typed transaction too short|failed to decode/i,
  ],
  ['not-asked', /method .*(not|un)|not available here/i],
]

/** @returns what the error of `eth_sendRawTransaction` proves. */
export function readSendRefusal({ code, message }: Pick<RpcError, 'code' | 'message'>): SendRefusal {
  if (code === -32_601) return 'not-asked'
  // EIP-1474: a limit of the endpoint, whatever it says. A gateway may have passed it on before.
  if (code === -32_005) return 'unclear'
  return WORDINGS.find(([, wording]) => wording.test(message))?.[0] ?? 'unclear'
}
