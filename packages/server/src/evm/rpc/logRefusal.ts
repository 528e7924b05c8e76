import { EgressError } from '@redoubt/egress/egressError.ts'
import { EndpointFailure } from './endpoint.ts'
import { RpcError } from './jsonRpc.ts'

/**
 * Reason why an endpoint refused a range of logs, and how many blocks it would answer, where it says so. `range`: it never
 * answers that many blocks. `results`: these blocks hold more logs than it answers, or than it can find in time.
 */
export type LogRefusal = { kind: 'range' | 'results'; blocks: bigint | null }

/** Over a rate limit, or out of credit: narrower ranges would only add requests. */
const RATE = /rate.?limit|too many requests|compute units|per second|quota|credits|capacity|daily/i
const RESULTS =
  /response.{0,20}(size|large|big)|results?\b|logs matched|too many logs|more than [\d,]+ (logs|events|entries)|max(imum)? logs|limit of \d+$|time.?d? ?out|took too long|deadline exceeded|cancell?ed|exceeded max limit/i
const RANGE =
  /range|too many blocks|(maximum|at most|limited to|more than|up to).{0,20}blocks|blocks? (distance|span|count)/i
/** `[0x1180fca, 0x1180fd3]` */
const HEX_RANGE = /\[\s*(0x[0-9a-f]{1,16})\s*,\s*(0x[0-9a-f]{1,16})\s*\]/i
/** `retry with the range 3600741-3620740` */
const DECIMAL_RANGE = /range:? (\d{1,15}) ?(?:-|to) ?(\d{1,15})/i
const NUMBER = /(?<![\w.-])(\d{1,3}(?:[,_]\d{3})+|\d{1,12})\s?(k|m)?(?![\w])/gi
const SIZES: Record<string, bigint> = { k: 1_000n, m: 1_000_000n }
/** Limit of characters read from a message: its length is the endpoint's choice. */
const MAX_LETTERS = 600

/**
 * Reads the words with which nodes and providers refuse a range of logs: there is no code for it, and each has words of its
 * own. Null: the error is about something else.
 * @example logRefusal(new RpcError(-32_000, 'exceed maximum block range: 5000', null), asked) // { kind: 'range', blocks: 5000n }
 */
export function logRefusal(error: unknown, asked: { fromBlock: bigint; toBlock: bigint }): LogRefusal | null {
  if (error instanceof EndpointFailure) {
    const tooLarge = error.cause instanceof EgressError && error.cause.failure === 'too-large'
    return error.slow || tooLarge || error.message === 'HTTP 413' ? { kind: 'results', blocks: null } : null
  }
  if (!(error instanceof RpcError)) return null
  const text = error.message.slice(0, MAX_LETTERS)
  const works = rangeThatWorks(text, asked)
  // A range offered by the provider decides, whatever else is in the sentence: plans, prices, limits of other methods.
  if (works === null && RATE.test(text)) return null
  if (RESULTS.test(text)) return { kind: 'results', blocks: works }
  if (works !== null || RANGE.test(text)) return { kind: 'range', blocks: works ?? maxBlocks(text, asked) }
  return null
}

type Asked = { fromBlock: bigint; toBlock: bigint }

/** Returns the offered range, which must be narrower than the request. */
function rangeThatWorks(text: string, asked: Asked): bigint | null {
  const found = HEX_RANGE.exec(text) ?? DECIMAL_RANGE.exec(text)
  if (found?.[1] === undefined || found[2] === undefined) return null
  const blocks = BigInt(found[2]) - BigInt(found[1]) + 1n
  return blocks > 0n && blocks < width(asked) ? blocks : null
}

/** Returns the largest number in the text that is below the request and does not repeat it. */
function maxBlocks(text: string, asked: Asked): bigint | null {
  const ours = [asked.fromBlock, asked.toBlock, width(asked), width(asked) - 1n]
  const numbers = [...text.matchAll(NUMBER)].map(
    ([, digits = '', unit]) => BigInt(digits.replace(/[,_]/g, '')) * (SIZES[unit?.toLowerCase() ?? ''] ?? 1n),
  )
  const possible = numbers.filter((one) => one > 0n && one < width(asked) && !ours.includes(one))
  return possible.reduce<bigint | null>((most, one) => (most === null || one > most ? one : most), null)
}

function width({ fromBlock, toBlock }: Asked): bigint {
  return toBlock - fromBlock + 1n
}
