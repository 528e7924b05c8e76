import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainSource } from '../../src/evm/rpc/chainSource.ts'

export type FixtureAccount = { balance: bigint; nonce: number; code: Hex; storage: ReadonlyMap<bigint, Hex> }

/** A chain source over recorded state: everything that was not recorded does not exist. */
export function fixtureSource(
  block: PinnedBlock,
  accounts: ReadonlyMap<Address, FixtureAccount>,
  blockHashes: ReadonlyMap<bigint, Hex>,
): ChainSource {
  const word: Hex = `0x${'00'.repeat(32)}`
  const absent = () => Promise.reject(new Error('not recorded'))
  return {
    chain: block.chain,
    head: async () => block,
    balance: async (_, address) => accounts.get(address)?.balance ?? 0n,
    nonce: async (_, address) => accounts.get(address)?.nonce ?? 0,
    code: async (_, address) => accounts.get(address)?.code ?? '0x',
    storage: async (_, address, slot) => accounts.get(address)?.storage.get(BigInt(slot)) ?? word,
    call: absent,
    codeAt: absent,
    nonceAt: absent,
    balanceAt: absent,
    accountTransactions: absent,
    paymentsBy: absent,
    paymentsIn: absent,
    callAt: absent,
    ask: absent,
    logs: absent,
    logPages: () => {
      throw new Error('not recorded')
    },
    blockAt: absent,
    transaction: absent,
    contractCreator: absent,
    creationsIn: absent,
    sentTransaction: absent,
    receipt: absent,
    transactionsIn: absent,
    traceTransaction: absent,
    blockHash: async (number) => blockHashes.get(number) ?? absent(),
    prefetch: async () => undefined,
    readiness: async () => null,
    close: async () => undefined,
  }
}
