import type { Address } from '@redoubt/risk/address.ts'
import type { FixtureAccount } from '../replay/fixtureSource.ts'
import { type AttackNode, balanceOf, ownerOf, type Slots, type Step, wordOf } from './attackNode.ts'
import type { Base } from './bases.ts'

/** What a thief has in the end: a fungible amount, an item, or coins (`token` null). */
export type Loot = { token: Address | null; item: bigint | null; taker: Address }
export type Attack = {
  transformation: string
  shape: string
  /** What of the transformation differs from attack to attack. */
  variant: string
  base: Base
  /** What the wallet asks about. */
  body: Record<string, unknown>
  /** The victim's transactions. */
  steps: Step[]
  /** What the thief sends later. */
  later: Step[]
  loot: Loot[]
  /** State that the bench adds: what the victim holds. */
  slots: Slots
  /** Accounts that only this attack needs. */
  parts?: readonly [Address, FixtureAccount][]
}

/** Why an attack is none when it is executed; null when the taker gets something of everything that it is after. */
export async function whyHarmless(node: AttackNode, { base, steps, later, loot }: Attack): Promise<string | null> {
  const reads = loot.map(({ token, item, taker }): Step | null => {
    if (token === null) return null
    return { from: base.from, to: token, data: item === null ? balanceOf(taker) : ownerOf(item) }
  })
  const asked = reads.filter((read) => read !== null)
  const outcomes = await node.run([...asked, ...steps, ...later, ...asked])
  const acts = outcomes.slice(asked.length, asked.length + steps.length + later.length)
  if (acts.slice(0, steps.length).some(({ done }) => !done)) return "the victim's transaction fails"
  if (acts.some(({ done }) => !done)) return 'the thief cannot take'
  const before = outcomes.slice(0, asked.length)
  const after = outcomes.slice(-asked.length)
  const gained = loot
    .filter(({ token }) => token !== null)
    .every(({ item, taker }, index) => {
      const [was, is] = [wordOf(before[index]?.output ?? null), wordOf(after[index]?.output ?? null)]
      return item === null ? is > was : is === BigInt(taker)
    })
  return asked.length === 0 || gained ? null : 'the thief gets nothing'
}
