import type { Address } from '@redoubt/risk/address.ts'
import type { Explored } from '../paths/explored.ts'
import type { CalledFunction } from './calledFunctions.ts'
import { type Seizure, tokenWrites, type WordWrite } from './tokenWrites.ts'

const MAX_SUSPECTS = 6

/** What calls of a contract write: words, and lower balances of others. */
export type Writes = Pick<Awaited<ReturnType<typeof tokenWrites>>, 'words' | 'seizures'>

type Question = {
  functions: readonly CalledFunction[]
  found: Writes
  /** Slots of the balances and of the total supply. */
  balances: bigint | null
  supply: bigint | null
  /** Accounts that a list of callers may hold, asked for where there is such a list. */
  suspects(): Promise<readonly Address[]>
  /** A state of the contract for each run. */
  worldOf(): Explored
}

/** Adds what accounts on a list of callers write: for them the code goes through without lifting that guard. */
export async function withMembers(
  { functions, found, balances, supply, suspects, worldOf }: Question,
  signal: AbortSignal,
): Promise<Writes> {
  const listed = new Set([...found.words, ...found.seizures].filter(isListed).map(({ selector }) => selector))
  const asked = functions.filter(({ selector }) => listed.has(selector))
  const members: Writes = { words: [], seizures: [] }
  for (const caller of asked.length === 0 ? [] : (await suspects()).slice(0, MAX_SUSPECTS)) {
    const as: Explored = { ...worldOf(), caller: BigInt(caller), isMember: true }
    const { words, seizures } = await tokenWrites(as, asked, { balances, supply, signal })
    const by = <Write extends WordWrite | Seizure>(one: Write): Write[] =>
      isListed(one) ? [] : [{ ...one, guards: [...one.guards, { by: 'caller', holder: caller }] }]
    members.words.push(...words.flatMap(by))
    members.seizures.push(...seizures.flatMap(by))
  }
  const known = new Set([...members.words, ...members.seizures].map(({ selector }) => selector))
  const isOpen = (one: WordWrite | Seizure) => !isListed(one) || !known.has(one.selector)
  return {
    words: [...found.words.filter(isOpen), ...members.words],
    seizures: [...found.seizures.filter(isOpen), ...members.seizures],
  }
}

function isListed({ guards }: WordWrite | Seizure): boolean {
  return guards.some(({ by, holder }) => by === 'role' && holder === null)
}
