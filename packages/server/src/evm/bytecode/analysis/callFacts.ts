import type { Hex } from '@redoubt/risk/address.ts'
import type { ComparedValues } from '@redoubt/risk/facts/bytecode.ts'
import { comparedValues } from './comparedValues.ts'
import { reachOf } from './reach.ts'
import type { Effect } from './step.ts'
import { type Test, testsOf } from './tests.ts'
import type { Place } from './value.ts'
import type { Stretch, Walk } from './walk.ts'

/** A branch with one side that certainly fails: the condition for going on. */
export type Demand = Test & {
  /** `list`, `flag`, `account`: the required value; null when unknown. */
  needs: boolean | null
}
/** A write to storage; `gated`: each successful path to it compares the caller with a stored or fixed account. */
export type Write = Extract<Effect, { type: 'write' }> & { gated: boolean }

/** Possible acts of one function of a contract, over all its paths. */
export type CallFacts = {
  reads: Hex[]
  places: Place[]
  writes: Write[]
  demands: Demand[]
  /** Branches that only choose between paths. */
  choices: Test[]
  calls: Extract<Effect, { type: 'call' }>[]
  products: Extract<Effect, { type: 'multiply' }>[]
  mentions: number[]
  opcodes: Set<string>
  gated: boolean
  /** Values that callers are compared with. */
  gates: Demand[]
  complete: boolean
  compared: ComparedValues | undefined
}

/** Gathers the results of a walk. `personal`: mappings where an entry is no privilege (balances, allowances). */
export function callFacts(walk: Walk, personal: ReadonlySet<Hex>): CallFacts {
  const reach = reachOf(walk)
  const demands: Demand[] = []
  const choices: Test[] = []
  const gates: Demand[] = []
  const barriers = new Set<Stretch>()
  for (const stretch of walk.stretches) {
    const [taken, other] = stretch.next
    if (stretch.conditions.length === 0 || taken === undefined || !reach.alive(stretch)) continue
    const tests = stretch.conditions.flatMap((condition) => testsOf(condition))
    const takenLives = reach.alive(taken)
    const deadEnd = other !== undefined && takenLives !== reach.alive(other)
    if (!deadEnd) choices.push(...tests)
    else {
      const needed = tests.map((test) => ({ ...test, needs: test.truth === null ? null : test.truth === takenLives }))
      demands.push(...needed)
      const own = needed.filter((demand) => isGate(demand, personal))
      if (own.length > 0 && own.length === needed.length) {
        barriers.add(stretch)
        gates.push(...own)
      }
    }
  }
  const living = walk.stretches.filter(reach.alive)
  const effects = living.flatMap(({ effects }) => effects)
  const free = reach.freeOf(barriers)
  const of = <Type extends Effect['type']>(type: Type) =>
    effects.filter((effect): effect is Extract<Effect, { type: Type }> => effect.type === type)
  const places = of('read').flatMap(({ place }) => place ?? [])
  return {
    reads: distinct(places.map(({ slot }) => slot)),
    places,
    writes: living.flatMap((stretch) =>
      stretch.effects.flatMap((effect) =>
        effect.type === 'write' ? [{ ...effect, gated: barriers.size > 0 && !free(stretch) }] : [],
      ),
    ),
    demands,
    choices,
    calls: of('call'),
    products: of('multiply'),
    mentions: distinct(of('mention').map(({ selector }) => selector)),
    opcodes: new Set(effects.flatMap(opcodeOf)),
    gated: barriers.size > 0 && !free(walk.entry),
    gates,
    complete: walk.complete,
    compared: comparedValues(living.flatMap(({ conditions }) => conditions)),
  }
}

function isGate({ about, of, slot, needs }: Demand, personal: ReadonlySet<Hex>): boolean {
  if (of !== 'caller' && of !== 'origin') return false
  if (about === 'account') return needs !== false
  return about === 'list' && needs !== false && slot !== null && !personal.has(slot)
}

function opcodeOf(effect: Effect): string[] {
  if (effect.type === 'call' || effect.type === 'create') return [effect.op]
  return effect.type === 'selfdestruct' ? ['SELFDESTRUCT'] : effect.type === 'origin' ? ['ORIGIN'] : []
}

export function distinct<Item>(items: readonly Item[]): Item[] {
  return [...new Set(items)]
}
