import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainSource } from '../../src/evm/rpc/chainSource.ts'

export type FixtureAccount = { balance: bigint; nonce: number; code: Hex; storage: ReadonlyMap<bigint, Hex> }

/**
 * A chain source over recorded state.
 * @param unrecorded what an account or slot outside the record is: `absent`, as where the record is the whole state, or
 * an `error`, as where it is a part.
 */
export function fixtureSource(
  block: PinnedBlock,
  accounts: ReadonlyMap<Address, FixtureAccount>,
  blockHashes: ReadonlyMap<bigint, Hex>,
  unrecorded: 'absent' | 'error' = 'absent',
): ChainSource {
  const word: Hex = `0x${'00'.repeat(32)}`
  const absent = () => Promise.reject(new Error('not recorded'))
  const known = <Value>(value: Value | undefined, otherwise: Value): Value => {
    if (value === undefined && unrecorded === 'error') throw new Error('not recorded')
    return value ?? otherwise
  }
  return {
    chain: block.chain,
    head: async () => block,
    balance: async (_, address) => known(accounts.get(address)?.balance, 0n),
    nonce: async (_, address) => known(accounts.get(address)?.nonce, 0),
    code: async (_, address) => known(accounts.get(address)?.code, '0x' as Hex),
    storage: async (_, address, slot) => known(accounts.get(address)?.storage.get(BigInt(slot)), word),
    known: () => undefined,
    readAhead: async () => undefined,
    wordsRead: () => null,
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
    readiness: async () => 'recorded',
    agreement: async () => ({ unconfirmed: null, contradictions: [] }),
    close: async () => undefined,
  }
}
