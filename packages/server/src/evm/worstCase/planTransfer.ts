import type { Address } from '@redoubt/risk/address.ts'
import { encodeFunctionData } from 'viem/utils'
import { domainRefusal } from './domainRefusal.ts'
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

/** Plans a transfer. EIP-3009 moves the owner's tokens as the owner; Permit2 and other verifiers pull them by their approval. */
export async function planTransfer(
  context: WorstCaseExecutionContext,
  intent: IntentOf<'transfer'>,
): Promise<WorstCaseExecutionPlan> {
  const { token, from, amount, deadline, verifier } = intent
  const receiver = intent.to ?? intent.spender ?? ANYBODY
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
    // The witness of an order names the return; only the exchange's own code would show it.
    notRun: intent.witness === null ? null : `what ${intent.witness.type} gives in return was not executed`,
    ...(heldBack && { heldBack }),
  }
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
