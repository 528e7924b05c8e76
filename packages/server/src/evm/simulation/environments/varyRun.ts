import type { CallFrame, Simulation } from '@redoubt/risk/execution.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { environmentBranches } from '../branches/environmentBranches.ts'
import { minedEnvironments } from '../branches/minedEnvironments.ts'
import type { AnvilChild } from '../engine/anvilChild.ts'
import type { EngineBounds } from '../engine/engineCall.ts'
import type { FlatOutcome } from '../flatRun.ts'
import type { PreparedRun } from '../prepareRun.ts'
import { runEnvironments } from './runEnvironments.ts'
import { touchedCode } from './touchedCode.ts'
import { touchedOpcodes } from './touchedOpcodes.ts'

/** Reads of the environment in which a branch is worth looking for: what else there is, is not the environment's. */
const WORTH_A_LOOK = [
  ...['COINBASE', 'PREVRANDAO', 'GASLIMIT', 'BASEFEE', 'GASPRICE', 'BLOBBASEFEE', 'BLOCKHASH', 'BALANCE', 'GAS'],
  ...['TIMESTAMP', 'NUMBER'],
]

/**
 * Runs a transaction under other circumstances: the fixed environments, and values that the code on its path compares
 * with. Without a call tree the path is unknown, and only the fixed environments run, all of them.
 */
export async function varyRun({
  child,
  run,
  main,
  root,
  source,
  signal,
  bounds,
  gasCap,
}: {
  child: AnvilChild
  run: PreparedRun
  main: FlatOutcome
  root: CallFrame | null
  source: ChainSource
  signal: AbortSignal
  bounds: EngineBounds
  gasCap: bigint
}): Promise<Pick<Simulation, 'environments' | 'environmentsLeftOut' | 'environmentBranches'>> {
  const how = { bounds, gasCap }
  if (root === null) {
    const { environments, leftOut } = await runEnvironments(child, run, main, { opcodes: null, mined: [] }, how)
    return { environments, environmentsLeftOut: leftOut }
  }
  const touched = await touchedCode(root, run, source, signal)
  const opcodes = touchedOpcodes(root, run, touched)
  const looked = WORTH_A_LOOK.some((opcode) => opcodes.has(opcode))
  const asked = await environmentBranches(looked ? touched.calls : [], (address, slot) =>
    source.storage(run.block, address, slot, signal),
  )
  const mined = minedEnvironments(asked, touched.codes, run)
  const { environments, leftOut } = await runEnvironments(child, run, main, { opcodes, mined }, how)
  return { environments, environmentsLeftOut: leftOut, environmentBranches: asked.branches }
}
