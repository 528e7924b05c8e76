import type { Address } from '@redoubt/risk/address.ts'
import { judgedContract } from '../../usecases/reports/entityResults.ts'
import type { ContractScanInput } from '../../usecases/scans/contract/scanContract.ts'
import { withIgnoredMembers } from '../../usecases/scans/withIgnoredMembers.ts'
import { success } from '../answer/envelope.ts'
import { followedScanContext, scanRecord, storeScan } from '../answer/storeScan.ts'
import { viewed, viewOf } from '../answer/viewed.ts'
import { scanned } from '../answer/witnessed.ts'
import type { App, Edge } from '../context.ts'
import { spelling } from '../parse/parseEntity.ts'
import { knownMembers } from '../parse/refuseUnknownMembers.ts'
import type { SchemaNode } from '../parse/schemaNode.ts'
import { Enveloped } from '../schemas/common.ts'
import { ContractBody, type ContractRequest } from '../schemas/contractBody.ts'
import { ContractResultSchema } from '../schemas/contractResult.ts'
import { Viewed, ViewQuery } from '../schemas/summary.ts'

const DEFAULT_DEADLINE_MS = 10_000

/** POST /v1/scan/contract */
export function contractRoutes(app: App, edge: Edge): void {
  app.post(
    '/v1/scan/contract',
    {
      config: { access: { scopes: ['scan:read'], pages: true } },
      schema: {
        tags: ['Scan'],
        operationId: 'scanContract',
        summary: 'Judge a contract or token',
        description:
          'Reads the code, buys and sells the token on a fork of the chain, flips what its owner can flip, and answers what that means for its holders. An address without code is answered too.',
        body: ContractBody,
        querystring: ViewQuery,
        response: { 200: Enveloped(Viewed(ContractResultSchema), 'The capabilities of the contract, and their risk.') },
      },
    },
    async (request, reply) => {
      const view = viewOf(request)
      const input = parseContract(request.body)
      const context = followedScanContext(reply, edge)
      const began = edge.now()
      const wanted = request.body.options?.witness
      const { result: made, verdict } = await scanned(
        edge,
        'contract',
        { input, wanted, ignored: request.ignored },
        context,
      )
      const result = withIgnoredMembers('contract', made, request.ignored)
      const record = scanRecord(edge, request, {
        kind: 'contract',
        chain: input.chain,
        subject: input.spelling.checksummed,
        input: knownMembers(ContractBody as unknown as SchemaNode, request.body),
        result,
        verdict,
      })
      // An account without code of its own is a person's: its scores are those of wallets.
      const scanId = await storeScan(
        edge,
        record,
        input.simulateTrade && result.contractDetails.kind === 'contract' ? judgedContract(result, began) : null,
      )
      return success(request, viewed(view, result), scanId)
    },
  )
}

/** Reads a validated body: the address becomes lower case, and the caller's spelling is kept. */
export function parseContract({ address, chain, options = {} }: ContractRequest): ContractScanInput {
  return {
    chain,
    address: address.toLowerCase() as Address,
    spelling: spelling('address', address),
    includeAbi: options.includeAbi ?? false,
    simulateTrade: options.simulateTrade ?? true,
    deadlineMs: options.deadlineMs ?? DEFAULT_DEADLINE_MS,
  }
}
