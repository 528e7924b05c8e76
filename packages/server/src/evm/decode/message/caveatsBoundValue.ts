import type { Address, Hex } from '@redoubt/risk/address.ts'

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
const ALLOWED_TARGETS = '0x7f20f61b1f09b08d970938f6fa563634d65c4eeb'
/** No token has so many units: a limit beyond it is none. */
const BEYOND_ANY_SUPPLY = 2n ** 128n
const WORD_DIGITS = 64

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
