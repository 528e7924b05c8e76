import type { Address } from '@redoubt/risk/address.ts'
import type { ClaimSwitch } from '@redoubt/risk/facts/claim.ts'
import { codeSchedule } from '../../bytecode/proxy/codeSchedule.ts'
import { laterSimulator } from '../../simulation/laterSimulator.ts'
import { createCallerLookup } from '../callers/callerLookup.ts'
import type { OwnerQuestion } from '../callers/privilegedActs.ts'
import type { ClaimQuestion } from '../calls/claimValues.ts'
import type { Payer } from '../calls/readPayer.ts'
import { searchExits } from '../exits/searchExits.ts'
import type { Best, ClaimSources } from '../runs/claimRuns.ts'
import { laterCalls } from './laterCalls.ts'
import type { SwitchQuestion } from './switchQuestion.ts'
import { withdrawalSwitches } from './withdrawalSwitches.ts'

/** `closesAfter`: seconds after the transaction from which other code runs that pays no withdrawal; null: none was found. */
export type LaterCodeFindings = { switches: ClaimSwitch[]; closesAfter: number | null }

const PAID_PERCENT = 50n
/** Percent of the deposit from which a call takes it. */
const TAKEN_PERCENT = 50n

/**
 * Finds what privileged accounts can do to a deposit once other code runs in the contract's place by itself, as from a date on. Everything is
 * executed at that time, on the state after the deposit: a withdrawal first, then the privileged calls before it.
 */
export async function laterCodeSwitches(
  sources: ClaimSources,
  question: SwitchQuestion,
  deposit: { asked: ClaimQuestion; owned: OwnerQuestion },
  signal: AbortSignal,
): Promise<LaterCodeFindings> {
  const { block, contract: address, work } = question
  const payer = deposit.owned.payers.find((one) => one.address === address)
  const found: LaterCodeFindings = { switches: [], closesAfter: null }
  if (payer === undefined || work.isOver()) return found
  const schedule = await codeSchedule(sources, { block, address, proxy: payer.proxy }, signal)
  const own = schedule?.later ?? []
  const later = own.length > 0 ? own : await laterCalls(sources, question, payer, signal)
  for (const { running, seconds } of later) {
    const code = own.length > 0 ? running : payer.bytecode.address
    const at = { ...sources, simulator: laterSimulator(sources.simulator, seconds) }
    const paid = await paidBy(at, payer, code)
    if (paid === null) found.closesAfter ??= Number(seconds)
    const asked: SwitchQuestion = {
      ...question,
      // A function that no longer pays the depositor is no withdrawal: others may use it.
      paid: paid ?? { ...question.paid, call: null },
      running: code,
      byAnyone: true,
      callersOf: createCallerLookup(),
    }
    const switches = await withdrawalSwitches(at, asked, signal)
    // Where no withdrawal pays any more, no call stops one.
    const counted = switches.filter((one) => (paid !== null && one.anyone !== true) || takesMost(one))
    const after = Number(seconds)
    found.switches.push(
      ...counted.map((one) => ({ ...one, after: after + (one.after ?? 0), ofLaterCode: true as const })),
    )
  }
  return found

  function takesMost({ takes }: ClaimSwitch): boolean {
    const own = question.watched.find(({ asset }) => asset === (takes?.asset ?? null))
    return takes !== null && own !== undefined && takes.amount * 100n >= own.amount * TAKEN_PERCENT
  }

  /** Returns a withdrawal that pays at that time: today's, else a function of the later code. Null: none does. */
  async function paidBy(later: ClaimSources, of: Payer, running: Address): Promise<Best | null> {
    const { account, held, runs, watched, paid } = question
    const { walk } = paid
    if (walk !== null) {
      const sequences = [runs.sequenceOf(account, held, walk)]
      const [outcomes = null] = await later.simulator.simulateSequences({ block, sequences, transfers: true, signal })
      const returned = runs.read(account, walk, outcomes)?.returned.at(-1) ?? []
      const isPaid = watched.every((_, at) => (returned[at] ?? 0n) * 100n >= (paid.returned[at] ?? 0n) * PAID_PERCENT)
      if (isPaid) return { ...paid, returned }
    }
    const code = await sources.chain.code(block, running, signal)
    const bytecode = await sources.bytecode.analyse({ address: running, code, abi: null }, signal)
    if (bytecode === null) return paid
    const payers = [{ ...of, bytecode, functions: bytecode.functions }]
    const { values, stand } = deposit.owned
    const searched = { account, held, payers, values, watched, runs, stand, work }
    const { best, complete } = await searchExits(later, block, deposit.asked, searched, signal)
    if (best.call !== null) return best
    return complete ? null : paid
  }
}
