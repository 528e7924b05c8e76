import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Permission } from '@redoubt/risk/facts/revocationFacts.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { Read } from '../decode/callData.ts'
import { type CallOutcome, type Sequence, SimulationUnavailable, type Simulator } from '../simulation/simulator.ts'
import { permissionReads, permissionState } from './permissionReads.ts'
import type { RevocationCall } from './revocationCalls.ts'

/** Outcomes of the calls, and the remaining permissions. */
export type RevocationRun = { outcomes: CallOutcome[]; left: (bigint | null)[] }
export type RevocationProbe = { calls: readonly Call[]; permissions: readonly Permission[] }
type Call = Pick<RevocationCall, 'to' | 'data'> & { from?: Address }

const READER: Address = '0x0000000000000000000000000000000000000a5c'
const READ_GAS = 500_000n
const CALL_GAS = 2_000_000n
/** Balance of the simulated sender: the account's real funds do not matter here. */
const RICH = 10n ** 24n
/** Each is a message of a few hundred bytes to the engine. */
const AT_ONCE = 50

/**
 * Executes attempts side by side, each on the state of the block: its calls one after the other from the account, which needs no
 * signature for it (a Safe's calls come from the Safe), then the reads of its permissions. Null for an attempt that could not be
 * executed. Throws like the simulator.
 */
export async function runRevocations(
  simulator: Simulator,
  { block, account, probes }: { block: PinnedBlock; account: Address; probes: readonly RevocationProbe[] },
  signal: AbortSignal,
): Promise<(RevocationRun | null)[]> {
  const planned = probes.map((probe) => planProbe(account, probe))
  const runs: (RevocationRun | null)[] = []
  for (let at = 0; at < planned.length; at += AT_ONCE) {
    const part = planned.slice(at, at + AT_ONCE)
    const sequences = part.map(({ sequence }) => sequence)
    const answers = await simulateAll(simulator, { block, sequences }, signal)
    runs.push(...part.map(({ read }, index) => read(answers[index] ?? null, block.timestamp)))
  }
  return runs
}

/** A probe that kills the engine costs the others a repetition, not their answers. */
async function simulateAll(
  simulator: Simulator,
  { block, sequences }: { block: PinnedBlock; sequences: readonly Sequence[] },
  signal: AbortSignal,
): Promise<(CallOutcome[] | null)[]> {
  try {
    return await simulator.simulateSequences({ block, sequences, signal })
  } catch (error) {
    const killed = error instanceof SimulationUnavailable && KILLED.has(error.reason)
    if (!killed || signal.aborted) throw error
    if (sequences.length === 1) return [null]
  }
  const answers: (CallOutcome[] | null)[] = []
  for (const one of sequences) answers.push(...(await simulateAll(simulator, { block, sequences: [one] }, signal)))
  return answers
}

const KILLED: ReadonlySet<string> = new Set(['crashed', 'quarantined'])

function planProbe(account: Address, { calls, permissions }: RevocationProbe) {
  const reads = permissions.map((permission) => permissionReads(account, permission))
  const made = calls.map(({ to, data, from = account }) => ({ from, to, data, value: 0n, gas: CALL_GAS }))
  const senders = [...new Set([...made.map(({ from }) => from), READER])]
  const sequence: Sequence = {
    blocks: [{ calls: [...made, ...reads.flat().map(readCall)] }],
    stateOverrides: Object.fromEntries(senders.map((sender) => [sender, { balance: RICH }])),
  }
  const read = (outcomes: CallOutcome[] | null, now: bigint): RevocationRun | null => {
    if (outcomes === null || outcomes.length !== made.length + reads.flat().length) return null
    let at = made.length
    const left = permissions.map((permission, index) => {
      const answers = outcomes.slice(at, at + (reads[index]?.length ?? 0)).map(answerOf)
      at += answers.length
      return permissionState(account, permission, answers, now)
    })
    return { outcomes: outcomes.slice(0, made.length), left }
  }
  return { sequence, read }
}

function readCall({ to, data }: Read): Transaction {
  return { from: READER, to, data, value: 0n, gas: READ_GAS }
}

function answerOf({ success, output }: CallOutcome): Hex | null {
  return success ? output : null
}
