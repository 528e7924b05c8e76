import { MalformedAnswer, readArray, readObject } from './rpcValues.ts'

export type RpcRequest = { method: string; params: readonly unknown[] }
export type RpcAnswer = { result: unknown } | { error: RpcError }

/** The error member of a JSON-RPC answer: the endpoint spoke and said no. */
export class RpcError extends Error {
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data: unknown) {
    super(message)
    this.name = 'RpcError'
    this.code = code
    this.data = data
  }
}

/** Body of one request or, for several, of a batch; ids are the positions plus `firstId`. */
export function encodeRequests(requests: readonly RpcRequest[], firstId: number, batch: boolean): string {
  const calls = requests.map(({ method, params }, index) => ({ jsonrpc: '2.0', id: firstId + index, method, params }))
  return JSON.stringify(batch ? calls : calls[0])
}

/**
 * Answers in the order of the requests, matched by id: a batch may be answered in any order.
 * @throws MalformedAnswer when an id is missing, repeated or not ours.
 */
export function decodeAnswers(text: string, count: number, firstId: number, batch: boolean): RpcAnswer[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new MalformedAnswer('JSON', text)
  }
  const found = new Map<number, RpcAnswer>()
  for (const item of batch ? readArray(parsed, 'batch answer') : [parsed]) {
    const answer = readObject(item, 'answer')
    const position = typeof answer.id === 'number' ? answer.id - firstId : -1
    if (!Number.isInteger(position) || position < 0 || position >= count || found.has(position))
      throw new MalformedAnswer('answer id', answer.id)
    found.set(position, readAnswer(answer))
  }
  return Array.from({ length: count }, (_, position) => {
    const answer = found.get(position)
    if (!answer) throw new MalformedAnswer('batch answer: an id is missing in', text)
    return answer
  })
}

function readAnswer(answer: Record<string, unknown>): RpcAnswer {
  if (answer.error != null) {
    const error = readObject(answer.error, 'error')
    const code = typeof error.code === 'number' ? error.code : -32_603
    return { error: new RpcError(code, typeof error.message === 'string' ? error.message : 'no message', error.data) }
  }
  if (!('result' in answer)) throw new MalformedAnswer('answer', answer)
  return { result: answer.result }
}

/**
 * What a JSON-RPC error means for the pool. Nodes agree on few codes, so wording decides:
 * `reverted` is the answer itself; `unsupported` is remembered; `busy` backs off; `no-state` and `broken` go elsewhere;
 * `bad-params` may be an endpoint that does not know a block by hash (EIP-1898).
 */
type RpcErrorKind = 'reverted' | 'unsupported' | 'busy' | 'no-state' | 'bad-params' | 'broken'

export function classifyRpcError(error: RpcError): RpcErrorKind {
  const text = error.message
  // anvil says "EVM error" and the name of the halt.
  if (
    error.code === 3 ||
    /revert|out ?of ?gas|oog\b|invalid ?(fe)?opcode|stack ?(under|over)flow|invalid ?jump|^EVM error/i.test(text)
  )
    return 'reverted'
  if (error.code === -32_005 || /rate.?limit|too many requests|capacity|quota|exceeded .*limit/i.test(text))
    return 'busy'
  if (
    /header not found|unknown block|block .*not found|trie node|historical state|pruned|state .*(not|un)available|archive/i.test(
      text,
    )
  )
    return 'no-state'
  if (error.code === -32_602 || /invalid (argument|param)|cannot unmarshal|deserial/i.test(text)) return 'bad-params'
  if (
    error.code === -32_601 ||
    error.code === -32_004 ||
    /method .*(not|un)|not (supported|implemented|allowed|available)|unsupported|whitelist/i.test(text)
  )
    return 'unsupported'
  return 'broken'
}
