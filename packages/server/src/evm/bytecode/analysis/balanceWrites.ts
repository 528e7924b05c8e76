import type { Hex } from '@redoubt/risk/address.ts'
import type { BalanceWrite } from '@redoubt/risk/facts/bytecode.ts'
import type { CallFacts, Write } from './callFacts.ts'
import { partyOf } from './tests.ts'
import type { Value } from './value.ts'

/** Returns a function's effects on entries of the balances mappings, each kind once. */
export function balanceWrites({ writes }: CallFacts, balances: readonly Hex[]): BalanceWrite[] {
  const found = new Map<string, BalanceWrite>()
  for (const write of writes) {
    const { place, value, gated } = write
    if (place === null || place.kind !== 'mapping' || !balances.includes(place.slot)) continue
    const party = place.keys.map(partyOf).find((of) => of !== null) ?? null
    const of = party === 'caller' || party === 'origin' ? 'caller' : party === null ? 'other' : 'argument'
    const does = changeOf(value, write)
    found.set(`${does} ${of} ${gated}`, { does, of, gated })
  }
  return [...found.values()]
}

/** Whether the new value starts from what was there. */
function changeOf(value: Value, { place }: Write): BalanceWrite['does'] {
  const { op, args } = value
  const [first, second] = args
  const starts = (part: Value | undefined) =>
    part?.from.some(({ slot, kind }) => kind === 'mapping' && slot === place?.slot) === true
  if (op === 'SUB' && starts(first)) return 'subtracts'
  if (op === 'ADD' && (starts(first) || starts(second))) {
    // Adding a two's complement negative is subtraction.
    return 'adds'
  }
  if (op === 'ANY' && starts(value)) return 'adds'
  return 'sets'
}
