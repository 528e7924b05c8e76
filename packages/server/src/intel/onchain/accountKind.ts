import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { AccountKind } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { addressAt } from '../../evm/decode/callData.ts'
import type { ChainSource } from '../../evm/rpc/chainSource.ts'
import { SAFE_PROXY_CODE, SAFE_SINGLETONS } from './askContract.ts'
import { type CodeTraits, IMPLEMENTATION_SLOT } from './codeTraits.ts'

/**
 * Implementations of ERC-4337 accounts, lower case, at one address on every network. Sources: Coinbase Smart Wallet's README
 * (github.com/coinbase/smart-wallet), ZeroDev's constants (github.com/zerodevapp/sdk, KernelVersionToAddressesMap).
 */
const SMART_ACCOUNTS: ReadonlyMap<Address, string> = new Map<Address, string>([
  ['0x000100abaad02f1cfc8bbe32bd5a564817339e72', 'Coinbase Smart Wallet 1'],
  ['0x00000110dcdedc9581cb5ecb8467282f2926534d', 'Coinbase Smart Wallet 1.1'],
  ['0x94f097e1ebeb4eca3aae54cabb08905b239a7d27', 'ZeroDev Kernel 3.0'],
  ['0xbac849bb641841b44e965fb01a4bf5f074f84b4d', 'ZeroDev Kernel 3.1'],
  ['0xd830d15d3dc0c269f3dbaa0f3e8626d33cfdabe1', 'ZeroDev Kernel 3.2'],
  ['0xd6cedde84be40893d153be9d467cd6ad37875b28', 'ZeroDev Kernel 3.3'],
])

const SINGLETON_SLOT: Hex = `0x${'0'.repeat(64)}`

/**
 * What the contract is built as. Its code must be known to obey the slot that is read, so that storing a famous address
 * there is not enough: a Safe is a genuine proxy of a genuine singleton, a smart account a proxy that runs its slot and nothing
 * else. One read at most, none for other code; null when the read fails.
 */
export async function accountKind(
  chain: ChainSource,
  { block, address, traits }: { block: PinnedBlock; address: Address; traits: CodeTraits },
  signal: AbortSignal,
): Promise<AccountKind | null> {
  if (traits.clones !== null) {
    const name = SMART_ACCOUNTS.get(traits.clones)
    return name === undefined
      ? { type: 'clone', implementation: traits.clones }
      : { type: 'smart-account', name, implementation: traits.clones }
  }
  const isSafe = SAFE_PROXY_CODE.has(traits.hash)
  if (!isSafe && traits.implementationSlot === null) return null
  const word = await readSlot(chain, { block, address, slot: isSafe ? SINGLETON_SLOT : IMPLEMENTATION_SLOT }, signal)
  const implementation = addressAt(word)
  if (implementation === null || BigInt(implementation) === 0n) return null
  if (isSafe) {
    const version = SAFE_SINGLETONS.get(implementation)
    return version === undefined ? null : { type: 'safe', version, singleton: implementation }
  }
  const name = traits.implementationSlot === 'plain' ? SMART_ACCOUNTS.get(implementation) : undefined
  return name === undefined ? { type: 'proxy', implementation } : { type: 'smart-account', name, implementation }
}

/** Puts both slots into the cache with the code, for a contract that is not known yet. */
export async function readAheadOfKind(
  chain: ChainSource,
  { block, address }: { block: PinnedBlock; address: Address },
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(
    [SINGLETON_SLOT, IMPLEMENTATION_SLOT].map((slot) => readSlot(chain, { block, address, slot }, signal)),
  )
}

async function readSlot(
  chain: ChainSource,
  { block, address, slot }: { block: PinnedBlock; address: Address; slot: Hex },
  signal: AbortSignal,
): Promise<Hex | null> {
  try {
    return await chain.storage(block, address, slot, signal)
  } catch {
    signal.throwIfAborted()
    return null
  }
}
