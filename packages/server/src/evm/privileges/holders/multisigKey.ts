import type { Address } from '@redoubt/risk/address.ts'
import { ASK, ask } from '../../bytecode/proxy/askAddress.ts'
import { wordAt } from '../../decode/callData.ts'
import { delegateOf } from '../../rpc/rpcValues.ts'
import type { Budget } from '../../trade/tradeContext.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import { type Asked, accountsIn, keysAmong, WHAT } from './commandCalls.ts'

/** Finds the key that alone commands a wallet. */
type CommandOf = (wallet: Asked, budget: Budget) => Promise<Address | null>
/** Multisigs above it, and executions that all wallets of the first one share. */
type Shared = { depth: number; budget: Budget }

/** Accounts with code that are looked at as wallets. */
const MAX_WALLETS = 8
/** Multisigs that own multisigs. */
const MAX_DEPTH = 2
const MAX_OWNERS = 48
/** Of a list before its entries. */
const HEAD_WORDS = 2

/**
 * The account whose signatures are all that a Safe needs: one that owns it with a threshold of one, or that commands so many of its owners, itself
 * among them, as the threshold asks for. An owner may be such a Safe. Owners and wallets that were not looked at are named in the budget.
 */
export async function singleOwner(
  context: PrivilegesContext,
  { holder, except }: Asked,
  commandOf: CommandOf,
  shared: Shared,
): Promise<Address | null> {
  const { chain, block, signal } = context
  const [threshold, owners] = await Promise.all([
    ask(chain, { block, to: holder, data: ASK.getThreshold }, signal),
    ask(chain, { block, to: holder, data: ASK.getOwners }, signal),
  ])
  const needed = wordAt(threshold)
  if ((wordAt(owners, 1) ?? 0n) > BigInt(MAX_OWNERS)) context.budget.note(WHAT)
  const others = accountsIn(owners, HEAD_WORDS + MAX_OWNERS).filter((one) => one !== except)
  if (needed === null || needed === 0n || BigInt(others.length) < needed) return null
  const keys = await keysAmong({ chain, block, signal }, others)
  const [first] = keys
  if (needed === 1n && first !== undefined) return first
  // One key, and every wallet, are not enough.
  if (BigInt(others.length - keys.length + Math.min(keys.length, 1)) < needed) return null
  const wallets = await walletsOf(context, { accounts: others, except }, commandOf, shared)
  const [most] = [...wallets]
    .map(([key, own]) => ({ key, signs: own.length + Number(keys.includes(key)) }))
    .toSorted((one, other) => other.signs - one.signs)
  return most !== undefined && BigInt(most.signs) >= needed ? most.key : null
}

/** Wallets among some accounts, by the key that alone commands each: a multisig of one key, or another contract that obeys it. */
export async function walletsOf(
  context: PrivilegesContext,
  { accounts, except }: { accounts: readonly Address[]; except: Address | null },
  commandOf: CommandOf,
  { depth, budget }: Shared,
): Promise<Map<Address, Address[]>> {
  const { chain, block, signal } = context
  const codes = await Promise.all(accounts.map((one) => chain.code(block, one, signal)))
  const coded = accounts.filter((_, at) => {
    const code = codes[at] ?? '0x'
    return code !== '0x' && delegateOf(code) === null
  })
  if (coded.length > MAX_WALLETS) context.budget.note(WHAT)
  const wallets = new Map<Address, Address[]>()
  for (const holder of coded.slice(0, MAX_WALLETS)) {
    const key = await keyOf(holder)
    if (key !== null) wallets.set(key, [...(wallets.get(key) ?? []), holder])
  }
  return wallets

  async function keyOf(holder: Address): Promise<Address | null> {
    const threshold = wordAt(await ask(chain, { block, to: holder, data: ASK.getThreshold }, signal))
    if (threshold === null || threshold === 0n) return commandOf({ holder, except }, budget)
    if (depth < MAX_DEPTH) return singleOwner(context, { holder, except }, commandOf, { depth: depth + 1, budget })
    context.budget.note(WHAT)
    return null
  }
}
