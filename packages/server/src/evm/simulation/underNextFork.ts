import type { CallFrame, Log, Simulation } from '@redoubt/risk/facts/execution.ts'
import type { NextFork, RuleChange } from '@redoubt/risk/facts/nextFork.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { emittedLogs } from '../decode/emittedLogs.ts'
import { engineHas, forkAfter } from './engine/hardfork.ts'

/** Rules of forks that the engine does not have. Sources: EIPS 7708, 7843, 7954, 8024 and 8037, drafts. */
const RULES: Readonly<Record<string, readonly string[]>> = {
  amsterdam: ['EIP-7708', 'EIP-7843', 'EIP-7954', 'EIP-8024', 'EIP-8037'],
}

/** How anvil halts at an opcode that it has for a later fork, and in a creation beyond the limit of code. */
const NOT_ACTIVE = 'NotActivated'
const TOO_LARGE = new Set(['CreateContractSizeLimit', 'CreateInitCodeSizeLimit'])

/**
 * Compares a simulation with the same transaction under the rules of the next fork. Where the engine lacks them, only what follows from
 * the call tree is told, and the rules are named as not executed.
 * @param run executes the transaction after a block, under its `rules`.
 */
export async function underNextFork(
  block: PinnedBlock,
  now: Simulation,
  run: (block: PinnedBlock) => Promise<Simulation>,
): Promise<NextFork> {
  const fork = forkAfter(block)
  if (!engineHas(fork.next)) {
    const notExecuted = [...(RULES[fork.next] ?? [])]
    return {
      ...fork,
      execution: null,
      changes: fork.next === 'amsterdam' ? amsterdamChanges(now.trace) : [],
      notExecuted,
    }
  }
  const { success, gasUsed, revertReason, trace, truncated } = await run({ ...block, rules: fork.next })
  const sameOutcome = success === now.success && !truncated && !now.truncated && sameLogs(now.trace, trace)
  return { ...fork, execution: { success, gasUsed, revertReason, sameOutcome }, changes: [], notExecuted: [] }
}

function sameLogs(one: CallFrame | null, other: CallFrame | null): boolean {
  const [ours, theirs] = [emittedLogs(one), emittedLogs(other)]
  const text = ({ address, topics, data }: Log) => `${address} ${topics.join()} ${data}`
  return ours.length === theirs.length && ours.every((log, at) => text(log) === text(theirs[at] as Log))
}

/** What Amsterdam changes for a call tree that today's rules made. */
export function amsterdamChanges(trace: CallFrame | null): RuleChange[] {
  const changes: RuleChange[] = []
  let transfers = 0
  const walk = (frame: CallFrame, failed: boolean): void => {
    const { error, type, value, from, to, calls } = frame
    const undone = failed || error !== null
    const carries = type === 'CALL' || type === 'CREATE' || type === 'CREATE2' || type === 'SELFDESTRUCT'
    if (!undone && carries && value > 0n && from !== to) transfers++
    if (error === NOT_ACTIVE) {
      const rule = 'EIP-8024, EIP-7843'
      const told = changes.find((one) => one.rule === rule && one.contract === to)
      if (told) told.count++
      else changes.push({ rule, kind: 'opcode', count: 1, contract: to })
    }
    if (error !== null && TOO_LARGE.has(error))
      changes.push({ rule: 'EIP-7954', kind: 'code-size', count: 1, contract: to })
    for (const call of calls) walk(call, undone)
  }
  if (trace !== null) walk(trace, false)
  if (transfers > 0) changes.push({ rule: 'EIP-7708', kind: 'logs', count: transfers, contract: null })
  return changes
}
