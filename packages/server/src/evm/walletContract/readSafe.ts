import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { WalletContract } from '@redoubt/risk/facts/walletContract.ts'
import { keccak256, stringToHex } from 'viem/utils'
import { addressAt, wordAt } from '../decode/callData.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { addressesAt } from './addressesAt.ts'
import { readPages } from './readPages.ts'

type SafeWallet = Extract<WalletContract, { type: 'safe' }>

const READ_GAS = 1_000_000
const MAX_OWNERS = 100
const OWNERS_ANSWER = 64 + 32 * MAX_OWNERS
// Slots as Safe's source names them (GuardManager since 1.3.0, FallbackManager since 1.1.0, ModuleManager since 1.5.0).
const GUARD_SLOT = keccak256(stringToHex('guard_manager.guard.address'))
const FALLBACK_SLOT = keccak256(stringToHex('fallback_manager.handler.address'))
const MODULE_GUARD_SLOT = keccak256(stringToHex('module_manager.module_guard.address'))

const GET_OWNERS: Hex = '0xa0e67e2b'
const GET_THRESHOLD: Hex = '0xe75235b8'
/** `getModulesPaginated(address,uint256)`, since 1.1.0. */
const MODULES_PAGE: Hex = '0xcc2f8452'
/** `getModules()`, all that 1.0.0 has. */
const GET_MODULES: Hex = '0xb2494df3'

/** A genuine Safe, by its own answers and slots. `complete` false: it has more owners or modules than are read. */
export async function readSafe(
  chain: ChainSource,
  { block, address, version }: { block: PinnedBlock; address: Address; version: string },
  signal: AbortSignal,
): Promise<SafeWallet> {
  const ask = (data: Hex, most = 32) =>
    chain.ask(block, { to: address, data, gas: READ_GAS, most, topic: 'holdings' }, signal)
  const slot = async (name: Hex) => {
    const stored = addressAt(await chain.storage(block, address, name, signal))
    return stored === null || BigInt(stored) === 0n ? null : stored
  }
  const [listed, threshold, modules, guard, moduleGuard, fallbackHandler] = await Promise.all([
    ask(GET_OWNERS, OWNERS_ANSWER),
    ask(GET_THRESHOLD),
    version === '1.0.0'
      ? ask(GET_MODULES, OWNERS_ANSWER).then((answer) => addressesAt(answer))
      : readPages(ask, MODULES_PAGE),
    slot(GUARD_SLOT),
    slot(MODULE_GUARD_SLOT),
    slot(FALLBACK_SLOT),
  ])
  const owners = addressesAt(listed)
  const needed = wordAt(threshold)
  if (owners === null || needed === null) throw new Error('the Safe did not say who owns it')
  return {
    type: 'safe',
    version,
    owners: owners.addresses,
    threshold: Number(needed),
    modules: modules?.addresses ?? [],
    guard,
    moduleGuard,
    fallbackHandler,
    complete: owners.whole && modules?.whole === true,
  }
}
