import type { Address } from '@redoubt/risk/address.ts'
import { ASK, ask } from '../../bytecode/proxy/askAddress.ts'
import { wordAt } from '../../decode/callData.ts'
import { delegateOf } from '../../rpc/rpcValues.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import { type Asked, accountsIn, keysAmong } from './commandCalls.ts'

/** Finds the key that alone commands a contract. */
type CommandOf = (asked: Asked) => Promise<Address | null>

/** Owners of one multisig that are looked at as wallets. */
const MAX_WALLETS = 4

/**
 * The account whose signatures are all that a Safe needs: one that owns it with a threshold of one, or that commands as many of its owners as
 * the threshold asks for.
 */
export async function singleOwner(
  context: PrivilegesContext,
  { holder, except }: Asked,
  commandOf: CommandOf,
): Promise<Address | null> {
  const { chain, block, signal } = context
  const [threshold, owners] = await Promise.all([
    ask(chain, { block, to: holder, data: ASK.getThreshold }, signal),
    ask(chain, { block, to: holder, data: ASK.getOwners }, signal),
  ])
  const needed = wordAt(threshold)
  const others = accountsIn(owners).filter((one) => one !== except)
  if (needed === null || needed === 0n || BigInt(others.length) < needed) return null
  const keys = await keysAmong({ chain, block, signal }, others)
  if (needed === 1n) return keys[0] ?? null
  const wallets = await walletsOf(context, { accounts: others, except }, commandOf)
  const [most] = [...wallets]
    .map(([key, own]) => ({ key, signs: own.length + Number(keys.includes(key)) }))
    .toSorted((one, other) => other.signs - one.signs)
  return most !== undefined && BigInt(most.signs) >= needed ? most.key : null
}

/** Wallets among some accounts, by the key that alone commands each. Looked for where several have code of one kind. */
export async function walletsOf(
  context: PrivilegesContext,
  { accounts, except }: { accounts: readonly Address[]; except: Address | null },
  commandOf: CommandOf,
): Promise<Map<Address, Address[]>> {
  const { chain, block, signal } = context
  const codes = await Promise.all(accounts.map((one) => chain.code(block, one, signal)))
  const coded = accounts.flatMap((address, at) => {
    const code = codes[at] ?? '0x'
    return code === '0x' || delegateOf(code) !== null ? [] : [{ address, size: code.length }]
  })
  const [same = []] = [...Map.groupBy(coded, ({ size }) => size).values()].toSorted((a, b) => b.length - a.length)
  const wallets = new Map<Address, Address[]>()
  if (same.length < 2) return wallets
  for (const { address } of same.slice(0, MAX_WALLETS)) {
    const key = await commandOf({ holder: address, except })
    if (key !== null) wallets.set(key, [...(wallets.get(key) ?? []), address])
  }
  return wallets
}
