import { keccak_256 } from '@noble/hashes/sha3.js'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { BalanceWrite, Bytecode, ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import { type CallFacts, callFacts, type Demand, distinct, type Write } from './callFacts.ts'
import { type AnalysedCode, type Code, isPush, readCode } from './code.ts'
import { recoverFunctions } from './evmole.ts'
import { balanceMappings, type Functions, locateSlots } from './locateSlots.ts'
import { withMissingArguments } from './missingArguments.ts'
import { payeeWords } from './payeeWords.ts'
import { partyOf } from './tests.ts'
import { selectorHex, transferPath } from './transferPath.ts'
import type { Value } from './value.ts'
import { type Walk, walk } from './walk.ts'

/** No selector, mask or small number is as large. */
const MIN_ACCOUNT = 1n << 100n
const NONE: Metadata = { compiler: null, sourceHash: null, length: 0 }

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

const INVALID = 0xfe

// Selectors that the standards demand, without the optional ones: ERC-20, ERC-721, ERC-1155.
const ERC20 = ['18160ddd', '70a08231', 'a9059cbb', '23b872dd', '095ea7b3', 'dd62ed3e']

const ERC721 = ['6352211e', '70a08231', '23b872dd', '095ea7b3', 'a22cb465']

const ERC1155 = ['00fdd58e', '4e1273f4', 'f242432a', '2eb2c2d6', 'a22cb465']

type Recovered = { selector: string; arguments?: string; stateMutability?: string }

/**
 * Limits of opcodes walked in one function and in all, and of functions of one contract; results say when a limit was met.
 * Counted, not timed, so that the same code has the same facts on a busy machine.
 */
const MAX_STEPS = 120_000
const MAX_STEPS_IN_ALL = 600_000
const MAX_FUNCTIONS = 400
/** transfer, transferFrom, balanceOf, allowance, totalSupply, owner: the rest is understood by these, so they come first. */
const FIRST = ['70a08231', 'dd62ed3e', '18160ddd', '8da5cb5b', 'a9059cbb', '23b872dd']

/**
 * Analyses all that runtime code shows by itself. Runs in a worker thread: it takes milliseconds for most contracts, and up to
 * the limit for some. `early` gets the facts known before the walk, which are nearly free.
 */
export function analyseCode(hex: Hex, early: (known: AnalysedCode) => void, maxSteps = MAX_STEPS_IN_ALL): AnalysedCode {
  const code = readCode(hex)
  const metadata = readMetadata(code.bytes)
  const found = code.bytes.length === 0 ? [] : recoverFunctions(hex)
  const basics = {
    size: (hex.length - 2) >> 1,
    skeleton: skeletonOf(code.bytes, code.bytes.length - metadata.length),
    compiler: metadata.compiler,
    sourceHash: metadata.sourceHash,
    standard: standardOf(found.map(({ selector }) => selector)),
    ...(takesAnyPayment(code) && { takesAnyPayment: true as const }),
  }
  early({ ...basics, ...factsOf(found, new Map(), new Set()), complete: false })

  const wanted = found.toSorted((one, other) => rank(one.selector) - rank(other.selector)).slice(0, MAX_FUNCTIONS)
  const walks = new Map<number, Walk>()
  let left = maxSteps
  const stroll = (selector: number, of: { hasData?: boolean } = {}): Walk => {
    const budget = { steps: Math.min(MAX_STEPS, left) }
    const before = budget.steps
    const walked = walk(code, selector, budget, of)
    left -= before - budget.steps
    return walked
  }
  for (const { selector } of wanted) {
    const number = Number.parseInt(selector, 16)
    walks.set(number, stroll(number, { hasData: true }))
  }
  // The fallback answers a selector that no function has.
  const fallback = stroll(unusedSelector(walks))
  const complete = walks.size === found.length && [...walks.values(), fallback].every((walked) => walked.complete)
  const personal = personalMappings(walks)
  const facts = new Map([...walks].map(([selector, walked]) => [selector, callFacts(walked, personal)]))
  const opcodes = new Set([...facts.values(), callFacts(fallback, personal)].flatMap((each) => [...each.opcodes]))
  const all = [...facts.values(), callFacts(fallback, personal)]
  const callees = calledAccounts(all)
  const payees = complete ? payeeWords(all.flatMap(({ effects }) => effects)) : null
  const whole = found.map((one) => ({
    ...one,
    arguments: withMissingArguments(one.arguments ?? '', walks.get(Number.parseInt(one.selector, 16))),
  }))
  return {
    ...basics,
    ...factsOf(whole, facts, opcodes),
    ...(callees.length > 0 && { callees }),
    ...(payees !== null && { payees }),
    complete,
  }
}

/** How code of solc before 0.4 begins: free memory at 0x60, or the size of call data. Later code has a check in each function that is not payable. */
const ADDRESS = (1n << 160n) - 1n
const FIRST_BYTES_BEFORE_PAYABLE = /^(60606040|3661)/
const CALLVALUE = 0x34

function takesAnyPayment({ bytes }: Code): boolean {
  if (!FIRST_BYTES_BEFORE_PAYABLE.test(Buffer.from(bytes.subarray(0, 4)).toString('hex'))) return false
  for (let at = 0; at < bytes.length; at++) {
    const code = bytes[at] ?? 0
    if (code === CALLVALUE) return false
    if (isPush(code)) at += code - 0x5f
  }
  return true
}

/** Accounts of the code that it calls without coins, and never compares with the caller: contracts of its own, and no holders of rights. */
function calledAccounts(facts: readonly CallFacts[]): Address[] {
  const compared = new Set(
    facts.flatMap(({ demands, choices }) =>
      [...demands, ...choices].flatMap(({ fixed, of }) =>
        fixed && (of === 'caller' || of === 'origin') ? [fixed] : [],
      ),
    ),
  )
  const called = facts.flatMap(({ calls }) =>
    calls.flatMap(({ to, amount }): Address[] => {
      const account = to.constant ?? 0n
      const isPaid = amount !== null && amount.constant !== 0n
      return isPaid || account < MIN_ACCOUNT || account >> 160n !== 0n
        ? []
        : [`0x${account.toString(16).padStart(40, '0')}`]
    }),
  )
  return distinct(called).filter((one) => !compared.has(one))
}

function factsOf(
  found: Recovered[],
  functions: Functions,
  opcodes: ReadonlySet<string>,
): Pick<Bytecode, 'functions' | 'slots' | 'transferPath' | 'opcodes'> {
  const slots = locateSlots(functions)
  const balances = balanceMappings(functions)
  const known = new Set([...balances, ...[slots.allowances, slots.totalSupply].filter((slot) => slot !== null)])
  return {
    functions: found.map((one) => functionOf(one, functions.get(Number.parseInt(one.selector, 16)), balances)),
    slots,
    transferPath: transferPath(functions, known),
    opcodes: {
      selfdestruct: opcodes.has('SELFDESTRUCT'),
      delegatecall: opcodes.has('DELEGATECALL'),
      callcode: opcodes.has('CALLCODE'),
      create: opcodes.has('CREATE'),
      create2: opcodes.has('CREATE2'),
      origin: opcodes.has('ORIGIN'),
    },
  }
}

function functionOf(recovered: Recovered, facts: CallFacts | undefined, balances: Hex[]): ContractFunction {
  const { stateMutability } = recovered
  const sendsNative = facts?.calls.some(({ amount }) => amount !== null && amount.constant !== 0n) ?? false
  // Before solc 0.5 views ask other contracts by CALL, without coins.
  const acts = sendsNative || (facts?.writes.length ?? 0) > 0
  const reads = (stateMutability === 'pure' || stateMutability === 'view') && !acts
  return {
    selector: selectorHex(Number.parseInt(recovered.selector, 16)),
    signature: null,
    arguments: recovered.arguments ?? '',
    // The recovery ends at the first failure, such as arguments that a clone keeps in its own code; the walk sees what comes after.
    mutability: reads || stateMutability === 'payable' ? stateMutability : 'nonpayable',
    reads: facts?.reads ?? [],
    writes: distinct((facts?.writes ?? []).flatMap(({ place }) => place?.slot ?? [])),
    ...((facts?.complete !== true || facts.writes.some(({ place }) => place === null)) && {
      writesElsewhere: true as const,
    }),
    gated: facts?.gated ?? false,
    gatedBy: facts?.gated ? distinct(facts.gates.flatMap(({ slot }) => slot ?? [])) : [],
    ...(facts?.gated && gateBits(facts.gates)),
    ...nominations(facts?.writes ?? []),
    asks: (facts?.mentions ?? []).map(selectorHex),
    sendsNative,
    balanceWrites: facts === undefined ? [] : balanceWrites(facts, balances),
    ...(facts?.compared === undefined ? {} : { compared: facts.compared }),
    ...(facts?.paysCaller === true && { paysCaller: true as const }),
    ...(facts?.callsBack === true && { callsBack: true as const }),
    ...(facts?.priced === true && { priced: true as const }),
  }
}

/** Where accounts stand in the words that the caller is compared with: one place for each word, shown by each of its comparisons. */
function gateBits(gates: readonly Demand[]): Pick<ContractFunction, 'gateBits'> {
  const bits = Map.groupBy(
    gates.filter(({ about, slot }) => about === 'account' && slot !== null),
    ({ slot }) => slot ?? '0x',
  )
  const shown = [...bits].flatMap(([slot, tests]): [Hex, number][] => {
    const [first, ...others] = distinct(tests.map(({ bit }) => bit ?? null))
    return first === undefined || first === null || others.length > 0 ? [] : [[slot, first]]
  })
  return shown.length === 0 ? {} : { gateBits: Object.fromEntries(shown) }
}

/** Mappings whose every write by a function stores, under the caller, an account that the call names. A gated write is a privilege. */
function nominations(writes: readonly Write[]): Pick<ContractFunction, 'nominates'> {
  const byMapping = Map.groupBy(
    writes.filter(({ place }) => place?.kind === 'mapping'),
    ({ place }) => place?.slot ?? '0x',
  )
  const found = [...byMapping].flatMap(([slot, own]) => (own.every(isNomination) ? [slot] : []))
  return found.length === 0 ? {} : { nominates: found }
}

function isNomination({ place, value, gated }: Write): boolean {
  const [key, ...others] = place?.keys ?? []
  if (gated || key === undefined || others.length > 0 || partyOf(key) !== 'caller') return false
  return accountsStored(value).some((one) => typeof partyOf(one) === 'number')
}

/** The parts of a stored value that are cut to an address: a word is put together of what stays and what is new. */
function accountsStored(value: Value): Value[] {
  if (value.op === 'OR') return value.args.flatMap(accountsStored)
  const isAddress = value.op === 'AND' && value.args.some(({ constant }) => constant === ADDRESS)
  return isAddress || value.op === 'ARG' ? [value] : []
}

/** Returns the mappings of balances and allowances, where an entry is no privilege. */
function personalMappings(walks: ReadonlyMap<number, Walk>): Set<Hex> {
  const facts = new Map(
    [...walks]
      .filter(([selector]) => rank(selectorHex(selector).slice(2)) < FIRST.length)
      .map(([selector, walked]) => [selector, callFacts(walked, new Set())]),
  )
  const { allowances } = locateSlots(facts)
  return new Set([...balanceMappings(facts), ...(allowances === null ? [] : [allowances])])
}

function rank(selector: string): number {
  const at = FIRST.indexOf(selector)
  return at < 0 ? FIRST.length : at
}

function unusedSelector(walks: ReadonlyMap<number, Walk>): number {
  let selector = 0x01020305
  while (walks.has(selector)) selector++
  return selector
}

/** Returns the standard of a contract's functions, by selectors alone: its behaviour may differ. */
function standardOf(selectors: readonly string[]): Bytecode['standard'] {
  const has = (wanted: readonly string[]) => wanted.every((selector) => selectors.includes(selector))
  if (has(ERC721)) return 'erc721'
  if (has(ERC1155)) return 'erc1155'
  return has(ERC20) ? 'erc20' : null
}

/**
 * keccak256 of the opcodes without the operands of PUSH and without what lies behind the code (metadata, tables, the code
 * of contracts it creates): equal for copies with other constants, names and addresses. All PUSHes count as one, as the
 * length of a constant is part of it.
 * @param end of the metadata's start.
 */
export function skeletonOf(bytes: Uint8Array, end: number): Hex {
  const opcodes: number[] = []
  for (let at = 0; at < end; at++) {
    const code = bytes[at] ?? 0
    // Solidity ends a contract's code with INVALID; what follows is data unless a jump may land there.
    if (code === INVALID && bytes[at + 1] !== 0x5b) break
    opcodes.push(isPush(code) ? 0x60 : code)
    if (isPush(code)) at += code - 0x5f
  }
  // Without viem, whose 230 modules each thread would load for it.
  return `0x${Buffer.from(keccak_256(Uint8Array.from(opcodes))).toString('hex')}`
}

/** Returns a function's effects on entries of the balances mappings, each kind once. */
function balanceWrites({ writes }: CallFacts, balances: readonly Hex[]): BalanceWrite[] {
  const found = new Map<string, BalanceWrite>()
  for (const write of writes) {
    const { place, value, gated } = write
    if (place === null || place.kind !== 'mapping' || !balances.includes(place.slot)) continue
    const party = place.keys.map(partyOf).find((of) => of !== null) ?? null
    const of = party === 'caller' || party === 'origin' ? 'caller' : party === null ? 'other' : 'argument'
    const does = changeOf(value, write)
    found.set(`${does} ${of} ${gated}`, { does, of, gated })
  }
  return [...found.values()]
}

/** Whether the new value starts from what was there. */
function changeOf(value: Value, { place }: Write): BalanceWrite['does'] {
  const { op, args } = value
  const [first, second] = args
  const starts = (part: Value | undefined) =>
    part?.from.some(({ slot, kind }) => kind === 'mapping' && slot === place?.slot) === true
  if (op === 'SUB' && starts(first)) return 'subtracts'
  if (op === 'ADD' && (starts(first) || starts(second))) {
    // Adding a two's complement negative is subtraction.
    return 'adds'
  }
  if (op === 'ANY' && starts(value)) return 'adds'
  return 'sets'
}

/** Metadata that the compiler wrote behind the code. */
type Metadata = { compiler: string | null; sourceHash: string | null; length: number }

/**
 * The CBOR map at the end of code, by Solidity's metadata rules (docs.soliditylang.org, Contract Metadata): the last two
 * bytes are its length; members `ipfs`, `bzzr0`, `bzzr1` (hashes of the sources' description) and `solc`. Vyper (from
 * 0.3.10) writes a list whose last member is `{vyper: [major, minor, patch]}`. Anything else is no metadata.
 */
export function readMetadata(bytes: Uint8Array): Metadata {
  const size = ((bytes.at(-2) ?? 0) << 8) | (bytes.at(-1) ?? 0)
  if (size < 5 || size > 256 || size + 2 > bytes.length) return NONE
  const text = Buffer.from(bytes.subarray(bytes.length - size - 2, bytes.length - 2)).toString('latin1')
  const first = text.charCodeAt(0)
  if ((first < 0xa1 || first > 0xa6) && (first < 0x81 || first > 0x9f)) return NONE
  const vyper = versionAfter(text, 'evyper\x83')
  const known = ['dipfs', 'ebzzr0', 'ebzzr1', 'dsolc', 'lexperimental'].some((member) => text.includes(member))
  if (!known && vyper === null) return NONE
  return { compiler: versionAfter(text, 'dsolc\x43') ?? vyper, sourceHash: sourceHash(text), length: size + 2 }
}

function versionAfter(text: string, member: string): string | null {
  const at = text.indexOf(member)
  if (at < 0 || text.length < at + member.length + 3) return null
  return [0, 1, 2].map((n) => text.charCodeAt(at + member.length + n)).join('.')
}

function sourceHash(text: string): string | null {
  // A byte string of 34 is a multihash, of 32 a Swarm hash.
  const ipfs = bytesAfter(text, 'dipfs\x58\x22', 34)
  if (ipfs !== null) return `ipfs://${base58(ipfs)}`
  for (const scheme of ['bzzr1', 'bzzr0']) {
    const hash = bytesAfter(text, `e${scheme}\x58\x20`, 32)
    if (hash !== null) return `${scheme}://${hash.toString('hex')}`
  }
  return null
}

function bytesAfter(text: string, member: string, length: number): Buffer | null {
  const at = text.indexOf(member)
  const bytes = Buffer.from(text.slice(at + member.length, at + member.length + length), 'latin1')
  return at >= 0 && bytes.length === length ? bytes : null
}

function base58(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  for (; rest > 0n; rest /= 58n) text = BASE58[Number(rest % 58n)] + text
  return text
}
