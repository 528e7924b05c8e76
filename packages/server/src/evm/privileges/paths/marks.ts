/** Values of accounts and numbers of the call: no other has them. */
export const ACCOUNT = 0xa5a5_a5a5_0000_0000_0000_0000_0000_0000_0000_0000n
export const NUMBER = 0x5a5a_0000n
/** Values of numbers of two and three bytes, which take no larger one. */
export const SMALL = 0x5a00n
const MAX_SAME_KIND = 256n
/** No smaller number is taken for an account. */
export const MIN_ACCOUNT = 1n << 100n
/** The bytes of a word that an account takes. */
export const ACCOUNT_MASK = (1n << 160n) - 1n

/** Whether a value is an input of the call as it stands there. */
export function isInput(value: bigint): boolean {
  return [ACCOUNT, NUMBER].some((first) => value >= first && value < first + MAX_SAME_KIND)
}

/** Whether something is a word of the call that is as large as an account. */
export function isAccountInput(of: object): boolean {
  if (!('value' in of) || !('marks' in of) || typeof of.value !== 'bigint' || typeof of.marks !== 'number') return false
  return of.value >= MIN_ACCOUNT && of.value <= ACCOUNT_MASK && of.marks !== 0 && inputsOf(of.marks) === of.marks
}

/** Where a word comes from. A word computed from others has the marks of all; bit 8 + n: the n-th account or number of the call. */
export const TAINT = {
  caller: 1,
  stored: 2,
  hash: 4,
  signer: 8,
  answer: 16,
  time: 32,
  environment: 64,
  /** The address of a contract by CREATE2. */
  created: 128,
} as const

const FIRST_INPUT = 8
/** Inputs with a mark of their own; later ones share the last. */
const MAX_INPUTS = 21
/** The mark of the function in a call that the caller writes whole. */
export const WRITTEN_CALL = 1 << (FIRST_INPUT + MAX_INPUTS + 1)
const INPUTS = ~((1 << FIRST_INPUT) - 1)

export const inputMark = (index: number): number => 1 << (FIRST_INPUT + Math.min(index, MAX_INPUTS))
export const inputsOf = (marks: number): number => marks & INPUTS
