import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { WalletContract } from '@redoubt/risk/facts/walletContract.ts'
import { keccak256, stringToHex } from 'viem/utils'
import { addressAt, wordAt } from '../decode/callData.ts'
import type { ChainSource } from '../rpc/chainSource.ts'

/** Offsets beyond this are none that a contract writes. */
const FAR = 4_096n

/** Ends of the linked lists of Safe and of ERC-7579 accounts. */
const SENTINEL: Address = `0x${'1'.padStart(40, '0')}`

const PAGE = 50

/** 200 modules; a wallet has a handful. */
const MAX_PAGES = 4

const PAGE_ANSWER = 96 + 32 * PAGE

const SAFE_GAS = 1_000_000

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

const SMART_ACCOUNT_GAS = 500_000

/** `rootValidator()` of ZeroDev's Kernel 3: 21 bytes, the kind of validator and its address. */
const ROOT_VALIDATOR: Hex = '0xf1f7f0f9'

/** Kernel's kinds of validators: an ERC-7579 module, or a permission that is none. */
const MODULE_VALIDATOR = 1n

/**
 * What a contract account is made of. Its code has proved what it is (`account.kind`), so its answers are believed; a proxy
 * or a clone of anything else is a plain contract, whatever it says. Null for what has no code of its own but a key, and for
 * precompiles. A few reads that leave together; pages of modules follow.
 * @param accountOf the facts of the delegate of an EIP-7702 account.
 * @throws when the network fails, or a Safe gives no answer to what every Safe answers.
 */
export async function gatherWalletContract(
  { chain, accountOf }: { chain: ChainSource; accountOf(address: Address): Promise<Account> },
  { block, account }: { block: PinnedBlock; account: Account },
  signal: AbortSignal,
): Promise<WalletContract | null> {
  const { address, kind } = account
  if (account.class === 'delegated-eoa' && account.delegate !== null)
    return { type: 'delegated', delegate: await accountOf(account.delegate) }
  if (account.class !== 'contract') return null
  if (kind?.type === 'safe') return readSafe(chain, { block, address, version: kind.version }, signal)
  if (kind?.type === 'smart-account') return readSmartAccount(chain, { block, address, ...kind }, signal)
  return { type: 'contract' }
}

type SmartAccount = Extract<WalletContract, { type: 'smart-account' }>

/**
 * An ERC-4337 account whose implementation is known, with the ERC-7579 module that decides who it obeys. Kernel keeps no list
 * of its other modules, so that one is not all (`complete` false); Coinbase Smart Wallet has no modules.
 */
async function readSmartAccount(
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
  const question = { to: address, data: ROOT_VALIDATOR, gas: SMART_ACCOUNT_GAS, max: 32, topic: 'holdings' } as const
  const word = wordAt(await chain.ask(block, question, signal))
  if (word === null || word >> 248n !== MODULE_VALIDATOR) return { ...account, modules: [], complete: false }
  const module = (word >> 88n) & (2n ** 160n - 1n)
  return { ...account, modules: [`0x${module.toString(16).padStart(40, '0')}`], complete: false }
}

type SafeWallet = Extract<WalletContract, { type: 'safe' }>

/** A genuine Safe, by its own answers and slots. `complete` false: it has more owners or modules than are read. */
async function readSafe(
  chain: ChainSource,
  { block, address, version }: { block: PinnedBlock; address: Address; version: string },
  signal: AbortSignal,
): Promise<SafeWallet> {
  const ask = (data: Hex, max = 32) =>
    chain.ask(block, { to: address, data, gas: SAFE_GAS, max, topic: 'holdings' }, signal)
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

/**
 * Walks a linked list of addresses that a contract gives in pages: `f(address start, uint256 size)` answers
 * `(address[] page, address next)`. Null when it does not; `whole` false when it is longer than is read, or runs in a circle.
 */
async function readPages(
  ask: (data: Hex, max: number) => Promise<Hex | null>,
  selector: Hex,
): Promise<{ addresses: Address[]; whole: boolean } | null> {
  const found = new Set<Address>()
  let start = SENTINEL
  for (let page = 0; page < MAX_PAGES; page++) {
    const word = (value: string) => value.padStart(64, '0')
    const data: Hex = `${selector}${word(start.slice(2))}${word(PAGE.toString(16))}`
    const answer = await ask(data, PAGE_ANSWER)
    const listed = addressesAt(answer)
    const next = addressAt(answer, 1)
    if (listed === null || next === null) return page === 0 ? null : { addresses: [...found], whole: false }
    for (const address of listed.addresses) found.add(address)
    if (!listed.whole) return { addresses: [...found], whole: false }
    if (next === SENTINEL || BigInt(next) === 0n) return { addresses: [...found], whole: true }
    // Before 1.4.0 `next` is the first of the page that follows and is left out of it; since then the last of this one.
    found.add(next)
    start = next
  }
  return { addresses: [...found], whole: false }
}

/** The `address[]` that the first word of an answer points to; null when there is none. One cut short is not whole. */
function addressesAt(answer: Hex | null): { addresses: Address[]; whole: boolean } | null {
  const offset = wordAt(answer)
  if (offset === null || offset % 32n !== 0n || offset > FAR) return null
  const start = Number(offset / 32n)
  const count = wordAt(answer, start)
  if (count === null) return null
  const addresses: Address[] = []
  for (let at = 1; BigInt(at) <= count; at++) {
    const address = addressAt(answer, start + at)
    if (address === null) return { addresses, whole: false }
    addresses.push(address)
  }
  return { addresses, whole: true }
}
