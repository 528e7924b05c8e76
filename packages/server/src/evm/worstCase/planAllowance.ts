import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { WorstCaseExecutionStep } from '@redoubt/risk/facts/worstCaseExecution.ts'
import { encodeFunctionData } from 'viem/utils'
import { PERMIT2 } from '../decode/grants.ts'
import { domainRefusal } from './domainRefusal.ts'
import { readNumber } from './readNumber.ts'
import { integerOf, structOf } from './structField.ts'
import { FOLLOW_UP_ABI, PERMIT2_ABI } from './worstCaseExecutionAbi.ts'
import {
  type IntentOf,
  step,
  type WorstCaseExecutionContext,
  type WorstCaseExecutionPlan,
} from './worstCaseExecutionContext.ts'

const erc20 = (functionName: 'approve' | 'transferFrom' | 'allowance', args: readonly (Address | bigint)[]): Hex =>
  encodeFunctionData({ abi: FOLLOW_UP_ABI, functionName, args } as never)

/** The permission is given as the signature would give it, then the spender takes what there is. */
export async function planAllowance(
  context: WorstCaseExecutionContext,
  intent: IntentOf<'allowance'>,
): Promise<WorstCaseExecutionPlan> {
  if (intent.standard === 'permit2') return planPermit2(context, intent)
  const { token, tokenId, owner, spender, amount } = intent
  const worthless = await refusal(context, intent)
  if (worthless !== null) return { steps: [], notRun: null, worthless }
  if (intent.standard === 'erc721' && tokenId === null) return { steps: [operatorGiven(intent)], notRun: null }
  const approved = tokenId ?? amount
  const steps = [step('the permit is used', owner, token, erc20('approve', [spender, approved]))]
  const balance = tokenId === null ? await balanceOf(context, token, owner) : null
  const taken = tokenId ?? least(amount, balance ?? amount)
  if (tokenId !== null || (amount > 0n && taken > 0n))
    steps.push(step('the spender takes what it may', spender, token, erc20('transferFrom', [owner, spender, taken])))
  const held = tokenId === null && balance !== null && balance < amount
  return { steps, notRun: null, ...(held && { heldBack: LATER }) }
}

/** Every token of the collection, now and later: what the operator takes first is his choice. */
function operatorGiven({ token, owner, spender, amount }: IntentOf<'allowance'>): WorstCaseExecutionStep {
  const args = [spender, amount > 0n] as const
  const data = encodeFunctionData({ abi: FOLLOW_UP_ABI, functionName: 'setApprovalForAll', args })
  return step('the permit is used', owner, token, data)
}

const LATER = 'what is held now leaves; what arrives later may be taken too'

/** Why the token would not accept the permit: another domain, a nonce that was used, a deadline that has passed. */
async function refusal(context: WorstCaseExecutionContext, intent: IntentOf<'allowance'>): Promise<string | null> {
  const { token, owner, deadline } = intent
  if (deadline !== null && deadline < context.block.timestamp) return 'its deadline has passed'
  const [domain, next] = await Promise.all([
    domainRefusal(context, intent.verifier ?? token),
    readNumber(context, token, encodeFunctionData({ abi: FOLLOW_UP_ABI, functionName: 'nonces', args: [owner] })),
  ])
  const nonce = integerOf(structOf(context.message), 'nonce')
  if (domain !== null) return domain
  return next !== null && nonce !== null && nonce < next ? 'its nonce was used already' : null
}

async function planPermit2(
  context: WorstCaseExecutionContext,
  intent: IntentOf<'allowance'>,
): Promise<WorstCaseExecutionPlan> {
  const { token, owner, spender, amount, expiration, deadline } = intent
  const permit2 = intent.verifier ?? PERMIT2
  if (deadline !== null && deadline < context.block.timestamp)
    return { steps: [], notRun: null, worthless: 'its deadline has passed' }
  const until = expiration ?? 2n ** 48n - 1n
  const given = encodeFunctionData({
    abi: PERMIT2_ABI,
    functionName: 'approve',
    args: [token, spender, amount, Number(until)],
  })
  const steps = [step('the permit is used', owner, permit2, given)]
  const [balance, allowed] = await Promise.all([
    balanceOf(context, token, owner),
    readNumber(context, token, erc20('allowance', [owner, permit2])),
  ])
  const taken = least(amount, least(balance ?? amount, allowed ?? amount))
  const data = encodeFunctionData({
    abi: PERMIT2_ABI,
    functionName: 'transferFrom',
    args: [owner, spender, taken, token],
  })
  if (taken > 0n) steps.push(step('the spender takes what it may', spender, permit2, data))
  const heldBack = allowed !== null && allowed < amount ? NOT_APPROVED : taken < amount ? LATER : null
  return { steps, notRun: null, ...(heldBack && { heldBack }) }
}

const NOT_APPROVED =
  'Permit2 may move no more of this token now than it is approved for; once it is approved for more, that may be taken too'

/** What the owner holds; null when the token does not say. */
export function balanceOf(context: WorstCaseExecutionContext, token: Address, owner: Address): Promise<bigint | null> {
  return readNumber(
    context,
    token,
    encodeFunctionData({ abi: FOLLOW_UP_ABI, functionName: 'balanceOf', args: [owner] }),
  )
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
