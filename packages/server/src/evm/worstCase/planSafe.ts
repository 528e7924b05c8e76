import type { Address, Hex } from '@redoubt/risk/address.ts'
import { decodeFunctionResult, encodeFunctionData } from 'viem/utils'
import { readNumber } from './readNumber.ts'
import { fieldOf, integerOf, structOf } from './structField.ts'
import { FOLLOW_UP_ABI } from './worstCaseExecutionAbi.ts'
import {
  ANYBODY,
  type IntentOf,
  step,
  type WorstCaseExecutionContext,
  type WorstCaseExecutionPlan,
} from './worstCaseExecutionContext.ts'

const abi = FOLLOW_UP_ABI
const ZERO: Address = `0x${'0'.repeat(40)}`
const MAX_OWNERS = 50
/** Size in bytes of an answer with that many owners. */
const OWNERS_ANSWER = 64 + 32 * MAX_OWNERS

/**
 * Plans a Safe transaction: as many owners as the threshold asks for approve the hash, the signer among them, and a stranger
 * executes. `getTransactionHash` takes the Safe's current nonce: a transaction signed for a later nonce works the same in its
 * turn.
 */
export async function planSafe(
  context: WorstCaseExecutionContext,
  intent: IntentOf<'execution'>,
): Promise<WorstCaseExecutionPlan> {
  const { chain, block, message, signal } = context
  const { account: safe, calls } = intent
  const [call] = calls
  if (call === undefined || calls.length > 1)
    return { steps: [], notRun: 'which call the Safe would make is not known' }
  const ask = (data: Hex, most = 96) =>
    chain.ask(block, { to: safe, data, gas: 500_000, most, topic: 'holdings' }, signal)
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
  return { steps: [...approvals, step('somebody executes it', ANYBODY, safe, execute)], notRun: null }
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
