import type { Address, Hex } from '@redoubt/risk/address.ts'
import { CHAIN_IDS, type Chain } from '@redoubt/risk/chain.ts'
import { numberToHex } from 'viem/utils'
import type { Owner } from '../../domain/account.ts'
import type { HeldTransactionStore } from '../../domain/ports/heldTransactions.ts'
import type { RpcCall, RpcOutcome, RpcRelay } from '../../domain/ports/rpcRelay.ts'
import type { HeldTransaction } from '../../domain/rpc/heldTransaction.ts'
import { methodKind, remedyFor } from '../../domain/rpc/rpcMethods.ts'
import { apiErrorOf } from '../../errors.ts'
import type { SendRequest } from './guardedSend.ts'

type GuardedCall = Omit<SendRequest, 'raw'> & { call: RpcCall }

export type GuardedRpc = {
  /** Answers one call. Never rejects but for defects. */
  call(call: GuardedCall): Promise<RpcOutcome>
}

const METHOD_NOT_FOUND = -32_601
const INVALID_PARAMS = -32_602
const INTERNAL = -32_603
/** EIP-1474: the request exceeds a limit. */
const LIMIT_EXCEEDED = -32_005

/** Answers calls of wallets: reads pass to the endpoints, sends are guarded, everything else is forbidden. */
export function createGuardedRpc({
  send,
  rpcRelay,
  held,
  now,
}: {
  send(request: SendRequest): Promise<RpcOutcome>
  rpcRelay(owner: Owner, chain: Chain): Promise<RpcRelay>
  held: Pick<HeldTransactionStore, 'pendingOf' | 'byHash'>
  now(): number
}): GuardedRpc {
  async function answer({ call, ...request }: GuardedCall): Promise<RpcOutcome> {
    const { method, params } = call
    const kind = methodKind(method)
    if (kind === 'send') return send({ ...request, raw: params[0] })
    if (kind === 'local') return { result: localAnswer(method, request.chain) }
    if (kind === 'forbidden') {
      const shown = method.slice(0, 60).replace(/[^\w.-]/g, '?')
      return { error: { code: METHOD_NOT_FOUND, message: `${shown} is not available here: ${remedyFor(method)}.` } }
    }
    const outcome = await (await rpcRelay(request.owner, request.chain)).ask(call, request.signal)
    if ('error' in outcome) return outcome
    if (method === 'eth_getTransactionCount') return { result: await countWithHeld(request, params, outcome.result) }
    if (method === 'eth_getTransactionByHash' && outcome.result === null)
      return { result: await heldAsPending(request, params) }
    return outcome
  }

  /** Transactions that wait take their nonces, as those in a node's pool do. */
  async function countWithHeld(
    { owner, chain }: Pick<GuardedCall, 'owner' | 'chain'>,
    [sender, tag]: readonly unknown[],
    counted: unknown,
  ): Promise<unknown> {
    const isAsked = tag === 'pending' && typeof sender === 'string' && typeof counted === 'string'
    if (!isAsked || !/^0x[0-9a-fA-F]{1,13}$/.test(counted)) return counted
    const waiting = await held.pendingOf(owner, chain, sender.toLowerCase() as Address, now())
    const nonces = new Set(waiting.map(({ transaction }) => transaction.nonce))
    let next = Number(counted)
    while (nonces.has(next)) next++
    return numberToHex(next)
  }

  async function heldAsPending(
    { owner, chain }: Pick<GuardedCall, 'owner' | 'chain'>,
    [hash]: readonly unknown[],
  ): Promise<unknown> {
    if (typeof hash !== 'string') return null
    const found = await held.byHash(owner, chain, hash.toLowerCase() as Hex)
    return found?.status === 'held' || found?.status === 'released' ? pendingTransaction(found) : null
  }

  return {
    async call(call) {
      try {
        return await answer(call)
      } catch (error) {
        const known = apiErrorOf(error)
        if (known === null) throw error
        const data = { requestId: call.requestId, code: known.code }
        return { error: { code: CODES[known.code] ?? INTERNAL, message: known.message, data } }
      }
    },
  }
}

const CODES: Readonly<Record<string, number>> = {
  VALIDATION_ERROR: INVALID_PARAMS,
  OVERLOADED: LIMIT_EXCEEDED,
  RATE_LIMIT_EXCEEDED: LIMIT_EXCEEDED,
  CONFLICT: LIMIT_EXCEEDED,
}

function localAnswer(method: string, chain: Chain): unknown {
  if (method === 'eth_chainId') return numberToHex(CHAIN_IDS[chain])
  if (method === 'net_version') return String(CHAIN_IDS[chain])
  if (method === 'net_listening') return true
  return method === 'eth_syncing' ? false : 'Redoubt'
}

const NO_WORD = `0x${'0'.repeat(64)}`

/** As nodes show a transaction of their pool, but without its signature: anyone who has that can send it past the guard. */
function pendingTransaction({ hash, transaction }: HeldTransaction): object {
  const { type, chainId, from, to, nonce, value, data, gas, gasPrice, maxFeePerGas, maxPriorityFeePerGas } = transaction
  const quantity = (text: string | null) => (text === null ? undefined : numberToHex(BigInt(text)))
  return {
    hash,
    type: numberToHex(type),
    chainId: numberToHex(chainId),
    from,
    to,
    nonce: numberToHex(nonce),
    value: quantity(value),
    input: data,
    gas: quantity(gas),
    gasPrice: quantity(gasPrice ?? maxFeePerGas),
    maxFeePerGas: quantity(maxFeePerGas),
    maxPriorityFeePerGas: quantity(maxPriorityFeePerGas),
    blockHash: null,
    blockNumber: null,
    transactionIndex: null,
    accessList: [],
    v: '0x1b',
    yParity: '0x0',
    r: NO_WORD,
    s: NO_WORD,
  }
}
