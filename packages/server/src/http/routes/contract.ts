import { judgedContract } from '../../usecases/reports/entityResults.ts'
import { withIgnoredMembers } from '../../usecases/scans/withIgnoredMembers.ts'
import type { App, Edge } from '../context.ts'
import { success } from '../envelope.ts'
import { keepScan } from '../keepScan.ts'
import { knownMembers } from '../knownMembers.ts'
import { parseContract } from '../parse/parseContract.ts'
import { scanContext } from '../scanContext.ts'
import { scanRecord } from '../scanRecord.ts'
import type { SchemaNode } from '../schemaNode.ts'
import { Enveloped } from '../schemas/common.ts'
import { ContractBody } from '../schemas/contractBody.ts'
import { ContractResultSchema } from '../schemas/contractResult.ts'

/** POST /v1/scan/contract */
export function contractRoutes(app: App, edge: Edge): void {
  app.post(
    '/v1/scan/contract',
    {
      config: { access: { scopes: ['scan:read'] } },
      schema: {
        tags: ['Scan'],
        operationId: 'scanContract',
        summary: 'Judge a contract or token',
        description:
          'Reads the code, buys and sells the token on a fork of the chain, flips what its owner can flip, and answers what that means for its holders. An address without code is answered too.',
        body: ContractBody,
        response: { 200: Enveloped(ContractResultSchema, 'The capabilities of the contract, and their risk.') },
      },
    },
    async (request, reply) => {
      const input = parseContract(request.body)
      const context = scanContext(reply)
      const began = edge.now()
      const result = withIgnoredMembers('contract', await edge.ports.scans.contract(input, context), request.ignored)
      const record = scanRecord(edge, request, {
        kind: 'contract',
        chain: input.chain,
        subject: input.spelling.checksummed,
        input: knownMembers(ContractBody as unknown as SchemaNode, request.body),
        result,
      })
      // An account without code of its own is a person's: its scores are those of wallets.
      const scanId = await keepScan(
        edge,
        record,
        input.simulateTrade && result.contractDetails.kind === 'contract' ? judgedContract(result, began) : null,
      )
      return success(request, result, scanId)
    },
  )
}
