import type { Address } from '@redoubt/risk/address.ts'
import { ApiError } from '../../errors.ts'
import type { MessageScanRequest } from '../../usecases/scans/message/scanMessage.ts'
import type { MessageRequest } from '../schemas/messageBody.ts'
import { spelling } from './parseEntity.ts'
import { parseJsonBody } from './parseJsonBody.ts'
import { parseOrigin } from './parseOrigin.ts'
import { parsePaymentRequirements } from './parsePaymentRequirements.ts'

const DEFAULT_DEADLINE_MS = 3_000

/**
 * Reads a validated body: one of `message` and `typedData`, and the method that signs it.
 * @throws ApiError VALIDATION_ERROR for what no schema can say.
 */
export function parseMessage(body: MessageRequest): MessageScanRequest {
  const { address, chain = 'ethereum', message, options = {} } = body
  if ((message === undefined) === (body.typedData === undefined))
    throw invalid('body.message: expected either message or typedData, and not both')
  const account = address.toLowerCase() as Address
  const asked =
    message === undefined
      ? { account, method: body.method ?? 'eth_signTypedData_v4', typedData: readTypedData(body.typedData) }
      : { account, method: body.method ?? 'personal_sign', message }
  return {
    chain,
    asked,
    spellings: [spelling('address', address)],
    origin: parseOrigin(body.origin),
    paymentRequirements: parsePaymentRequirements(body.paymentRequirements),
    simulate: options.simulate ?? true,
    explain: options.explain ?? true,
    reserve: options.reserve ?? false,
    deadlineMs: options.deadlineMs ?? DEFAULT_DEADLINE_MS,
  }
}

/** Its JSON text is held to what a body is: bounded nesting, no member given twice. */
function readTypedData(given: unknown): unknown {
  if (typeof given === 'object' && given !== null) return given
  if (typeof given !== 'string') throw invalid('body.typedData: expected an object, or its JSON text')
  try {
    return parseJsonBody(Buffer.from(given))
  } catch (error) {
    if (error instanceof ApiError) throw invalid(error.message.replace(/^body/, 'body.typedData'))
    throw error
  }
}

function invalid(detail: string): ApiError {
  return new ApiError('VALIDATION_ERROR', { detail })
}
