import type { Hex } from '@redoubt/risk/address.ts'
import type { TransferCondition, TransferPath } from '@redoubt/risk/facts/bytecode.ts'
import { type CallFacts, distinct } from './callFacts.ts'
import { type Functions, SELECTOR } from './locateSlots.ts'
import type { Test } from './tests.ts'
import { unmasked } from './tests.ts'
import type { Value } from './value.ts'

/** Roles of the arguments of the two functions. */
const PARTIES = {
  transfer: { caller: 'sender', 0: 'recipient' },
  transferFrom: { caller: 'caller', 0: 'sender', 1: 'recipient' },
} as const
type Parties = Partial<Record<string | number, TransferCondition['of']>>
const KINDS: Record<string, TransferPath['calls'][number]['kind']> = {
  CALL: 'call',
  STATICCALL: 'staticcall',
  DELEGATECALL: 'delegatecall',
  CALLCODE: 'delegatecall',
}

/** Returns the conditions of a transfer. `known`: balances, allowances and supply, which every transfer reads. */
export function transferPath(functions: Functions, known: ReadonlySet<Hex>): TransferPath | null {
  const transfer = functions.get(SELECTOR.transfer)
  if (transfer === undefined) return null
  const from = functions.get(SELECTOR.transferFrom)
  const both = from === undefined ? [transfer] : [transfer, from]
  const conditions = [
    ...conditionsOf(transfer, PARTIES.transfer),
    ...(from === undefined ? [] : conditionsOf(from, PARTIES.transferFrom)),
  ].filter(({ slot }) => slot === null || !known.has(slot))
  return {
    conditions: unique(conditions),
    scaledBy: distinct(both.flatMap(({ products }) => products.flatMap(({ value }) => factors(value)))).filter(
      (slot) => !known.has(slot),
    ),
    calls: unique(
      both.flatMap(({ calls }) => calls.map(({ op, to }) => ({ kind: KINDS[op] ?? 'call', ...whither(to) }))),
    ),
  }
}

export function selectorHex(selector: number): Hex {
  return `0x${selector.toString(16).padStart(8, '0')}`
}

function conditionsOf(facts: CallFacts, parties: Parties): TransferCondition[] {
  const condition = ({ about, slot, fixed, of }: Test): Omit<TransferCondition, 'demanded' | 'needs'> => ({
    about,
    slot,
    fixed,
    of: of === null ? null : of === 'origin' ? 'origin' : (parties[of] ?? null),
  })
  return [
    ...facts.demands.map((demand) => ({ ...condition(demand), demanded: true, needs: demand.needs })),
    ...facts.choices.map((choice) => ({ ...condition(choice), demanded: false, needs: null })),
  ]
}

/** Storage that an amount of the call is multiplied by. */
function factors({ args }: Value): Hex[] {
  const [one, two] = args
  if (one === undefined || two === undefined) return []
  return [
    [one, two],
    [two, one],
  ].flatMap(([amount, rate]) =>
    amount !== undefined && rate !== undefined && amount.marks & 64 ? rate.from.map(({ slot }) => slot) : [],
  )
}

function whither(to: Value): { to: TransferPath['calls'][number]['to']; slot: Hex | null } {
  const target = unmasked(to)
  if (target.constant !== null) return { to: 'fixed', slot: null }
  const place = target.op === 'SLOAD' ? target.from.at(-1) : undefined
  return place?.kind === 'word' ? { to: 'stored', slot: place.slot } : { to: 'other', slot: null }
}

function unique<Item>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()]
}
