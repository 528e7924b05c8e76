import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { RevokedPermission, SkipReason } from '@redoubt/risk/facts/revocationFacts.ts'
import { decodeRevert } from '../decode/decodeRevert.ts'
import { transfersOf } from '../decode/emittedLogs.ts'
import type { CallOutcome, Simulator } from '../simulation/simulator.ts'
import type { RevocationCall } from './revocationCalls.ts'
import { runRevocations } from './runRevocations.ts'

/** Three times the gas of the most expensive honest revocation. Some airdropped tokens burn the gas of a revocation for others. */
const COSTLY_GAS = 300_000n

/** Permissions that one call revokes, and the calls that may do it, the ordinary one first. */
export type Candidate = { permissions: RevokedPermission[]; ways: RevocationCall[] }
/** The chosen call. `outcome` null: it could not be executed. */
export type Chosen = { call: RevocationCall; permissions: RevokedPermission[]; outcome: CallOutcome | null }
export type Refused = { candidate: Candidate; reason: SkipReason; detail: string }

/**
 * Executes the ordinary call of every candidate, and where that fails its alternatives, each on the state of the block. Chooses
 * the first that leaves nothing, else the call that leaves least. Throws like the simulator.
 */
export async function chooseCalls(
  simulator: Simulator,
  { block, account, candidates }: { block: PinnedBlock; account: Address; candidates: readonly Candidate[] },
  signal: AbortSignal,
): Promise<{ chosen: Chosen[]; refused: Refused[] }> {
  const attempt = async (tries: readonly Try[]): Promise<Tried[]> => {
    const probes = tries.map(({ candidate, call }) => ({ calls: [call], permissions: candidate.permissions }))
    const runs = await runRevocations(simulator, { block, account, probes }, signal)
    return tries.map((one, index) => judge(account, one, runs[index] ?? null))
  }
  const first = await attempt(candidates.flatMap((candidate) => triesOf(candidate, 0, 1)))
  const unsettled = first.filter((tried) => !isSettled(tried)).map(({ candidate }) => candidate)
  const further = await attempt(unsettled.flatMap((candidate) => triesOf(candidate, 1)))
  const tried = Map.groupBy([...first, ...further], ({ candidate }) => candidate)
  const chosen: Chosen[] = []
  const refused: Refused[] = []
  for (const candidate of candidates) {
    const all = tried.get(candidate) ?? []
    const accepted = all.filter(({ objection: against }) => against === null)
    const best = accepted.find(isSettled) ?? accepted[0]
    // The ordinary call's failure tells more than those of its alternatives.
    const against = all[0]?.objection
    if (best !== undefined) chosen.push({ ...best, permissions: best.left })
    else if (against) refused.push({ candidate, ...against })
  }
  return { chosen, refused }
}

type Try = { candidate: Candidate; call: RevocationCall }
type Tried = Try & { outcome: CallOutcome | null; left: RevokedPermission[]; objection: ReturnType<typeof objection> }

function triesOf(candidate: Candidate, from: number, to?: number): Try[] {
  return candidate.ways.slice(from, to).map((call) => ({ candidate, call }))
}

function judge(account: Address, one: Try, run: Awaited<ReturnType<typeof runRevocations>>[number]): Tried {
  const { permissions } = one.candidate
  const outcome = run?.outcomes[0] ?? null
  const left = permissions.map((permission, index) => ({ ...permission, after: run?.left[index] ?? null }))
  if (outcome === null) return { ...one, outcome, left, objection: null }
  const amounts = { account, before: permissions.map(({ before }) => before), left: left.map(({ after }) => after) }
  return { ...one, outcome, left, objection: objection(outcome, amounts) }
}

/** Whether no better call exists: it leaves nothing, or nothing more can be known, or its contract is hostile. */
function isSettled({ outcome, left, objection: against }: Tried): boolean {
  if (outcome === null) return true
  if (against !== null) return against.reason === 'moves-assets' || against.reason === 'costly'
  return left.every(({ after }) => after === 0n)
}

/**
 * Returns why an executed call is not to be proposed; null when it revokes something. Unreadable permissions do not count against
 * it.
 */
function objection(
  outcome: CallOutcome,
  { account, before, left }: { account: Address; before: readonly bigint[]; left: readonly (bigint | null)[] },
): { reason: SkipReason; detail: string } | null {
  if (!outcome.success) {
    const why = decodeRevert(outcome.output)
    return { reason: 'refused', detail: `The contract refuses it${why === null ? '' : `: "${why}"`}.` }
  }
  const logs = outcome.logs.map((log) => ({ ...log, selector: '0x' as const }))
  if (transfersOf(logs).some(({ from, amount }) => from === account && amount > 0n))
    return { reason: 'moves-assets', detail: 'The call that should withdraw it moves tokens out of the account.' }
  if (outcome.gasUsed > COSTLY_GAS * BigInt(Math.max(before.length, 1)))
    return { reason: 'costly', detail: `The call that should withdraw it uses ${outcome.gasUsed} gas.` }
  if (left.length > 0 && left.every((amount, index) => amount !== null && amount >= (before[index] ?? 0n)))
    return { reason: 'no-effect', detail: 'The call succeeds and the permission stays.' }
  return null
}
