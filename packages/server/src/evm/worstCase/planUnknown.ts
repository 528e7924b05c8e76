import type { Address } from '@redoubt/risk/address.ts'
import type { WorstCaseExecutionStep } from '@redoubt/risk/facts/worstCaseExecution.ts'
import { encodeFunctionData } from 'viem/utils'
import { NETWORKS } from '../../chains/index.ts'
import { balanceOf } from './planAllowance.ts'
import { readNumber } from './readNumber.ts'
import { FOLLOW_UP_ABI } from './worstCaseExecutionAbi.ts'
import {
  type IntentOf,
  step,
  type WorstCaseExecutionContext,
  type WorstCaseExecutionPlan,
} from './worstCaseExecutionContext.ts'

const abi = FOLLOW_UP_ABI
const UNREAD = 'what the contract that checks the signature makes of it is not known'

/**
 * Plans the worst case of an unknown type. The verifier's use of the signature is unknown: at worst it takes what the signer
 * allowed it to take before, of the well-known tokens.
 */
export async function planUnknown(
  context: WorstCaseExecutionContext,
  { verifier, moves }: IntentOf<'unknown'>,
): Promise<WorstCaseExecutionPlan> {
  if (verifier === null) return { steps: [], notRun: moves.length > 0 ? UNREAD : null }
  const code = await context.chain.code(context.block, verifier, context.signal)
  if (code === '0x') return { steps: [], notRun: UNREAD }
  const taken = await Promise.all(
    NETWORKS[context.block.chain].tokens.map(({ address }) => takenOf(context, address, verifier)),
  )
  return { steps: taken.flat(), notRun: UNREAD }
}

async function takenOf(
  context: WorstCaseExecutionContext,
  token: Address,
  verifier: Address,
): Promise<WorstCaseExecutionStep[]> {
  const owner = context.message.account
  const asked = encodeFunctionData({ abi, functionName: 'allowance', args: [owner, verifier] })
  const [held, allowed] = await Promise.all([balanceOf(context, token, owner), readNumber(context, token, asked)])
  if (!held || !allowed) return []
  const data = encodeFunctionData({
    abi,
    functionName: 'transferFrom',
    args: [owner, verifier, held < allowed ? held : allowed],
  })
  return [step('the contract that checks the signature takes what it was allowed to before', verifier, token, data)]
}
