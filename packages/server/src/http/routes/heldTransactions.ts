import { getAddress } from 'viem/utils'
import type { HeldTransaction } from '../../domain/rpc/heldTransaction.ts'
import { holdsIdOf } from '../../usecases/rpc/heldTransactions.ts'
import { callerOf } from '../access/guard.ts'
import { requireOwned } from '../access/requireOwned.ts'
import { isoTime, success } from '../answer/envelope.ts'
import type { App, Edge } from '../context.ts'
import { Enveloped } from '../schemas/common.ts'
import {
  ApprovalQuery,
  CancelledTransaction,
  HeldPage,
  HeldPath,
  HeldQuery,
  HeldTransactionSchema,
} from '../schemas/guardedRpc.ts'

const admin = { access: { scopes: ['admin'] } } as const
const NOUN = 'held transaction'
const DEFAULT_LIMIT = 25

/** GET /v1/held-transactions, GET {id}, POST {id}/approve, POST {id}/cancel */
export function heldTransactionRoutes(app: App, edge: Edge): void {
  const { heldTransactions } = edge.ports
  app.get(
    '/v1/held-transactions',
    {
      config: admin,
      schema: {
        tags: ['Guarded RPC'],
        operationId: 'listHeldTransactions',
        summary: 'List transactions that were held',
        description: 'Those that ended are listed for 30 days.',
        querystring: HeldQuery,
        response: { 200: Enveloped(HeldPage, 'Newest first.') },
      },
    },
    async (request) => {
      const { limit = DEFAULT_LIMIT, cursor = null, status = null } = request.query
      const { held, nextCursor } = await heldTransactions.list(callerOf(request), { limit, cursor, status })
      return success(request, { transactions: held.map(shown), nextCursor })
    },
  )

  app.get(
    '/v1/held-transactions/:id',
    {
      config: admin,
      schema: {
        tags: ['Guarded RPC'],
        operationId: 'getHeldTransaction',
        summary: 'Get a held transaction',
        params: HeldPath,
        response: { 200: Enveloped(HeldTransactionSchema, 'The transaction.') },
      },
    },
    async (request) => {
      const found = await heldTransactions.get(callerOf(request), request.params.id)
      return success(request, shown(requireOwned(found, NOUN)))
    },
  )

  app.post(
    '/v1/held-transactions/:id/approve',
    {
      config: { ...admin, audit: { action: 'held_transaction.approved', detail: ({ status }) => String(status) } },
      schema: {
        tags: ['Guarded RPC'],
        operationId: 'approveHeldTransaction',
        summary: 'Approve a held transaction',
        description:
          'It is scanned again and sent at once, unless a rule refuses it: an approval lifts the reasons that hold it (`holds`), and not what refuses. Where another reason holds it by then, or a figure grew by more than a tenth, it stays held. CONFLICT when it is not held.',
        params: HeldPath,
        querystring: ApprovalQuery,
        response: { 200: Enveloped(HeldTransactionSchema, 'What became of it.') },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const found = await heldTransactions.approve(caller, request.params.id, {
        approvedBy: caller.id,
        holdsId: request.query.holds ?? null,
      })
      return success(request, shown(requireOwned(found, NOUN)))
    },
  )

  app.post(
    '/v1/held-transactions/:id/cancel',
    {
      config: { ...admin, audit: { action: 'held_transaction.cancelled' } },
      schema: {
        tags: ['Guarded RPC'],
        operationId: 'cancelHeldTransaction',
        summary: 'Cancel a held transaction',
        description:
          'It is never sent, and its nonce is free. The answer has a transaction of the same nonce to sign: once that is mined, the cancelled one is good for nothing, whoever has it. One that was sent already is answered with such a replacement too, and stays `released`.',
        params: HeldPath,
        response: { 200: Enveloped(CancelledTransaction, 'The transaction, and what to sign in its place.') },
      },
    },
    async (request) => {
      const found = requireOwned(await heldTransactions.cancel(callerOf(request), request.params.id), NOUN)
      return success(request, { transaction: shown(found.held), replacement: found.replacement })
    },
  )
}

function shown(held: HeldTransaction) {
  const { id, chain, hash, status, transaction, reason, verdict, requestId, approvedBy } = held
  const { from, to, value, data, nonce } = transaction
  return {
    id,
    chain,
    hash,
    status,
    from: getAddress(from),
    to: to && getAddress(to),
    value,
    data,
    nonce,
    rule: reason.rule,
    message: reason.message,
    wallet: reason.wallet && getAddress(reason.wallet),
    rules: reason.rules,
    holds: (reason.holds ?? []).map((one) => ({
      rule: one.rule,
      wallet: one.wallet && getAddress(one.wallet),
      reason: one.reason,
      asked: one.asked,
    })),
    holdsId: holdsIdOf(reason.holds ?? []),
    recommendation: verdict?.recommendation ?? null,
    riskScore: verdict?.riskScore ?? null,
    riskLevel: verdict?.riskLevel ?? null,
    findings: verdict?.findings ?? [],
    requestId,
    heldAt: isoTime(held.heldAt),
    releaseAt: held.releaseAt === null ? null : isoTime(held.releaseAt),
    expiresAt: isoTime(held.expiresAt),
    updatedAt: isoTime(held.updatedAt),
    approvedBy,
  }
}
