import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { SlotWriter, WriterClass } from '@redoubt/risk/validityFacts.ts'
import { privilegedAccount } from '../bytecode/proxy/privilegedAccount.ts'
import { accountsInWord } from '../privileges/holders/accountWords.ts'
import type { ChainSource } from '../rpc/chainSource.ts'

/** Slots that one gate's accounts are read from. */
const MAX_GATES = 3

/** Returns the accounts that may call the functions that write a slot, by the slots that their gates compare the caller with. */
export async function callersOf(
  chain: ChainSource,
  {
    block,
    contract,
    writers,
    fixed,
  }: {
    block: PinnedBlock
    contract: Address
    writers: readonly ContractFunction[]
    fixed: readonly Address[]
  },
  signal: AbortSignal,
): Promise<SlotWriter[]> {
  const classOf = async (address: Address): Promise<{ address: Address; account: WriterClass }> => {
    const { account } = await privilegedAccount(chain, { block, address, by: 'storage' }, signal)
    return { address, account }
  }
  const accountsAt = async (slot: Hex) => accountsInWord(await chain.storage(block, contract, slot, signal))
  return Promise.all(
    writers.map(async ({ selector, signature, gated, gatedBy }): Promise<SlotWriter> => {
      if (!gated) return { selector, signature, caller: 'anyone', by: [] }
      const stored = (await Promise.all(gatedBy.slice(0, MAX_GATES).map(accountsAt))).flat()
      const accounts = gatedBy.length === 0 ? fixed : [...new Set(stored)]
      return { selector, signature, caller: 'privileged', by: await Promise.all(accounts.map(classOf)) }
    }),
  )
}
