import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { CallFrame } from '@redoubt/risk/facts/execution.ts'
import type { OpenSlot, SlotWriter } from '@redoubt/risk/facts/validityFacts.ts'
import { keccak256 } from 'viem/utils'
import type { SlotsRead } from '../simulation/readStateDiff.ts'
import type { Variant, VariantOutcome } from '../simulation/simulator.ts'
import { UNUSED_ACCOUNT } from './otherWords.ts'

const BALANCE_OF: Hex = '0x70a08231'
const TRANSFER: Hex = '0xa9059cbb'
/** Mappings of balances are declared early. */
const MAX_BASES = 64
/** ERC-7201 `openzeppelin.storage.ERC20`, whose first word is the mapping of balances. */
const NAMESPACED: Hex = '0x52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace00'
const MAX_ASKED = 4
/** Units of the token that are sent; the larger amount only to accounts that do nothing in the transaction. */
const UNIT = 1n
const MANY = 10n ** 24n
/** Balance of the made-up sender of tokens. */
const HOLDS = word(10n ** 30n)

/** A holding that an untrusted contract reads from a token. */
export type AskedBalance = {
  token: Address
  holder: Address
  slot: Hex
  value: Hex
  entryOf: (account: Address) => Hex
}

/** Finds the holdings of others that untrusted code reads from tokens, where the storage word behind the answer can be located. */
export function askedBalances(
  trace: CallFrame,
  read: SlotsRead,
  { trusted, principals }: { trusted: ReadonlySet<Address>; principals: readonly Address[] },
): AskedBalance[] {
  const found = new Map<string, AskedBalance>()
  const visit = ({ from, to, input, calls }: CallFrame) => {
    const holder: Address = `0x${input.slice(34, 74)}`
    const asks = input.startsWith(BALANCE_OF) && input.length >= 74 && !trusted.has(from)
    if (asks && to !== null && !principals.includes(holder) && !found.has(`${to} ${holder}`)) {
      const located = locate(holder, read.get(to) ?? new Map())
      if (located !== null) found.set(`${to} ${holder}`, { token: to, holder, ...located })
    }
    for (const call of calls) visit(call)
  }
  visit(trace)
  return [...found.values()].slice(0, MAX_ASKED)
}

/**
 * Runs the transaction after a token holder sent some there, and with an empty balance where the holder does not run. A change
 * that makes the outcome worse for the accounts at stake is returned as a slot that any account can write.
 * @param called accounts that run.
 */
export async function openBalances(
  compare: (variants: Variant[]) => Promise<VariantOutcome[]>,
  { asked, called }: { asked: readonly AskedBalance[]; called: readonly Address[] },
): Promise<OpenSlot[]> {
  const tried = asked.flatMap((one) => {
    const idle = !called.includes(one.holder)
    const sent = (idle ? [UNIT, MANY] : [UNIT]).map((amount) => ({ one, amount, variant: sentBefore(one, amount) }))
    const spent: Variant = { storage: { [one.token]: { [one.slot]: word(0n) } } }
    return idle && BigInt(one.value) > 0n ? [...sent, { one, amount: null, variant: spent }] : sent
  })
  const outcomes = await compare(tried.map(({ variant }) => variant))
  const found = new Map<AskedBalance, OpenSlot>()
  for (const effect of ['new-loss', 'worse'] as const)
    for (const [index, { one, amount }] of tried.entries()) {
      if (outcomes[index] !== effect || found.has(one) || (effect === 'worse' && amount !== UNIT)) continue
      found.set(one, openSlot(one, amount, effect))
    }
  return [...found.values()]
}

function openSlot({ token, holder, slot, value }: AskedBalance, amount: bigint | null, effect: 'new-loss' | 'worse') {
  const call = { selector: TRANSFER, signature: 'transfer(address,uint256)' }
  const writer: SlotWriter = { ...call, caller: 'anyone', by: [] }
  return {
    contract: token,
    slot,
    value,
    role: `balance of ${holder}`,
    writers: [writer],
    bounded: false,
    lastWrite: null,
    flip: { value: word(amount === null ? 0n : BigInt(value) + amount), effect },
    executed:
      amount === null
        ? null
        : { ...call, caller: UNUSED_ACCOUNT, account: 'anyone' as const, args: [holder, String(amount)] },
  }
}

function sentBefore({ token, holder, entryOf }: AskedBalance, amount: bigint): Variant {
  const data: Hex = `${TRANSFER}${padded(holder)}${word(amount).slice(2)}`
  return {
    storage: { [token]: { [entryOf(UNUSED_ACCOUNT)]: HOLDS } },
    before: { from: UNUSED_ACCOUNT, to: token, value: 0n, data },
  }
}

/** Returns the read storage word that is the holder's entry in a mapping, as Solidity or Vyper places it. */
function locate(
  holder: Address,
  words: ReadonlyMap<Hex, Hex>,
): Pick<AskedBalance, 'slot' | 'value' | 'entryOf'> | null {
  if (words.size === 0) return null
  for (let at = 0; at <= MAX_BASES; at++) {
    const base = at === MAX_BASES ? NAMESPACED.slice(2) : at.toString(16).padStart(64, '0')
    const layouts = [
      (account: Address) => keccak256(`0x${padded(account)}${base}`),
      (account: Address) => keccak256(`0x${base}${padded(account)}`),
    ]
    for (const entryOf of layouts) {
      const slot = entryOf(holder)
      const value = words.get(slot)
      if (value !== undefined) return { slot, value, entryOf }
    }
  }
  return null
}

function padded(address: Address): string {
  return address.slice(2).padStart(64, '0')
}

function word(value: bigint): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`
}
