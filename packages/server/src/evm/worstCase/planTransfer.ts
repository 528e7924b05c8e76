import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { WorstCaseExecutionStep } from '@redoubt/risk/facts/worstCaseExecution.ts'
import { encodeFunctionData } from 'viem/utils'
import { PERMIT2 } from '../decode/grants.ts'
import { planBySignature } from './planBySignature.ts'
import { isReusable } from './reusablePermit.ts'
import { leavesOf } from './signedArguments.ts'
import {
  ANY_ACCOUNT,
  domainRefusal,
  fieldOf,
  type IntentOf,
  integerOf,
  PERMIT2_ABI,
  readNumber,
  step,
  structOf,
  WORST_CASE_ABI,
  type WorstCaseExecutionContext,
  type WorstCaseExecutionPlan,
} from './worstCaseExecutionContext.ts'

const abi = WORST_CASE_ABI

/** Plans a transfer. EIP-3009 moves the owner's tokens as the owner; Permit2 and other verifiers pull them by their approval. */
export async function planTransfer(
  context: WorstCaseExecutionContext,
  intent: IntentOf<'transfer'>,
): Promise<WorstCaseExecutionPlan> {
  const { token, from, amount, deadline, verifier } = intent
  const receiver = intent.to ?? intent.spender ?? ANY_ACCOUNT
  const isOwn = verifier === null || verifier === token
  const puller = isOwn ? null : verifier
  const worthless =
    deadline !== null && deadline < context.block.timestamp
      ? 'its deadline has passed'
      : isOwn
        ? await spentAuthorization(context, token, from)
        : await spentNonce(context, verifier, from)
  if (worthless !== null) return { steps: [], notRun: null, worthless }
  const [balance, allowed] = await Promise.all([
    readNumber(context, token, encodeFunctionData({ abi, functionName: 'balanceOf', args: [from] })),
    puller && readNumber(context, token, encodeFunctionData({ abi, functionName: 'allowance', args: [from, puller] })),
  ])
  const taken = [amount, balance ?? amount, allowed ?? amount].reduce((least, one) => (one < least ? one : least))
  const used = taken > 0n ? await usedBySpender(context, intent) : null
  if (used !== null) return used
  const move = puller
    ? step('the signature is used', puller, token, pull(from, receiver, taken))
    : step(
        'the signature is used',
        from,
        token,
        encodeFunctionData({ abi, functionName: 'transfer', args: [receiver, taken] }),
      )
  const heldBack =
    allowed !== null && allowed < amount
      ? 'the contract that would take them may move less of this token than is signed for; once it is approved for more, that may be taken'
      : taken < amount
        ? 'less is held than is signed for'
        : null
  return {
    steps: taken > 0n ? [move] : [],
    notRun: intent.witness === null || intent.to !== null ? null : returnUnknown(intent.witness.type),
    ...(heldBack && { heldBack }),
  }
}

/**
 * Lets the spender's own code use a signature that also signs an order (a witness): only it shows what comes in return. Null where it was not found
 * how, or not all of it was looked at.
 */
async function usedBySpender(
  context: WorstCaseExecutionContext,
  { witness, to, spender, verifier }: IntentOf<'transfer'>,
): Promise<WorstCaseExecutionPlan | null> {
  const whole = structOf(context.message)
  const signed = whole?.members.findLast(({ value }) => value !== null && typeof value === 'object')?.value
  if (witness === null || to !== null || spender === null || verifier === null || whole === null) return null
  if (signed === null || typeof signed !== 'object' || Array.isArray(signed)) return null
  if ((await context.chain.code(context.block, spender, context.signal)) === '0x') return null
  const addresses = leavesOf(whole).flatMap(({ type, value }) => (type === 'address' ? [value as Address] : []))
  const asked = { target: spender, checker: verifier, addresses: addresses.filter((one) => BigInt(one) > 0n) }
  const used = await planBySignature(context, { ...asked, struct: signed })
  if (used === null) return null
  const { isWhole, ...plan } = used
  return { ...plan, notRun: isWhole ? null : returnUnknown(witness.type) }
}

/** The witness of an order names the return; only the exchange's own code would show it. */
function returnUnknown(type: string): string {
  return `what ${type} gives in return was not executed`
}

function pull(from: Address, to: Address, amount: bigint) {
  return encodeFunctionData({ abi, functionName: 'transferFrom', args: [from, to, amount] })
}

async function spentAuthorization(
  context: WorstCaseExecutionContext,
  token: Address,
  from: Address,
): Promise<string | null> {
  const nonce = fieldOf(structOf(context.message), 'nonce')
  const used =
    typeof nonce === 'string' && /^0x[0-9a-f]{64}$/i.test(nonce)
      ? await readNumber(
          context,
          token,
          encodeFunctionData({ abi, functionName: 'authorizationState', args: [from, nonce as `0x${string}`] }),
        )
      : null
  if (used === 1n) return 'its nonce was used already'
  // A later start changes nothing: the holder of the signature may wait.
  return domainRefusal(context, token)
}

/** Permit2 keeps one bit for each nonce. */
async function spentNonce(context: WorstCaseExecutionContext, permit2: Address, from: Address): Promise<string | null> {
  const nonce = integerOf(structOf(context.message), 'nonce')
  if (nonce === null) return null
  const data = encodeFunctionData({ abi, functionName: 'nonceBitmap', args: [from, nonce >> 8n] })
  const bits = await readNumber(context, permit2, data)
  const bit = 1n << (nonce & 0xffn)
  return bits !== null && (bits & bit) !== 0n ? 'its nonce was used already' : null
}

const erc20 = (functionName: 'approve' | 'transferFrom' | 'allowance', args: readonly (Address | bigint)[]): Hex =>
  encodeFunctionData({ abi: WORST_CASE_ABI, functionName, args } as never)

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
  const balance = tokenId === null ? await balanceOf(context, token, owner) : null
  // Used again and again, one permit takes all that there is, a part each time.
  const again = balance !== null && amount > 0n && amount < balance && (await isReusable(context, intent))
  const approved = tokenId ?? (again ? (balance ?? amount) : amount)
  const used = again ? 'the permit is used again and again, as this token accepts it' : 'the permit is used'
  const steps = [step(used, owner, token, erc20('approve', [spender, approved]))]
  const taken = tokenId ?? least(approved, balance ?? amount)
  if (tokenId !== null || (amount > 0n && taken > 0n))
    steps.push(step('the spender takes what it may', spender, token, erc20('transferFrom', [owner, spender, taken])))
  const held = tokenId === null && balance !== null && (balance < amount || again)
  return { steps, notRun: null, ...(held && { heldBack: LATER }), ...(again && { reused: again }) }
}

/** Every token of the collection, now and later: what the operator takes first is his choice. */
function operatorGiven({ token, owner, spender, amount }: IntentOf<'allowance'>): WorstCaseExecutionStep {
  const args = [spender, amount > 0n] as const
  const data = encodeFunctionData({ abi: WORST_CASE_ABI, functionName: 'setApprovalForAll', args })
  return step('the permit is used', owner, token, data)
}

const LATER = 'what is held now leaves; what arrives later may be taken too'

/** Why the token would not accept the permit: another domain, a nonce that was used, a deadline that has passed. */
async function refusal(context: WorstCaseExecutionContext, intent: IntentOf<'allowance'>): Promise<string | null> {
  const { token, owner, deadline } = intent
  if (deadline !== null && deadline < context.block.timestamp) return 'its deadline has passed'
  const [domain, next] = await Promise.all([
    domainRefusal(context, intent.verifier ?? token),
    readNumber(context, token, encodeFunctionData({ abi: WORST_CASE_ABI, functionName: 'nonces', args: [owner] })),
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
    encodeFunctionData({ abi: WORST_CASE_ABI, functionName: 'balanceOf', args: [owner] }),
  )
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
