import type { Address } from '@redoubt/risk/address.ts'
import { ApiError } from '../../errors.ts'
import type { RescueInput } from '../../usecases/rescue/rescueWallet.ts'
import { success } from '../answer/envelope.ts'
import { scanContext } from '../answer/storeScan.ts'
import type { App, Edge } from '../context.ts'
import { spelling } from '../parse/parseEntity.ts'
import { Enveloped } from '../schemas/common.ts'
import { RescueBody, RescuePath, type RescueRequest, RescueResultSchema } from '../schemas/rescue.ts'

const DEFAULT_DEADLINE_MS = 10_000

/** POST /v1/wallet/rescue/{address} */
export function rescueRoutes(app: App, edge: Edge): void {
  app.post(
    '/v1/wallet/rescue/:address',
    {
      config: { access: { scopes: ['wallet:read'] } },
      schema: {
        tags: ['Wallet'],
        operationId: 'rescueWallet',
        summary: 'Plan the rescue of a compromised account',
        description:
          'For an account whose key or delegate is hostile: transactions of a sponsor that move everything to a safe address without a coin on the account, each executed on a fork. Nothing is signed or sent; without the account’s key it is of no use.',
        params: RescuePath,
        body: RescueBody,
        response: { 200: Enveloped(RescueResultSchema, 'What to sign and send, and what that saves.') },
      },
    },
    async (request, reply) => {
      const input = parseRescue(request.body, request.params.address)
      return success(request, await edge.ports.wallets.rescue(input, scanContext(reply)))
    },
  )
}

/** @throws ApiError VALIDATION_ERROR for what no schema can say. */
function parseRescue({ safe, sponsor, chain = 'ethereum', options = {} }: RescueRequest, of: string): RescueInput {
  const lower = (address: string) => address.toLowerCase() as Address
  const address = lower(of)
  for (const [member, spelled] of [
    ['safe', safe],
    ['sponsor', sponsor],
  ] as const) {
    const { checksumFailed } = spelling('address', spelled)
    if (checksumFailed) throw invalid(`body.${member}: its checksum fails, a character is probably wrong`)
    if (lower(spelled) === address) throw invalid(`body.${member}: expected another account than the one to be emptied`)
  }
  if (BigInt(safe) < 0x10000n)
    throw invalid('body.safe: expected an account with a private key or code; this is a precompile or the zero address')
  return {
    chain,
    address,
    spelling: spelling('address', of),
    safe: lower(safe),
    sponsor: lower(sponsor),
    includeSpam: options.includeSpam ?? false,
    deadlineMs: options.deadlineMs ?? DEFAULT_DEADLINE_MS,
  }
}

function invalid(detail: string): ApiError {
  return new ApiError('VALIDATION_ERROR', { detail })
}
