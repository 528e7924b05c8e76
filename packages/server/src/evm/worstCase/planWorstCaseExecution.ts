import type { Address } from '@redoubt/risk/address.ts'
import { CHAIN_IDS } from '@redoubt/risk/chain.ts'
import type { SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import { getAddress } from 'viem/utils'
import { planAllowance } from './planAllowance.ts'
import { planExecution } from './planExecution.ts'
import { planOrder } from './planOrder.ts'
import { planTransfer } from './planTransfer.ts'
import { planUnknown } from './planUnknown.ts'
import {
  ANYBODY,
  type IntentOf,
  NOTHING,
  step,
  type WorstCaseExecutionContext,
  type WorstCaseExecutionPlan,
} from './worstCaseExecutionContext.ts'

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
      return NOTHING
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
      step('somebody calls it', ANYBODY, account, '0x'),
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
