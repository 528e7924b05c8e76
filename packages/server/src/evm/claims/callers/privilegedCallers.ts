import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { PrivilegedAccount } from '@redoubt/risk/facts/privileges.ts'
import { privilegedAccount } from '../../bytecode/proxy/privilegedAccount.ts'
import { isBurnAddress } from '../../privileges/effects.ts'
import type { Candidate } from '../../privileges/holders/candidate.ts'
import type { PrivilegesRequest } from '../../privileges/privilegesRequest.ts'
import { createBudget } from '../../trade/tradeContext.ts'
import type { Payer } from '../calls/readPayer.ts'
import type { ClaimSources } from '../runs/claimRuns.ts'
import type { CallerLookup } from './callerLookup.ts'
import { creationOf } from './creationOf.ts'

export type PrivilegedCaller = { candidate: Candidate; account: PrivilegedAccount }
/** The callers that are tried, and all accounts that the contract names in its code, storage and getters. */
export type PrivilegedCallers = { callers: PrivilegedCaller[]; named: Address[] }

const MAX_CANDIDATES = 6
const MAX_CALLERS = 3
const MAX_RUNS = 40
/** Of accounts that may have a privilege, those that act alone and at once first. */
const ORDER: readonly PrivilegedAccount['account'][] = ['eoa', 'multisig', 'contract', 'governor', 'timelock']

type Asked = { block: PinnedBlock; payer: Payer; except: readonly Address[]; callersOf: CallerLookup }

/** Returns the accounts that may have privileges over a contract, with what kind of account each is; private keys first. */
export async function privilegedCallers(
  sources: ClaimSources,
  { block, payer, except, callersOf }: Asked,
  signal: AbortSignal,
): Promise<PrivilegedCallers> {
  const { chain } = sources
  const { named, unique } = await possibleCallers(sources, { block, payer, except, callersOf }, signal)
  const found = await Promise.all(
    unique.slice(0, MAX_CANDIDATES).map(async (candidate): Promise<PrivilegedCaller> => {
      const account = await privilegedAccount(chain, { block, address: candidate.address, by: candidate.by }, signal)
      return { candidate, account }
    }),
  )
  const rank = ({ account: { account } }: PrivilegedCaller) => ORDER.indexOf(account)
  const callers = found.filter((one) => rank(one) >= 0).toSorted((a, b) => rank(a) - rank(b))
  return { callers: callers.slice(0, MAX_CALLERS), named: named.map(({ address: one }) => one) }
}

/** Returns all accounts that a contract, its creation and its logs name, each once, and the transaction that created it (null: unknown). */
export async function possibleCallers(
  { chain, simulator, bytecode, verification }: ClaimSources,
  { block, payer, except, callersOf }: Asked,
  signal: AbortSignal,
): Promise<{ named: Candidate[]; unique: Candidate[]; creation: Hex | null }> {
  const { address, bytecode: analysed, proxy } = payer
  const created = await creationOf({ chain, verification }, block, address, signal)
  const request: PrivilegesRequest = { block, address, bytecode: analysed, proxy, trade: null, ...created }
  const analyse = (of: Address, code: Hex, within: AbortSignal) =>
    bytecode.analyse({ address: of, code, abi: null }, within)
  const budget = createBudget(MAX_RUNS)
  const { own, insiders } = await callersOf({ chain, simulator, analyse }, request, budget, signal)
  const fixed = own.flatMap((target) => target.fixed.map(fixedCaller))
  const isPossible = ({ role, address: who }: Candidate) =>
    role !== 'stranger' && !except.includes(who) && !isBurnAddress(BigInt(who))
  const named = [...own.flatMap(({ candidates }) => candidates), ...fixed].filter(isPossible)
  const all = [...named, ...insiders.filter(isPossible)]
  // The first of each, in its place: an account of a role is often the creator, too.
  const unique = [...Map.groupBy(all, ({ address: who }) => who).values()].flatMap(([first]) => first ?? [])
  return { named, unique, creation: created.creation }
}

function fixedCaller(address: Address): Candidate {
  return { address, by: 'an address in its code', role: 'role', named: false }
}
