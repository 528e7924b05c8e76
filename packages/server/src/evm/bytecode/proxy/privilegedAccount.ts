import type { Address, Hex } from '@redoubt/risk/address.ts'
import { BURN_ADDRESSES } from '@redoubt/risk/burnAddresses.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { PrivilegedAccount } from '@redoubt/risk/facts/privileges.ts'
import { accountKind, readAheadOfKind } from '../../../intel/onchain/accountKind.ts'
import { codeTraits } from '../../../intel/onchain/codeTraits.ts'
import { wordAt } from '../../decode/callData.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { ASK, ask } from './askAddress.ts'

const DELEGATION = '0xef0100'

/**
 * What kind of account has a privilege. A multisig is one that its own code proves; a timelock one that answers with its delay
 * (OpenZeppelin's `getMinDelay()`, Compound's `delay()`), which a contract may lie about. Labels are the caller's to add.
 * Throws when its code cannot be read.
 */
export async function privilegedAccount(
  chain: ChainSource,
  { block, address, by }: { block: PinnedBlock; address: Address; by: string },
  signal: AbortSignal,
): Promise<PrivilegedAccount> {
  const who = { address, by, labels: [] }
  if (BURN_ADDRESSES.has(address)) return { ...who, account: 'burned', kind: null }
  // In one batch with the code; what answers without being asked for is an account without code.
  const delays = (['getMinDelay', 'delay'] as const).map((question) =>
    ask(chain, { block, to: address, data: ASK[question] }, signal),
  )
  const ahead = readAheadOfKind(chain, { block, address }, signal)
  const [code] = await Promise.all([chain.code(block, address, signal), ...delays, ahead])
  if (code.length <= 2 || code.startsWith(DELEGATION)) return { ...who, account: 'eoa', kind: null }
  const kind = await accountKind(chain, { block, address, traits: codeTraits(code) }, signal)
  if (kind?.type === 'safe') return { ...who, account: 'multisig', kind }
  const answers = await Promise.all(delays)
  return { ...who, account: answers.some(isDelay) ? 'timelock' : 'contract', kind }
}

function isDelay(answer: Hex | null): boolean {
  const seconds = wordAt(answer)
  // A minute to ten years: other contracts have a `delay()` of something else.
  return answer?.length === 66 && seconds !== null && seconds >= 60n && seconds <= 315_360_000n
}
