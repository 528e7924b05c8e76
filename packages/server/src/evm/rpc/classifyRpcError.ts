import type { RpcError } from './jsonRpc.ts'

/**
 * What a JSON-RPC error means for the pool. Nodes agree on few codes, so wording decides:
 * `reverted` is the answer itself; `unsupported` is remembered; `busy` backs off; `no-state` and `broken` go elsewhere;
 * `bad-params` may be an endpoint that does not know a block by hash (EIP-1898).
 */
export type RpcErrorKind = 'reverted' | 'unsupported' | 'busy' | 'no-state' | 'bad-params' | 'broken'

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
