import type { Address } from '@redoubt/risk/address.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import type { ProxyFact } from '@redoubt/risk/facts/privileges.ts'
import { createBudget } from '../../../trade/tradeContext.ts'
import type { PrivilegesContext } from '../../privilegesContext.ts'
import { WHAT } from '../commandCalls.ts'
import { closedToOthers } from './closedToOthers.ts'
import { namedMembers } from './namedMembers.ts'
import { signedBallot } from './signedBallot.ts'
import { votedBallot } from './votedBallot.ts'

/** Limit of sequences for one wallet. */
const MAX_RUNS = 700

/** So many of so many members have to agree; or one key is enough. */
export type Quorum = { needed: number; owners: number } | { key: Address }

/**
 * How many members of a contract have to agree before it makes a call, by their calls or signatures, as executed on the fork. `named`: accounts that it names, but for `except`. `wallets`: those
 * among them that one key commands. Null: it is no such wallet, or it could not be shown that fewer are not enough, and that there is no other way.
 * @throws SimulationUnavailable when the engine gave up.
 */
export async function provenQuorum(
  given: PrivilegesContext,
  {
    holder,
    bytecode,
    proxy,
    named: known,
    except,
    wallets,
  }: {
    holder: Address
    bytecode: Bytecode
    proxy: ProxyFact | null
    named: readonly Address[]
    except: Address | null
    wallets: ReadonlyMap<Address, readonly Address[]>
  },
): Promise<Quorum | null> {
  if (proxy !== null && proxy.upgradeable !== false) return null
  const budget = createBudget(MAX_RUNS)
  const context = { ...given, budget }
  const { functions } = bytecode
  const all = await namedMembers(context, { holder, functions, named: known })
  const named = all.filter((one) => one !== except)
  if (named.length < 2) return null
  const wallet = { holder, functions, named }
  const ballot = (await votedBallot(context, wallet)) ?? (await signedBallot(context, wallet))
  const failure = budget.failure()
  if (failure !== null) throw failure
  if (budget.report().cut.length > 0) given.budget.note(WHAT)
  if (ballot === null || 'key' in ballot) return ballot
  const { needed, members } = ballot
  // Wallets of one key are one member.
  const keyOf = (member: Address) => [...wallets].find(([, own]) => own.includes(member))?.[0] ?? member
  if (new Set(members.map(keyOf)).size < members.length) return null
  return (await closedToOthers(context, { holder, bytecode }, ballot)) ? { needed, owners: members.length } : null
}
