import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Simulation } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { BatchStep } from '@redoubt/risk/protect/accountBatches.ts'
import type { Measured, Reading } from '@redoubt/risk/protect/condition.ts'
import { ASSERTION_ABI, decodeMeasured, encodeMeasure } from '@redoubt/risk/protect/encodeConditions.ts'
import type { Lost } from '@redoubt/risk/protect/worseThanShown.ts'
import { decodeErrorResult } from 'viem/utils'
import { NotProtectable, type ProtectSources } from './protection.ts'

/**
 * Measures the readings before and after the calls, with the code that will judge them, in one execution of the calls as a batch.
 * `lost`: what could be read before and not afterwards. What could never be read is left out. Coins are those that the account really has: the simulation may pay gas from them.
 * @throws NotProtectable when the calls do not succeed as a batch.
 */
export async function measureReadings(
  sources: ProtectSources,
  {
    block,
    account,
    steps,
    deployment,
    readings,
    balanceOf,
  }: {
    block: PinnedBlock
    account: Address
    steps: readonly BatchStep[]
    deployment: readonly BatchStep[]
    readings: readonly Reading[]
    balanceOf: ReadonlyMap<Address, bigint>
  },
  signal: AbortSignal,
): Promise<{ measured: Measured[]; lost: Lost[]; gasUsed: bigint }> {
  const { address } = sources.assertion
  const data = encodeMeasure(readings)
  const measure: BatchStep = { to: address, value: 0n, data }
  const calls = [...deployment, measure, ...steps, measure]
  const simulation = await sources.execute(block, batchOf(account, calls), signal)
  if (!succeeded(simulation))
    throw new NotProtectable(
      'execution-failed',
      `As one batch the calls fail: ${simulation.revertReason ?? simulation.outcome}.`,
    )
  const answers = answersOf(simulation, address, data).map((answer) => decodeMeasured(answer, readings.length))
  const [before, after] = [answers[0], answers.at(-1)]
  if (answers.length !== 2 || !before || !after)
    throw new NotProtectable('execution-failed', 'The outcome of the batch could not be measured.')
  const measured = readings.flatMap((one, at): Measured[] => {
    const [was, is] = [before[at] ?? null, after[at] ?? null]
    if (is === null) return []
    const real = one.kind === 'native-balance' ? balanceOf.get(one.account) : undefined
    if (real === undefined || was === null) return [{ ...one, before: was, after: is }]
    return [{ ...one, before: real, after: real + is - was }]
  })
  const lost = readings.flatMap((one, at): Lost[] => {
    const [was, is] = [before[at] ?? null, after[at] ?? null]
    return was !== null && is === null ? [{ ...one, before: was }] : []
  })
  // One of the two measurements stands for the assertion; what the other costs is no gas of the protected calls.
  const spare = simulation.calls?.[deployment.length]?.gasUsed ?? 0n
  return { measured, lost, gasUsed: simulation.gasUsed - spare }
}

/** Gas and price of an execution whose account pays for it; empty: those of any transaction. */
export type OwnFee = Pick<Transaction, 'gas' | 'maxFeePerGas'>

/** Returns the batch as a bundle of the account. */
export function batchOf(from: Address, calls: readonly BatchStep[], fee: OwnFee = {}): Transaction {
  return {
    ...fee,
    from,
    to: calls[0]?.to ?? null,
    value: calls.reduce((sum, { value }) => sum + value, 0n),
    data: `0x${calls.map(({ data }) => data.slice(2)).join('')}` as Hex,
    calls: [...calls],
    atomic: true,
  }
}

/** Whether an execution succeeded, with every call in it. */
export function succeeded({ success, calls }: Simulation): boolean {
  return success && (calls ?? []).every((call) => call.success === true)
}

/** Returns why the assertion at the end of a batch failed, in its own words; null where another call failed. */
export function assertionFailure({ trace, revertReason }: Simulation, assertion: Address): string | null {
  const failed = trace?.calls.at(-1)
  if (failed?.to !== assertion || failed.error === null || failed.output === null) return revertReason
  try {
    const { errorName, args = [] } = decodeErrorResult({ abi: ASSERTION_ABI, data: failed.output })
    return `${errorName}(${args.join(', ')})`
  } catch {
    return revertReason
  }
}

/** Calls that the account itself makes: what other contracts ask of the assertion does not count. */
function answersOf({ trace }: Simulation, assertion: Address, data: Hex): (Hex | null)[] {
  return (trace?.calls ?? []).filter(({ to, input }) => to === assertion && input === data).map(({ output }) => output)
}
