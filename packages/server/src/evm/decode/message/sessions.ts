import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import { visibleText } from '../../../lib/cleanText.ts'
import { fields, fromTable, type TypedMessage, timeOr, verifierOf } from './typedParameters.ts'

/** Caveat enforcers of MetaMask's delegation framework 1.3.0, and the bytes at which their terms say an amount. */
const TOKEN_LIMITS = new Map<string, number[]>([
  // ERC20TransferAmount, ERC20PeriodTransfer, ERC20Streaming: each admits a plain `transfer` of one token and no other call.
  ['0xf100b0819427117ecf76ed94b358b1a5b5c6d2fc', [20]],
  ['0x474e3ae7e169e940607cc624da8a15eb120139ab', [20]],
  ['0x56c97ae02f233b29fa03502ecc0457266d9be00e', [20, 84]],
])

const COIN_LIMITS = new Map<string, number[]>([
  // NativeTokenTransferAmount, NativeTokenPeriodTransfer, NativeTokenStreaming: any call, as long as it carries little coin.
  ['0xf71af580b9c3078fbc2bbf16fbb8eed82b330320', [0]],
  ['0x9bc0faf4aca5ae429f4c06aeeac517520cb16bd9', [0]],
  ['0xd10b97905a320b13a0608f7e9cc506b56747df19', [0, 64]],
])

const EXACT_CALLDATA = '0x99f2e9bf15ce5ec84685604836f71ab835dbbded'

const EXACT_EXECUTION = '0x146713078d39ecc1f5338309c28405ccf85abfbb'

const LIMITED_CALLS = '0x04658b29f6b82ed55274221a06fc97d318e25416'

/** No token has so many units: a limit beyond it is none. */
const BEYOND_ANY_SUPPLY = 2n ** 128n

const AMOUNT_LIMIT = /amount|limit|value|allowance|budget|spend/i

const WORD_DIGITS = 64

/** Caveat enforcers of MetaMask's delegation framework 1.3.0 whose terms say something in themselves. */
const ALLOWED_TARGETS = '0x7f20f61b1f09b08d970938f6fa563634d65c4eeb'
const TIMESTAMP = '0x1046bb45c8d673d4ea75321280db34899413c069'
const MAX_LIMITS = 32
const MAX_TARGETS = 64
const MAX_TEXT = 256
const USD_DECIMALS = 6

type Delegation = { delegate: Address; delegator: Address; caveats: { enforcer: Address; terms: Hex }[] }

const known = fromTable({
  'Delegation(address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt)Caveat(address enforcer,bytes terms)':
    (message) => {
      const { delegate, delegator, caveats } = fields<Delegation>(message.struct)
      const limits = caveats.map(({ enforcer, terms }) => visibleText(`${enforcer}: ${terms}`, MAX_TEXT))
      const granted = session(message, 'MetaMask delegation', delegator, delegate, caveats, limits)
      return [{ ...granted, valueBounded: caveatsBoundValue(caveats) }]
    },
  'HyperliquidTransaction:ApproveAgent(string hyperliquidChain,address agentAddress,string agentName,uint64 nonce)': (
    message,
  ) => {
    const { agentAddress, agentName } = fields<{ agentAddress: Address; agentName: string }>(message.struct)
    const limits = [visibleText(`trades for the account as ${agentName === '' ? 'its agent' : agentName}`, MAX_TEXT)]
    return [session(message, 'Hyperliquid agent', message.account, agentAddress, [], limits)]
  },
  'HyperliquidTransaction:Withdraw(string hyperliquidChain,string destination,string amount,uint64 time)': (message) =>
    payment(message),
  'HyperliquidTransaction:UsdSend(string hyperliquidChain,string destination,string amount,uint64 time)': (message) =>
    payment(message),
  'Agent(string source,bytes32 connectionId)': (message) => {
    const { connectionId: hash } = fields<{ connectionId: Hex }>(message.struct)
    return [{ kind: 'blind', protocol: 'Hyperliquid action', verifier: verifierOf(message), hash }]
  },
})

/**
 * Keys and accounts that may act for the signer, Hyperliquid's payments beside them, and EIP-7702 authorisations that are
 * asked for as typed data. Structures with a session key or agent among their members are taken for what they say.
 */
export function sessions(message: TypedMessage): SignedIntent[] | null {
  return known(message) ?? authorisation(message) ?? bySessionKey(message)
}

function session(
  message: TypedMessage,
  protocol: string | null,
  account: Address,
  delegate: Address,
  caveats: Delegation['caveats'],
  limits: string[],
): SignedIntent & { kind: 'session' } {
  const targets = caveats.filter(({ enforcer }) => enforcer === ALLOWED_TARGETS).flatMap(({ terms }) => packed(terms))
  const times = caveats.find(({ enforcer, terms }) => enforcer === TIMESTAMP && terms.length === 66)?.terms
  return {
    kind: 'session',
    protocol,
    verifier: verifierOf(message),
    account,
    delegate,
    targets: targets.slice(0, MAX_TARGETS),
    // Two numbers of 16 bytes: not before, not after; 0 for no bound.
    expiration: times === undefined ? null : timeOr(BigInt(`0x${times.slice(34)}`)),
    limits: limits.slice(0, MAX_LIMITS),
    valueBounded: null,
  }
}

/** Addresses one after the other. */
function packed(terms: Hex): Address[] {
  const found = terms.slice(2, 2 + MAX_TARGETS * 40).match(/.{40}/g) ?? []
  return found.map((digits) => `0x${digits}` as const)
}

/** Dollars as decimal text, to an account that is written as text. */
function payment(message: TypedMessage): SignedIntent[] {
  const { destination, amount } = fields<{ destination: string; amount: string }>(message.struct)
  const parts = /^(\d{1,30})(?:\.(\d{1,18}))?$/.exec(amount)
  const units = `${parts?.[1] ?? '0'}${(parts?.[2] ?? '').slice(0, USD_DECIMALS).padEnd(USD_DECIMALS, '0')}`
  const isAddress = /^0x[0-9a-fA-F]{40}$/.test(destination)
  return [
    {
      kind: 'unknown',
      protocol: `Hyperliquid ${message.primaryType.split(':')[1]}`,
      verifier: verifierOf(message),
      addresses: isAddress ? [{ path: 'destination', address: destination.toLowerCase() as Address }] : [],
      moves: [{ token: null, amount: BigInt(units), path: 'amount' }],
      deadline: null,
    },
  ]
}

/** Chain, contract and nonce, and nothing else. */
function authorisation(message: TypedMessage): SignedIntent[] | null {
  const { members } = message.struct
  const chainId = members.find(({ name, value }) => name === 'chainId' && typeof value === 'bigint')?.value
  const nonce = members.find(({ name, value }) => name === 'nonce' && typeof value === 'bigint')?.value
  const delegate = members.find(({ type }) => type === 'address')
  if (members.length !== 3 || chainId === undefined || nonce === undefined || delegate === undefined) return null
  if (!/^(address|contractAddress|implementation|delegate|delegation|codeAddress)$/.test(delegate.name)) return null
  return [
    {
      kind: 'delegation',
      protocol: null,
      verifier: verifierOf(message),
      account: message.account,
      delegate: delegate.value as Address,
      chainId: chainId as bigint,
      nonce: nonce as bigint,
    },
  ]
}

function bySessionKey(message: TypedMessage): SignedIntent[] | null {
  const { members } = message.struct
  const key = members.find(
    ({ name, type }) => type === 'address' && /^(session|agent)(_?key|_?address|_?signer)?$/i.test(name),
  )
  if (key === undefined) return null
  const until = members.find(
    ({ name, value }) => typeof value === 'bigint' && /expir|deadline|until/i.test(name),
  )?.value
  const limits = members
    // The signer's own address limits nothing.
    .filter((member) => member !== key && member.value !== message.account)
    .map(({ name, value }) => visibleText(`${name}: ${typeof value === 'object' ? 'see parameters' : value}`, MAX_TEXT))
  const intent = session(message, null, message.account, key.value as Address, [], limits)
  // A limit that no holding reaches is none; what a limit that can be reached is worth, the type does not say.
  const unlimited = members.some(
    ({ name, value }) => typeof value === 'bigint' && AMOUNT_LIMIT.test(name) && value >= BEYOND_ANY_SUPPLY,
  )
  const expiration = typeof until === 'bigint' ? timeOr(until) : null
  return [{ ...intent, expiration, ...(unlimited && { valueBounded: false }) }]
}

/**
 * Whether the caveats of a delegation bound what it may cost. A list of contracts, of methods or an end does not: a token's own
 * `transfer` is among what may be called, and once is enough. Caveats are joined by "and".
 */
export function caveatsBoundValue(caveats: readonly { enforcer: Address; terms: Hex }[]): boolean {
  const has = (enforcer: string) => caveats.some((caveat) => caveat.enforcer === enforcer)
  const limits = (of: ReadonlyMap<string, number[]>) =>
    caveats.some(({ enforcer, terms }) => of.get(enforcer)?.every((at) => isLimit(terms, at)) ?? false)
  if (limits(TOKEN_LIMITS)) return true
  const once = caveats.some(({ enforcer, terms }) => enforcer === LIMITED_CALLS && isLimit(terms, 0))
  if (has(EXACT_EXECUTION)) return once
  if (!has(EXACT_CALLDATA)) return false
  // The same bytes to any contract may be a transfer of any token: coin alone is bounded where they are none at all.
  const empty = caveats.some(({ enforcer, terms }) => enforcer === EXACT_CALLDATA && terms === '0x')
  return empty ? limits(COIN_LIMITS) : once && has(ALLOWED_TARGETS) && limits(COIN_LIMITS)
}

function isLimit(terms: Hex, at: number): boolean {
  const word = terms.slice(2 + 2 * at, 2 + 2 * at + WORD_DIGITS)
  return word.length === WORD_DIGITS && BigInt(`0x${word}`) < BEYOND_ANY_SUPPLY
}
