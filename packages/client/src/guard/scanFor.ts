import type { MessageScanRequest } from '../api.generated.ts'
import type { TransactionInput } from '../types.ts'
import { hasSafeNumbers, isObject } from './cloneJson.ts'
import type { Subject } from './methods.ts'
import { canonicalQuantities, toQuantity } from './quantities.ts'
import { Unjudgeable } from './unjudgeable.ts'

/** Networks that the service judges, by EIP-155 id. */
const CHAINS = { 1: 'ethereum', 56: 'bsc', 137: 'polygon', 8453: 'base', 42161: 'arbitrum', 10: 'optimism' } as const

type Chain = (typeof CHAINS)[keyof typeof CHAINS]

/** What to ask the service, and the parameters that the wallet is then sent. */
export type Scan = { params: unknown; chainId: number } & (
  | { kind: 'transaction'; body: TransactionInput }
  | { kind: 'message'; body: MessageScanRequest }
)

/** What the wallet would fill in by itself. */
export type WalletState = {
  chainId(): Promise<number>
  /** The wallet's current account comes first. */
  accounts(): Promise<string[]>
  nonce(account: string): Promise<number>
}

/** Capabilities of wallet_sendCalls that add no call and no permission. */
const HARMLESS_CAPABILITIES = ['atomic', 'paymasterService']
/** Members of a scan that are none of a wallet's: the page would choose what is judged, or say another origin. */
const OF_THE_SCAN = ['chain', 'options', 'origin', 'userOperation', 'entryPoint', 'atomicRequired', 'calls']
/** Members of a bundle that are members of a scan too. */
const OF_A_BUNDLE = ['atomicRequired', 'calls']
const ADDRESS = /^0x[0-9a-fA-F]{40}$/

/**
 * Turns a request of a wallet into a scan.
 * @param parseRaw reads a signed transaction. @throws Unjudgeable
 */
export async function scanFor(
  subject: Subject,
  { method, params }: { method: string; params: unknown },
  wallet: WalletState,
  parseRaw: ((raw: string) => unknown) | undefined,
): Promise<Scan> {
  const list = Array.isArray(params) ? [...params] : []
  const [first, second] = list
  switch (subject) {
    case 'transaction': {
      const transaction = objectOf(first, 'transaction')
      refuseMembers(transaction, OF_THE_SCAN)
      return sentTransaction(transaction, wallet)
    }
    case 'raw-transaction': {
      if (parseRaw === undefined) throw new Unjudgeable('A signed transaction is judged where parseRaw is given.')
      const parsed = objectOf(await parseRaw(textOf(first, 'transaction')), 'transaction')
      const transaction = canonicalQuantities(parsed)
      const chainId = await networkOf(transaction, wallet)
      return { kind: 'transaction', params: [first], chainId, body: { ...transaction, chain: chainOf(chainId) } }
    }
    case 'calls': {
      const bundle = objectOf(first, 'bundle')
      refuseMembers(
        bundle,
        OF_THE_SCAN.filter((name) => !OF_A_BUNDLE.includes(name)),
      )
      const calls = Array.isArray(bundle.calls) ? bundle.calls : []
      for (const one of [bundle, ...calls]) refuseCapabilities(objectOf(one, 'call').capabilities)
      return sentTransaction(bundle, wallet)
    }
    case 'user-operation': {
      const userOperation = canonicalQuantities(objectOf(first, 'user operation'))
      const entryPoint = textOf(second, 'entry point')
      const chainId = await wallet.chainId()
      const body = { userOperation, entryPoint, chain: chainOf(chainId) } as unknown as TransactionInput
      return { kind: 'transaction', params: [userOperation, entryPoint], chainId, body }
    }
    case 'authorization':
      return authorizationScan(objectOf(first, 'authorisation'), wallet)
    case 'message':
      return messageScan(method, list, wallet)
  }
}

/** A transaction or bundle that the wallet is to send: account, network and amounts stand in it as they were judged. */
async function sentTransaction(given: Record<string, unknown>, wallet: WalletState): Promise<Scan> {
  const transaction = canonicalQuantities(given)
  transaction.from = await signerOf(given.from ?? undefined, wallet)
  const chainId = await networkOf(transaction, wallet)
  transaction.chainId = toQuantity('chainId', chainId)
  const body = { ...transaction, chain: chainOf(chainId) }
  return { kind: 'transaction', params: [transaction], chainId, body }
}

async function networkOf({ chainId }: Record<string, unknown>, wallet: WalletState): Promise<number> {
  return chainId == null ? wallet.chainId() : Number(chainId)
}

/** The account that the request names, else the wallet's first. @throws Unjudgeable where the wallet has no such account */
async function signerOf(named: unknown, wallet: WalletState): Promise<string> {
  const accounts = await wallet.accounts()
  const [first] = accounts
  if (first === undefined) throw new Unjudgeable('The wallet names no account.')
  if (named === undefined) return first
  const signer = addressOf(named)
  if (accounts.some((one) => one.toLowerCase() === signer.toLowerCase())) return signer
  throw new Unjudgeable('The signer is no account of the wallet.')
}

/** A delegation gives the account away: it is judged as the transaction that carries it (EIP-7702). */
async function authorizationScan(authorization: Record<string, unknown>, wallet: WalletState): Promise<Scan> {
  const { address, contractAddress, chainId, nonce: _nonce, from: named, ...rest } = authorization
  const [other] = Object.keys(rest)
  if (other !== undefined) throw new Unjudgeable(`An authorisation has no member ${other}.`)
  const from = await signerOf(named ?? undefined, wallet)
  const current = await wallet.chainId()
  // Which of two names a wallet reads is its own choice.
  if (address != null && contractAddress != null) throw new Unjudgeable('The authorisation names two delegates.')
  const delegate = textOf(address ?? contractAddress, 'delegate')
  // For every network (0) it is judged on the current one.
  const signedFor = chainId == null ? current : Number(toQuantity('chainId', chainId))
  const judgedOn = signedFor === 0 ? current : signedFor
  // As the account itself would send it; when another account sends it, the delegate has the same power.
  const nonce = (await wallet.nonce(from)) + 1
  const signed = { address: delegate, chainId: signedFor, nonce }
  const body = { from, to: from, authorizationList: [signed], chain: chainOf(judgedOn) }
  return {
    kind: 'transaction',
    params: [{ ...sentQuantities(authorization), chainId: signedFor }],
    chainId: judgedOn,
    body,
  }
}

/** Libraries write an authorisation with numbers; text of digits alone is written as it is judged. */
function sentQuantities(authorization: Record<string, unknown>): Record<string, unknown> {
  const { nonce } = authorization
  return typeof nonce === 'string' ? { ...authorization, nonce: toQuantity('nonce', nonce) } : authorization
}

async function messageScan(method: string, list: unknown[], wallet: WalletState): Promise<Scan> {
  const chainId = await wallet.chainId()
  const chain = chainOf(chainId)
  const [first, second] = list
  if (method === 'personal_sign') {
    const address = await signerOf(addressOf(second, `${method} takes [message, address]`), wallet)
    const asked = { address, message: textOf(first, 'message'), method, chain } as const
    return { kind: 'message', params: [first, second], chainId, body: asked }
  }
  if (method === 'eth_sign') {
    const address = await signerOf(addressOf(first, `${method} takes [address, message]`), wallet)
    const asked = { address, message: textOf(second, 'message'), method, chain } as const
    return { kind: 'message', params: [first, second], chainId, body: asked }
  }
  // The first version is a list of members without a domain.
  if (method === 'eth_signTypedData_v1' || method === 'eth_signTypedData_v2' || Array.isArray(first))
    throw new Unjudgeable(`${method} signs without a domain.`)
  const typedData = typedDataOf(second)
  // Text is sent as it was read: wallets may read a doubled member differently.
  const sent = typeof second === 'string' ? JSON.stringify(typedData) : typedData
  const signing = method === 'eth_signTypedData_v3' ? method : 'eth_signTypedData_v4'
  const address = await signerOf(addressOf(first), wallet)
  const asked = { address, typedData, method: signing, chain } as const
  return { kind: 'message', params: [first, sent], chainId, body: asked }
}

function typedDataOf(given: unknown): Record<string, unknown> {
  let read = given
  if (typeof given === 'string') {
    try {
      read = JSON.parse(given)
    } catch {
      throw new Unjudgeable('The typed data is not JSON.')
    }
  }
  if (!hasSafeNumbers(read)) throw new Unjudgeable('The typed data has numbers beyond 2^53; send them as text.')
  return objectOf(read, 'typed data')
}

function refuseMembers(given: Record<string, unknown>, names: readonly string[]): void {
  const other = names.find((name) => Object.hasOwn(given, name))
  if (other !== undefined) throw new Unjudgeable(`A request of a wallet has no member ${other}.`)
}

function refuseCapabilities(capabilities: unknown): void {
  if (capabilities == null) return
  const other = Object.keys(objectOf(capabilities, 'capabilities that can be read')).find(
    (name) => !HARMLESS_CAPABILITIES.includes(name),
  )
  if (other !== undefined) throw new Unjudgeable(`The capability ${other} is not judged.`)
}

export function chainOf(chainId: number): Chain {
  const chain = (CHAINS as Readonly<Record<number, Chain>>)[chainId]
  if (chain === undefined) throw new Unjudgeable(`The network ${chainId} is not judged.`)
  return chain
}

function objectOf(value: unknown, noun: string): Record<string, unknown> {
  if (!isObject(value)) throw new Unjudgeable(`The request has no ${noun}.`)
  return value
}

function textOf(value: unknown, noun: string): string {
  if (typeof value !== 'string') throw new Unjudgeable(`The request has no ${noun}.`)
  return value
}

function addressOf(value: unknown, usage?: string): string {
  if (typeof value === 'string' && ADDRESS.test(value)) return value
  throw new Unjudgeable(`The request has no signer${usage === undefined ? '' : `: ${usage}`}.`)
}
