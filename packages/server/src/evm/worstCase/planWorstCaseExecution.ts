import type { Address, Hex } from '@redoubt/risk/address.ts'
import { CHAIN_IDS } from '@redoubt/risk/chain.ts'
import type { SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import type { WorstCaseExecutionStep } from '@redoubt/risk/facts/worstCaseExecution.ts'
import { decodeFunctionResult, encodeFunctionData, getAddress } from 'viem/utils'
import { NETWORKS } from '../../chains/index.ts'
import { planBySignature } from './planBySignature.ts'
import { planOrder } from './planOrder.ts'
import { balanceOf, planAllowance, planTransfer } from './planTransfer.ts'
import {
  ANY_ACCOUNT,
  EMPTY_PLAN,
  fieldOf,
  type IntentOf,
  integerOf,
  readNumber,
  step,
  structOf,
  WORST_CASE_ABI,
  type WorstCaseExecutionContext,
  type WorstCaseExecutionPlan,
} from './worstCaseExecutionContext.ts'

const ZERO: Address = `0x${'0'.repeat(40)}`

const MAX_OWNERS = 50

/** Size in bytes of an answer with that many owners. */
const OWNERS_ANSWER = 64 + 32 * MAX_OWNERS

const abi = WORST_CASE_ABI

const UNREAD = 'what the contract that checks the signature makes of it is not known'

/**
 * Plans the worst that a holder of the signature can do by one intent, as steps that need no signature.
 * @param place position of the intent among those of the message.
 */
export async function planWorstCaseExecution(
  context: WorstCaseExecutionContext,
  intent: SignedIntent,
  place: number,
): Promise<WorstCaseExecutionPlan> {
  const elsewhere = otherNetwork(context)
  if (elsewhere !== null && !['sign-in', 'vote', 'blind'].includes(intent.kind))
    return { steps: [], notRun: `it is for the network with the id ${elsewhere}, where it was not executed` }
  const stranger = await keyOfAnother(context, intent)
  if (stranger !== null)
    return {
      steps: [],
      notRun: null,
      worthless: `it speaks for ${getAddress(stranger)}, whose own key would have to sign it`,
    }
  switch (intent.kind) {
    case 'allowance':
      return planAllowance(context, intent)
    case 'transfer':
      return planTransfer(context, intent)
    case 'order':
      return planOrder(context, intent, place)
    case 'execution':
      return planExecution(context, intent)
    case 'delegation':
      return planDelegation(context, intent)
    case 'hidden-transaction':
      return planHidden(context, intent)
    case 'session':
      return { steps: [], notRun: 'what the key that may act will do is not known' }
    case 'blind':
      return { steps: [], notRun: 'what the hash stands for is not known' }
    case 'unknown':
      return planUnknown(context, intent)
    case 'vote':
    case 'sign-in':
      return EMPTY_PLAN
  }
}

/**
 * Returns the owner that a permission, transfer or order names, when another account is asked to sign and the owner has no code:
 * the verifier would recover the wrong signer. Code may accept its owner's signature (ERC-1271). Null otherwise.
 */
async function keyOfAnother({ chain, block, message, signal }: WorstCaseExecutionContext, intent: SignedIntent) {
  const owner = ownerOf(intent)
  if (owner === null || owner === message.account) return null
  return (await chain.code(block, owner, signal)) === '0x' ? owner : null
}

function ownerOf(intent: SignedIntent): Address | null {
  if (intent.kind === 'allowance') return intent.owner
  if (intent.kind === 'transfer') return intent.from
  return intent.kind === 'order' ? intent.offerer : null
}

function otherNetwork({ message, block }: WorstCaseExecutionContext): bigint | null {
  const chainId = message.form.type === 'typed-data' ? message.form.domain.chainId : null
  return chainId === null || chainId === BigInt(CHAIN_IDS[block.chain]) ? null : chainId
}

/** The account gets the delegate's code; then a stranger calls it. Other facts tell which of its functions is the worst. */
function planDelegation({ block }: WorstCaseExecutionContext, intent: IntentOf<'delegation'>): WorstCaseExecutionPlan {
  const { account, delegate, chainId, nonce } = intent
  if (chainId !== 0n && chainId !== BigInt(CHAIN_IDS[block.chain]))
    return { steps: [], notRun: `it is for the network with the id ${chainId}, where it was not executed` }
  const authorization = { chainId: Number(chainId), address: delegate, nonce: nonce ?? 0n }
  const given = { from: account, to: account, value: 0n, data: '0x', authorizationList: [authorization] } as const
  return {
    steps: [
      {
        why: 'the account gets the code of the delegate',
        transaction: { ...given, authorizationList: [authorization] },
      },
      step('somebody calls it', ANY_ACCOUNT, account, '0x'),
    ],
    notRun: null,
  }
}

function planHidden(
  { block }: WorstCaseExecutionContext,
  intent: IntentOf<'hidden-transaction'>,
): WorstCaseExecutionPlan {
  const { transaction, chainId } = intent
  if (transaction === null) return { steps: [], notRun: 'the transaction itself is not known' }
  if (chainId !== null && chainId !== BigInt(CHAIN_IDS[block.chain]))
    return { steps: [], notRun: `it is for the network with the id ${chainId}, where it was not executed` }
  return { steps: [{ why: 'the transaction is sent', transaction }], notRun: null }
}

/**
 * Plans an execution. A Safe's transaction goes through the Safe; other accounts make the calls themselves, and a call of the
 * account to itself comes from the verifier of the signature (the entry point of a user operation).
 */
async function planExecution(
  context: WorstCaseExecutionContext,
  intent: IntentOf<'execution'>,
): Promise<WorstCaseExecutionPlan> {
  const { account, calls, deadline, verifier } = intent
  if (deadline !== null && deadline > 0n && deadline < context.block.timestamp)
    return { steps: [], notRun: null, worthless: 'its deadline has passed' }
  if (intent.protocol?.startsWith('Safe')) return planSafe(context, intent)
  if (calls.some(({ operation }) => operation === 1))
    return { steps: [], notRun: 'the account would run foreign code as its own' }
  return {
    notRun: calls.length === 0 ? 'which calls the account would make is not known' : null,
    steps: calls.map(({ to, value, data }) => ({
      why: 'the account makes the call that was signed',
      transaction: { from: to === account && verifier !== null ? verifier : account, to, value, data },
    })),
  }
}

/**
 * Plans the worst case of an unknown type. The verifier's use of the signature is unknown: at worst it takes what the signer
 * allowed it to take before, of the well-known tokens.
 */
async function planUnknown(
  context: WorstCaseExecutionContext,
  intent: IntentOf<'unknown'>,
): Promise<WorstCaseExecutionPlan> {
  const { verifier, moves } = intent
  if (verifier === null) return { steps: [], notRun: moves.length > 0 ? UNREAD : null }
  const code = await context.chain.code(context.block, verifier, context.signal)
  if (code === '0x') return { steps: [], notRun: isText(context) ? null : UNREAD }
  const struct = structOf(context.message)
  const addresses = intent.addresses.map(({ address }) => address)
  const used = struct && (await planBySignature(context, { target: verifier, checker: verifier, struct, addresses }))
  if (used !== null) {
    const { isWhole, ...plan } = used
    return { ...plan, notRun: isWhole ? null : UNREAD }
  }
  const taken = await Promise.all(
    NETWORKS[context.block.chain].tokens.map(({ address }) => takenOf(context, address, verifier)),
  )
  return { steps: taken.flat(), notRun: UNREAD }
}

/** Words alone give nothing to a contract that may come to be there. */
function isText({ message }: WorstCaseExecutionContext): boolean {
  return structOf(message)?.members.every(({ type }) => type === 'string' || type === 'bool') ?? false
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

/**
 * Plans a Safe transaction: as many owners as the threshold asks for approve the hash, the signer among them, and a stranger
 * executes. `getTransactionHash` takes the Safe's current nonce: a transaction signed for a later nonce works the same in its
 * turn.
 */
async function planSafe(
  context: WorstCaseExecutionContext,
  intent: IntentOf<'execution'>,
): Promise<WorstCaseExecutionPlan> {
  const { chain, block, message, signal } = context
  const { account: safe, calls } = intent
  const [call] = calls
  if (call === undefined || calls.length > 1)
    return { steps: [], notRun: 'which call the Safe would make is not known' }
  const ask = (data: Hex, max = 96) =>
    chain.ask(block, { to: safe, data, gas: 500_000, max, topic: 'holdings' }, signal)
  const [threshold, nonce, listed] = await Promise.all([
    readNumber(context, safe, encodeFunctionData({ abi, functionName: 'getThreshold' })),
    readNumber(context, safe, encodeFunctionData({ abi, functionName: 'nonce' })),
    ask(encodeFunctionData({ abi, functionName: 'getOwners' }), OWNERS_ANSWER),
  ])
  const owners = ownersOf(listed)
  if (threshold === null || nonce === null || owners === null || threshold > BigInt(owners.length))
    return { steps: [], notRun: 'the account does not answer as a Safe does' }
  const struct = structOf(message)
  const signedNonce = integerOf(struct, 'nonce')
  if (signedNonce !== null && signedNonce < nonce)
    return { steps: [], notRun: null, worthless: 'its nonce was used already' }
  if (!owners.includes(message.account))
    return { steps: [], notRun: null, worthless: 'the signer is no owner of the Safe' }
  const money = (name: string) => integerOf(struct, name) ?? 0n
  const place = (name: string) => (fieldOf(struct, name) as Address | null) ?? ZERO
  const parts = [
    call.to ?? ZERO,
    call.value,
    call.data,
    call.operation ?? 0,
    money('safeTxGas'),
    // Named `dataGas` before version 1.
    integerOf(struct, 'baseGas') ?? money('dataGas'),
    money('gasPrice'),
    place('gasToken'),
    place('refundReceiver'),
  ] as const
  const hash = await ask(encodeFunctionData({ abi, functionName: 'getTransactionHash', args: [...parts, nonce] }))
  if (hash === null || hash.length !== 66) return { steps: [], notRun: 'the account does not answer as a Safe does' }
  const signers = [message.account, ...owners.filter((owner) => owner !== message.account)].slice(0, Number(threshold))
  const approvals = signers.map((owner) =>
    step('an owner approves it', owner, safe, encodeFunctionData({ abi, functionName: 'approveHash', args: [hash] })),
  )
  const execute = encodeFunctionData({ abi, functionName: 'execTransaction', args: [...parts, approvedBy(signers)] })
  return { steps: [...approvals, step('somebody executes it', ANY_ACCOUNT, safe, execute)], notRun: null }
}

/** Signatures of kind 1: the owner in `r` has approved the hash on chain. Ordered by owner, as the Safe demands. */
function approvedBy(owners: readonly Address[]): Hex {
  const words = [...owners].sort().map((owner) => `${owner.slice(2).padStart(64, '0')}${'0'.repeat(64)}01`)
  return `0x${words.join('')}`
}

function ownersOf(answer: Hex | null): Address[] | null {
  if (answer === null) return null
  try {
    const owners = decodeFunctionResult({ abi, functionName: 'getOwners', data: answer })
    return owners.length > MAX_OWNERS ? null : owners.map((owner) => owner.toLowerCase() as Address)
  } catch {
    return null
  }
}
