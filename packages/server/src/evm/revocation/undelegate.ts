import type { Address } from '@redoubt/risk/address.ts'
import { CHAIN_IDS } from '@redoubt/risk/chain.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Authorization, Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { Permission, Revocation } from '@redoubt/risk/revocationFacts.ts'
import type { Simulator } from '../simulation/simulator.ts'

const NO_ONE: Address = `0x${'0'.repeat(40)}`
const RICH = 10n ** 24n

/**
 * Ends an EIP-7702 delegation: an authorisation of the zero address clears the account's code. It is unsigned. Its nonce is the
 * account's nonce plus one when the account itself sends the transaction, and the account's nonce when another account does.
 */
export async function undelegate(
  simulator: Simulator,
  { block, account, permission }: { block: PinnedBlock; account: Account; permission: Permission },
  signal: AbortSignal,
): Promise<Revocation> {
  const { address } = account
  const authorization: Authorization = { chainId: CHAIN_IDS[block.chain], address: NO_ONE, nonce: account.nonce + 1n }
  const transaction: Transaction = {
    from: address,
    to: address,
    value: 0n,
    data: '0x',
    authorizationList: [authorization],
  }
  // The account's funds do not matter here.
  const stateOverrides = { [address]: { balance: RICH } }
  const run = await simulator
    .simulate({ block, transaction, stateOverrides, environments: 'none', signal })
    .catch(() => null)
  const code = run?.stateDiff[address]?.code?.after
  const after = run === null ? null : code === '0x' ? 0n : 1n
  return {
    method: 'undelegate',
    to: address,
    data: '0x',
    authorization,
    permissions: [{ ...permission, symbol: null, decimals: null, unlimited: false, before: 1n, after }],
    simulation: run === null ? null : { success: run.outcome === 'succeeded', gasUsed: run.gasUsed },
  }
}
