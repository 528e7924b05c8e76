import type { Address } from '@redoubt/risk/address.ts'
import type { CallFrame, Simulation, StateDiff } from '@redoubt/risk/execution.ts'

/**
 * Merges consecutive steps into one execution with the steps as its calls: the changes from the first to the last, and every log
 * in order. Failed steps leave nothing. Gas is the sum.
 * @param by account shown as the root of the call tree.
 */
export function mergeSteps(steps: readonly Simulation[], by: Address): Simulation {
  const truncated = steps.some((step) => step.truncated || step.trace === null)
  const gasUsed = steps.reduce((sum, step) => sum + step.gasUsed, 0n)
  return {
    success: true,
    outcome: 'succeeded',
    gasUsed,
    gasLimit: gasUsed,
    revertReason: null,
    output: '0x',
    trace: truncated ? null : rootOf(steps, by),
    stateDiff: mergeDiffs(steps),
    toppedUp: false,
    truncated,
    created: null,
    environments: [],
  }
}

function rootOf(steps: readonly Simulation[], by: Address): CallFrame {
  let emitted = 0
  const calls = steps.flatMap(({ trace }) => {
    if (trace === null) return []
    const shifted = shiftLogs(trace, emitted)
    emitted += countLogs(trace)
    return [shifted]
  })
  const nothing = {
    value: 0n,
    gas: 0n,
    gasUsed: 0n,
    input: '0x',
    output: null,
    error: null,
    revertReason: null,
  } as const
  return { type: 'CALL', from: by, to: by, ...nothing, logs: [], calls }
}

function shiftLogs(frame: CallFrame, by: number): CallFrame {
  return {
    ...frame,
    logs: frame.logs.map((log) => (log.index === undefined ? log : { ...log, index: log.index + by })),
    calls: frame.calls.map((call) => shiftLogs(call, by)),
  }
}

/** Returns one more than the highest index, so that no two steps share one. */
function countLogs({ logs, calls }: CallFrame): number {
  return Math.max(0, ...logs.map(({ index = 0 }) => index + 1), ...calls.map(countLogs))
}

function mergeDiffs(steps: readonly Simulation[]): StateDiff {
  const merged: StateDiff = {}
  for (const { stateDiff } of steps) {
    for (const [key, change] of Object.entries(stateDiff)) {
      const address = key as Address
      const known = merged[address] ?? { storage: {} }
      const storage = { ...known.storage }
      for (const [slot, { before, after }] of Object.entries(change.storage)) {
        const place = slot as keyof typeof storage
        storage[place] = { before: storage[place]?.before ?? before, after }
      }
      merged[address] = {
        ...first('balance', known, change),
        ...first('nonce', known, change),
        ...first('code', known, change),
        storage,
      }
    }
  }
  return merged
}

type Change = StateDiff[Address]

/** Change from before the first step to after the last; no account has less than zero. */
function first<Member extends 'balance' | 'nonce' | 'code'>(
  member: Member,
  known: Change,
  next: Change,
): Partial<Change> {
  const [was, is] = [known[member], next[member]]
  const last = is ?? was
  if (last === undefined) return {}
  const after = typeof last.after === 'bigint' && last.after < 0n ? 0n : last.after
  return { [member]: { before: (was ?? last).before, after } }
}
