import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { WalletContract } from '@redoubt/risk/facts/walletContract.ts'
import { wordAt } from '../decode/callData.ts'
import type { ChainSource } from '../rpc/chainSource.ts'

type SmartAccount = Extract<WalletContract, { type: 'smart-account' }>

const READ_GAS = 500_000
/** `rootValidator()` of ZeroDev's Kernel 3: 21 bytes, the kind of validator and its address. */
const ROOT_VALIDATOR: Hex = '0xf1f7f0f9'
/** Kernel's kinds of validators: an ERC-7579 module, or a permission that is none. */
const MODULE_VALIDATOR = 1n

/**
 * An ERC-4337 account whose implementation is known, with the ERC-7579 module that decides who it obeys. Kernel keeps no list
 * of its other modules, so that one is not all (`complete` false); Coinbase Smart Wallet has no modules.
 */
export async function readSmartAccount(
  chain: ChainSource,
  {
    block,
    address,
    name,
    implementation,
  }: { block: PinnedBlock; address: Address; name: string; implementation: Address },
  signal: AbortSignal,
): Promise<SmartAccount> {
  const account = { type: 'smart-account', name, implementation } as const
  if (!name.startsWith('ZeroDev Kernel')) return { ...account, modules: [], complete: true }
  const question = { to: address, data: ROOT_VALIDATOR, gas: READ_GAS, most: 32, topic: 'holdings' } as const
  const word = wordAt(await chain.ask(block, question, signal))
  if (word === null || word >> 248n !== MODULE_VALIDATOR) return { ...account, modules: [], complete: false }
  const module = (word >> 88n) & (2n ** 160n - 1n)
  return { ...account, modules: [`0x${module.toString(16).padStart(40, '0')}`], complete: false }
}
