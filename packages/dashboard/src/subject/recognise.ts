/** What a text in the box is. */
export type Subject =
  | { kind: 'address'; address: string }
  | { kind: 'transaction-hash'; hash: string }
  | { kind: 'name'; name: string }
  | { kind: 'url'; url: string }
  | { kind: 'transaction'; transaction: Record<string, unknown> }
  | { kind: 'calldata'; data: string }
  | { kind: 'raw-transaction'; raw: string }
  | { kind: 'typed-data'; typedData: unknown; address: string | null }
  | { kind: 'message'; message: string; address: string | null }

const ADDRESS = /^0x[0-9a-f]{40}$/i
const HASH = /^0x[0-9a-f]{64}$/i
const BYTES = /^0x([0-9a-f]{2})+$/i
/** EIP-2718 types 1 to 4 with a list behind them, or a list of more than 55 bytes (a legacy transaction). */
const RAW = /^0x(0[1-4](f[89a]|[c-e])|f[89])/i
const ENS = /^[^\s/:@]+\.eth$/i
const HOST = /^[^\s/:@.]+(\.[^\s/:@.]+)+(:\d+)?([/?#]\S*)?$/u
const MIN_RAW_DIGITS = 180
const SELECTOR_LENGTH = 10

/** Returns what the text is, by its form alone; null for an empty one. Text that is nothing else is a message. */
export function recognise(text: string): Subject | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (ADDRESS.test(trimmed)) return { kind: 'address', address: trimmed }
  if (HASH.test(trimmed)) return { kind: 'transaction-hash', hash: trimmed }
  if (BYTES.test(trimmed) && trimmed.length >= SELECTOR_LENGTH)
    return RAW.test(trimmed) && trimmed.length >= MIN_RAW_DIGITS
      ? { kind: 'raw-transaction', raw: trimmed }
      : { kind: 'calldata', data: trimmed }
  if (/^[{[]/.test(trimmed)) {
    const subject = fromJson(trimmed)
    if (subject !== null) return subject
  }
  if (ENS.test(trimmed)) return { kind: 'name', name: trimmed }
  if (/^https?:\/\/\S+$/i.test(trimmed)) return { kind: 'url', url: trimmed }
  if (HOST.test(trimmed)) return { kind: 'url', url: `https://${trimmed}` }
  return { kind: 'message', message: trimmed, address: null }
}

function fromJson(text: string): Subject | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (Array.isArray(value) && value.length === 1) return fromObject(value[0])
  return fromObject(value)
}

/** A request of a wallet (EIP-1193), a transaction, or typed data (EIP-712). */
function fromObject(value: unknown): Subject | null {
  if (!isObject(value)) return null
  const { method, params } = value
  if (typeof method === 'string' && Array.isArray(params)) {
    const [first, second] = params
    if (/^eth_(sendTransaction|signTransaction|call|estimateGas)$/.test(method)) return fromObject(first)
    if (method === 'eth_sendRawTransaction') return typeof first === 'string' ? recognise(first) : null
    if (method.startsWith('eth_signTypedData')) return typedDataOf(second, first)
    if (method === 'personal_sign') return messageOf(first, second)
    if (method === 'eth_sign') return messageOf(second, first)
    return null
  }
  if (isObject(value.types) && typeof value.primaryType === 'string') return typedDataOf(value, null)
  if ('to' in value || 'data' in value || 'input' in value || 'calls' in value || 'userOperation' in value)
    return { kind: 'transaction', transaction: value }
  return null
}

function typedDataOf(given: unknown, signer: unknown): Subject | null {
  const typedData = typeof given === 'string' ? parsed(given) : given
  return isObject(typedData) ? { kind: 'typed-data', typedData, address: addressOr(signer) } : null
}

function messageOf(message: unknown, signer: unknown): Subject | null {
  return typeof message === 'string' ? { kind: 'message', message, address: addressOr(signer) } : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function addressOr(value: unknown): string | null {
  return typeof value === 'string' && ADDRESS.test(value) ? value : null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
