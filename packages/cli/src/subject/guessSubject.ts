import type { api, TransactionInput } from '@redoubt/client'
import { UsageError } from '../usageError.ts'
import { chainOfId } from './chains.ts'

/** A message to sign; the signer may have to be given beside it. */
export type Message = Omit<api.MessageScanRequest, 'address'> & { address?: string }

/** What a person wants scanned. */
export type Subject =
  | { kind: 'url'; url: string }
  | { kind: 'address'; address: string }
  | { kind: 'hash'; hash: string }
  | { kind: 'raw'; raw: string }
  | { kind: 'calldata'; data: string }
  | { kind: 'transaction'; body: TransactionInput }
  | { kind: 'message'; body: Message }

const HEX = /^0x(?:[0-9a-f]{2})*$/i
const ADDRESS_DIGITS = 40
const HASH_DIGITS = 64
const SELECTOR_DIGITS = 8
/** EIP-2718: types 1 to 4, or a list in RLP before them. Call data may begin so too, and then has --to. */
const RAW = /^0x(?:0[1-4](?:f8|f9|fa)|f[89a])/i
const HOST = /^(?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}-]{2,}(?::\d{1,5})?(?:[/?#]\S*)?$/u

/**
 * Guesses what a text is.
 * @param hasTo a recipient was named, so that hex digits are call data.
 * @throws UsageError with what can be scanned.
 */
export function guessSubject(given: string, hasTo: boolean): Subject {
  const text = given.trim()
  if (/^[{[]/.test(text)) return fromJson(text)
  if (/^0x/i.test(text)) return fromHex(text, hasTo)
  if (/^https?:\/\//i.test(text)) return { kind: 'url', url: text }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) throw new UsageError('A site has an http or https address.')
  if (/^\S+\.eth$/i.test(text))
    throw new UsageError(
      `A name may lead to another address tomorrow, so it is scored and not scanned: score ${text}, or scan ADDRESS.`,
    )
  if (HOST.test(text)) return { kind: 'url', url: `https://${text}` }
  throw new UsageError(
    'This is no URL, address, transaction hash, raw transaction, call data or JSON. A text to sign: scan message --address SIGNER TEXT',
  )
}

/** Guesses what a JSON text is: typed data, a transaction, a bundle, a user operation, or a request of a wallet (JSON-RPC). */
function fromJson(text: string): Subject {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new UsageError(`This is not JSON: ${(error as Error).message}`)
  }
  if (!isObject(value)) throw new UsageError('Expected a JSON object: typed data, a transaction or a wallet request.')
  if (typeof value.method === 'string' && typeof value.params === 'object')
    return fromRequest(value.method, value.params)
  // As text: a parser loses digits of numbers beyond 2^53.
  if ('types' in value && 'primaryType' in value) return { kind: 'message', body: { typedData: text } }
  return { kind: 'transaction', body: transactionOf(value) }
}

function fromRequest(method: string, params: unknown): Subject {
  if (method === 'wallet_invokeMethod') return fromWrapper(params)
  const [first, second] = Array.isArray(params) ? (params as unknown[]) : []
  switch (method) {
    case 'eth_sendTransaction':
    case 'wallet_sendTransaction':
    case 'eth_signTransaction':
    case 'eth_call':
    case 'wallet_sendCalls':
      return { kind: 'transaction', body: transactionOf(first) }
    case 'eth_sendRawTransaction':
    case 'eth_sendRawTransactionSync':
      return { kind: 'raw', raw: textOf(first) }
    case 'eth_sendUserOperation':
      return { kind: 'transaction', body: transactionOf({ userOperation: first, entryPoint: second }) }
    case 'personal_sign':
      return { kind: 'message', body: { method, message: textOf(first), address: textOf(second) } }
    case 'eth_sign':
      return { kind: 'message', body: { method, message: textOf(second), address: textOf(first) } }
    case 'eth_signTypedData':
    case 'eth_signTypedData_v3':
    case 'eth_signTypedData_v4':
      return { kind: 'message', body: { method, typedData: second, address: textOf(first) } }
    case 'wallet_signAuthorization': {
      const { address, contractAddress } = isObject(first) ? first : {}
      const delegate = String(address ?? contractAddress ?? 'DELEGATE')
      throw new UsageError(
        `An authorisation (EIP-7702) gives the account to the code at ${delegate}, and names no account: scan contract ${delegate}, or scan the transaction that carries it, as JSON with from, to and authorizationList.`,
      )
    }
    default:
      throw new UsageError(
        `A request ${method} cannot be scanned. What can: transactions, bundles (wallet_sendCalls), user operations and messages to sign.`,
      )
  }
}

/** A request for a named network around a request (CAIP-27). */
function fromWrapper(params: unknown): Subject {
  const { scope, request } = isObject(params) ? params : {}
  const [, id] = /^eip155:(\d{1,15})$/.exec(String(scope)) ?? []
  if (id === undefined || !isObject(request) || typeof request.method !== 'string')
    throw new UsageError('wallet_invokeMethod: expected params {"scope":"eip155:1","request":{"method":…,"params":…}}.')
  const chain = chainOfId(Number(id))
  const subject = fromRequest(request.method, request.params)
  if (subject.kind !== 'transaction' && subject.kind !== 'message') return subject
  const { chainId } = subject.body as { chainId?: unknown }
  if (chainId != null && Number(chainId) !== Number(id))
    throw new UsageError(`wallet_invokeMethod: the scope ${scope} and chainId ${chainId} differ.`)
  subject.body.chain = chain
  return subject
}

function transactionOf(value: unknown): TransactionInput {
  if (!isObject(value)) throw new UsageError('Expected a transaction object.')
  const whole = ['to', 'data', 'input', 'from', 'calls', 'userOperation'].some((name) => name in value)
  if (!whole) {
    if ('sender' in value && 'callData' in value) return { userOperation: value } as TransactionInput
    throw new UsageError(
      'The JSON object is neither typed data ({types, primaryType, …}) nor a transaction ({from, to, …}).',
    )
  }
  const unsafe = Object.entries(value).find(([, one]) => typeof one === 'number' && !Number.isSafeInteger(one))
  if (unsafe !== undefined) throw new UsageError(`${unsafe[0]}: write numbers beyond 2^53 as text.`)
  return value as TransactionInput
}

function fromHex(text: string, hasTo: boolean): Subject {
  if (!HEX.test(text)) throw new UsageError('This is not hex: 0x is followed by pairs of 0-9 and a-f.')
  const digits = text.length - 2
  if (hasTo) return { kind: 'calldata', data: text }
  if (digits === ADDRESS_DIGITS) return { kind: 'address', address: text }
  if (digits === HASH_DIGITS) return { kind: 'hash', hash: text }
  if (RAW.test(text) && digits > HASH_DIGITS) return { kind: 'raw', raw: text }
  if (digits >= SELECTOR_DIGITS)
    throw new UsageError(
      `${digits / 2} bytes are no address (20), transaction hash (32) or raw transaction; call data needs --to and --from.`,
    )
  throw new UsageError('This is too short for an address: 0x and 40 hex digits.')
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  throw new UsageError('A parameter of the request is missing or no text.')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
