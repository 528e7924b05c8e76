import { isUtf8 } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { CHAIN_IDS, CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import type { WalletRequest } from '@redoubt/risk/facts/browsing.ts'

/** Balances of an ordinary user: some coins, some dollars, some past. A drainer asks an empty account for nothing. */
export const SHOWN_COINS = '0x1a2c5e8f7b3d4000'

const TOKENS = `0x${2_471_300_000n.toString(16).padStart(64, '0')}`

const BALANCE_OF = '0x70a08231'

/**
 * Reads, which no owner is asked about, also of known networks with methods of their own. Every other method is recorded, also one that we
 * have never heard of.
 */
const READS =
  /^(?:(?!wallet_|personal_|eth_|\w*(?:[sS]ign|[sS]end|[eE]ncrypt|[dD]ecrypt|[sS]ecret|[pP]rivate|[mM]nemonic|[sS]eed))(?:zks|zkevm|linea|bor|kaia|klay|arb|arbtrace|optimism|rollup|celo|parity|alchemy|qn|scroll|mantle|taiko|cfx|hmy|sei)_(?:estimate|get|is|has|call|gasPrice|blockNumber|chainId|syncing|L1)(?![a-z])[A-Za-z0-9]*|eth_(?!sign|send|decrypt|getEncryptionPublicKey|requestAccounts)\w+|(?:net|web3|debug|trace|txpool|rpc|metamask|erigon|ots)_\w+|wallet_(?:getPermissions|getCapabilities|getAssets|getCallsStatus|disconnect|showCallsStatus|revokePermissions|getSnaps|getSession|revokeSession|get\w*ExecutionPermissions)|personal_ecRecover)$/

/** What needs a signature; it is refused as a person would refuse it. */
const SIGNS =
  /^(eth_sign\w*|eth_send\w*|personal_sign|wallet_(send|sign|grant|invoke|prepare|request(?!Permissions))\w+|eth_decrypt)$/

/** Longest text that is signed, in bytes. A digest has 32 of them and is no text. */
const MAX_SIGNED = 4_096

/** The message of personal_sign as hexadecimal where a person can read it; null for anything else. Pages mix up the order. */
function signedText(params: readonly unknown[]): Hex | null {
  const given = params.find((one) => typeof one === 'string' && !/^0x[0-9a-f]{40}$/i.test(one))
  if (typeof given !== 'string') return null
  const isHex = /^0x(?:[0-9a-f]{2})+$/i.test(given)
  const bytes = isHex ? Buffer.from(given.slice(2), 'hex') : Buffer.from(given, 'utf8')
  if (bytes.length === 0 || bytes.length > MAX_SIGNED || !isUtf8(bytes)) return null
  return /^[^\p{Cc}\p{Co}\p{Cn}]*$/u.test(bytes.toString('utf8').replace(/[\r\n\t]/g, ' '))
    ? `0x${bytes.toString('hex')}`
    : null
}

/** Result or error as EIP-1193 has it, with what the provider's own members are from now on. */
export type WalletAnswer = ({ result: unknown } | { error: { code: number; message: string } }) & {
  chainId: string
  accounts: string[]
}

export type PageWallet = {
  /** The network that is selected; requests are for it. */
  chain(): Chain
  chainId(): string
  answer(method: string, params: unknown, signal: AbortSignal): Promise<WalletAnswer>
}

/**
 * A wallet as a page meets it: its owner connects, switches to networks that we know, and signs at most readable texts (EIP-1193,
 * 4001): approvals alone are said to be mined. One for all windows and frames of a scan.
 */
export function createPageWallet(port: Pick<WalletPort, 'account' | 'read' | 'sign'>, start: Chain): PageWallet {
  let chain = start
  let connected = false
  const mined = new Set<string>()
  /** Token and spender, as the approvals named them. */
  const approved = new Set<string>()
  const chainId = () => `0x${CHAIN_IDS[chain].toString(16)}`
  const accounts = () => (connected ? [port.account] : [])

  async function decide(method: string, params: unknown[], signal: AbortSignal): Promise<unknown> {
    switch (method) {
      case 'eth_requestAccounts':
        connected = true
        return accounts()
      case 'wallet_requestPermissions':
        connected = true
        return [{ parentCapability: 'eth_accounts' }]
      case 'wallet_getPermissions':
        return connected ? [{ parentCapability: 'eth_accounts' }] : []
      case 'eth_accounts':
        return accounts()
      case 'eth_coinbase':
        return accounts()[0] ?? null
      case 'eth_chainId':
        return chainId()
      case 'net_version':
        return String(CHAIN_IDS[chain])
      case 'wallet_getCapabilities':
        return { [chainId()]: { atomic: { status: 'ready' } } }
      case 'wallet_watchAsset':
        return true
      case 'wallet_connect':
        connected = true
        return { accounts: [{ address: port.account, capabilities: {} }], chainIds: [chainId()] }
      case 'wallet_disconnect':
      case 'wallet_revokePermissions':
        connected = false
        return null
      case 'wallet_switchEthereumChain':
      case 'wallet_addEthereumChain':
        return switchTo(params[0], method)
    }
    if (port.sign && method === 'personal_sign') {
      const text = signedText(params)
      if (text !== null) return port.sign(text)
    }
    const approval = approvalOf(method, params[0])
    if (approval !== null) return approve(approval)
    if (approved.has(allowanceAsked(method, params[0]))) return MAX_WORD
    if (mined.has(String(params[0]))) return receiptOf(method, String(params[0]), port.account)
    if (needsSignature(method)) throw new Refusal(4001, 'MetaMask Tx Signature: User denied transaction signature.')
    return readChain(method, params, signal)
  }

  /** Nothing is sent. Pages that swap or deposit afterwards go on as if an approval was mined. */
  function approve(approval: string): string {
    approved.add(approval)
    const hash = `0x${randomBytes(32).toString('hex')}`
    mined.add(hash)
    return hash
  }

  function switchTo(wanted: unknown, method: string): null {
    const id = Number((wanted as { chainId?: unknown } | null)?.chainId)
    const known = CHAINS.find((one) => CHAIN_IDS[one] === id)
    if (known === undefined) {
      if (method === 'wallet_addEthereumChain') throw new Refusal(4001, 'User rejected the request.')
      throw new Refusal(4902, 'Unrecognized chain ID. Try adding the chain using wallet_addEthereumChain first.')
    }
    chain = known
    return null
  }

  async function readChain(method: string, params: unknown[], signal: AbortSignal): Promise<unknown> {
    const read = port.read?.({ method, params, chain }, signal)
    // A page that hears of trouble stops; what it would have asked for is what we want to know.
    const said = read ? await read.catch(() => undefined) : undefined
    const answer = said === undefined ? plausibleAnswer(method, params, port.account) : said
    if (answer === undefined) throw new Refusal(4200, `The method "${method.slice(0, 60)}" is not supported.`)
    return withHoldings(method, params, port.account, answer)
  }

  return {
    chain: () => chain,
    chainId,
    async answer(method, params, signal) {
      const outcome = await decide(method, Array.isArray(params) ? params : [params], signal).then(
        (result) => ({ result }),
        (error: unknown) => {
          if (error instanceof Refusal) return { error: { code: error.code, message: error.message } }
          return { error: { code: -32603, message: 'Internal JSON-RPC error.' } }
        },
      )
      return { ...outcome, chainId: chainId(), accounts: accounts() }
    },
  }
}

/** approve(address,uint256) of an amount above zero, and allowance(address,address). */
const APPROVES = /^0x095ea7b3[0-9a-f]{24}([0-9a-f]{40})(?!0{64})[0-9a-f]{64}/i
const ASKS_ALLOWANCE = /^0xdd62ed3e[0-9a-f]{64}[0-9a-f]{24}([0-9a-f]{40})$/i
const MAX_WORD = `0x${'f'.repeat(64)}`

/** Token and spender of an approval; null for another request. */
function approvalOf(method: string, asked: unknown): string | null {
  return method === 'eth_sendTransaction' ? partiesOf(asked, APPROVES) : null
}

function allowanceAsked(method: string, asked: unknown): string {
  return (method === 'eth_call' ? partiesOf(asked, ASKS_ALLOWANCE) : null) ?? ''
}

function partiesOf(asked: unknown, call: RegExp): string | null {
  const { to, data, input } = (asked ?? {}) as { to?: unknown; data?: unknown; input?: unknown }
  const spender = call.exec(String(data ?? input ?? ''))?.[1]
  return spender === undefined ? null : `${String(to)} ${spender}`.toLowerCase()
}

/** What a node says of a transaction that was mined. */
function receiptOf(method: string, hash: string, from: Address): unknown {
  const place = {
    transactionHash: hash,
    blockNumber: '0x17a1f05',
    blockHash: `0x${'c4'.repeat(32)}`,
    transactionIndex: '0x2',
  }
  if (method === 'eth_getTransactionByHash') return { ...place, hash, from, nonce: '0x5d' }
  return { ...place, from, status: '0x1', logs: [], logsBloom: `0x${'0'.repeat(512)}`, gasUsed: '0xb5a0', type: '0x2' }
}

/** ProviderRpcError of EIP-1193. */
class Refusal extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export function needsOwnerConsent(method: string): boolean {
  return !READS.test(method)
}

export function needsSignature(method: string): boolean {
  return SIGNS.test(method)
}

/** What a page asked the wallet for. `params` is JSON that the page wrote: anything. */
export type PageWalletRequest = { method: string; params: unknown; chain: Chain; origin: string }

/** The wallet that a page is shown. */
export type WalletPort = {
  /** The account that the page is shown: an unused one, or that of an owner who agreed. Lower case. */
  account: Address
  /**
   * Judges what would be signed; null for what asks for nothing that could be judged. Rejects when it could not be.
   * @param earlier requests of the same page, in order: who believes the page has confirmed them.
   */
  scan(
    asked: PageWalletRequest,
    signal: AbortSignal,
    earlier: readonly PageWalletRequest[],
  ): Promise<WalletRequest['scan']>
  /**
   * Signs a readable text for a made-up account, which pages want before they go on; left out, the owner refuses. The key is made for one
   * visit and owns nothing: transactions and typed data are never signed.
   */
  sign?(text: Hex): Promise<Hex>
  /** Reads the chain as an RPC endpoint does; left out, the page is told something plausible. */
  read?(asked: { method: string; params: unknown[]; chain: Chain }, signal: AbortSignal): Promise<unknown>
}

/** What the chain would say, made up; undefined where nothing plausible can be made up. */
export function plausibleAnswer(method: string, params: readonly unknown[], account: Address): unknown {
  switch (method) {
    case 'eth_blockNumber':
      return '0x17a1f04'
    case 'eth_getBalance':
      return SHOWN_COINS
    case 'eth_getTransactionCount':
      return '0x5d'
    case 'eth_gasPrice':
    case 'eth_maxPriorityFeePerGas':
      return '0x3b9aca00'
    case 'eth_estimateGas':
      return '0x1d4c0'
    case 'eth_getCode':
      return String(params[0]).toLowerCase() === account ? '0x' : '0x6080604052'
    case 'eth_call':
      return asksBalance(params, account) ? TOKENS : `0x${'0'.repeat(63)}1`
    case 'web3_clientVersion':
      return 'MetaMask/v12.9.3'
    default:
      return undefined
  }
}

/** What the chain said, except that the account is not empty. */
export function withHoldings(method: string, params: readonly unknown[], account: Address, answer: unknown): unknown {
  const holds = method === 'eth_getBalance' ? String(params[0]).toLowerCase() === account : asksBalance(params, account)
  const empty = typeof answer === 'string' && /^0x0*$/.test(answer)
  return holds && empty && /^eth_(getBalance|call)$/.test(method) ? plausibleAnswer(method, params, account) : answer
}

function asksBalance(params: readonly unknown[], account: Address): boolean {
  const { data, input } = (params[0] ?? {}) as { data?: unknown; input?: unknown }
  const call = String(data ?? input ?? '').toLowerCase()
  return call.startsWith(BALANCE_OF) && call.slice(BALANCE_OF.length).endsWith(account.slice(2))
}
