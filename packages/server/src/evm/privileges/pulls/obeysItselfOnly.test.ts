import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { NETWORKS } from '../../../chains/index.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { assemble } from '../../simulation/testing/assembler.ts'
import { obeysItselfOnly } from './obeysItselfOnly.ts'
import { ANY_CALL, REGISTRY, SELECTOR } from './testing/guardedCode.ts'

const ACCOUNT: Address = '0x00000000000000000000000000000000000acc07'
const DELEGATE: Address = '0x00000000000000000000000000000000000de1e6'
const KEY: Address = `0x${'c1'.repeat(20)}`
const LIST = 0xcafe0011
const FINAL = 0xcafe0012
const block = { chain: 'ethereum', hash: `0x${'1'.repeat(64)}`, number: 1n, timestamp: 1_780_000_000n } as PinnedBlock

const contract = (selector: number, body: string) =>
  `0 CALLDATALOAD 224 SHR ${selector} EQ @body JUMPI :no 0 0 REVERT :body ${body}`
/** Any call, for a caller that the guard lets through. */
const wallet = (guard: string) => contract(SELECTOR, `${guard} :call ${ANY_CALL}`)
const SELF = 'CALLER ADDRESS EQ @call JUMPI'
/** What a contract answers about the account and the caller. */
const ASKED = `0x24d7806c${'00'.repeat(28)} 0 MSTORE ADDRESS 4 MSTORE CALLER 36 MSTORE
  32 0 68 0 ${REGISTRY} GAS STATICCALL POP 0 MLOAD`
/** A list of callers of each account, which the call of `guard` fills: the account, then the caller. */
const registry = (guard: string) =>
  contract(LIST, `${guard} :set 4 CALLDATALOAD 0 MSTORE 36 CALLDATALOAD 32 MSTORE 1 64 0 KECCAK256 SSTORE STOP`)
const BY_ACCOUNT = 'CALLER 4 CALLDATALOAD EQ ISZERO @no JUMPI'

/** A list of the account itself, by accounts, such as its modules (ERC-7579), which `guard` protects. */
const withModules = (guard: string) => {
  const listed = wallet(`${SELF} CALLER 0 MSTORE 9 32 MSTORE 64 0 KECCAK256 SLOAD ISZERO @no JUMPI`)
  const both = listed.replace(':no', `0 CALLDATALOAD 224 SHR ${LIST} EQ @install JUMPI :no`)
  return `${both} :install ${guard} 4 CALLDATALOAD 0 MSTORE 9 32 MSTORE 1 64 0 KECCAK256 SSTORE STOP`
}

/** `lists`: the types of all functions but the first. */
async function obeys(
  delegate: string,
  { other = 'STOP', account = '0x', lists = 'address' }: { other?: string; account?: Hex; lists?: string } = {},
): Promise<boolean> {
  const codes: Record<Address, Hex> = {
    [ACCOUNT]: account,
    [DELEGATE]: assemble(delegate),
    [REGISTRY]: assemble(other),
  }
  const chain = {
    chain: 'ethereum',
    code: async (_: PinnedBlock, at: Address) => codes[at] ?? '0x',
    storage: async () => `0x${'0'.repeat(64)}`,
    call: async () => null,
  } as unknown as ChainSource
  const made = { selector: `0x${SELECTOR.toString(16)}`, signature: null, arguments: 'address,address,address,uint256' }
  const bytecode = {
    address: DELEGATE,
    functions: [
      made,
      ...[LIST, FINAL].map((one) => ({ ...made, selector: `0x${one.toString(16)}`, arguments: lists })),
    ].map((one) => {
      return { ...one, mutability: 'nonpayable', asks: [] }
    }),
    opcodes: { selfdestruct: false },
    standard: null,
    complete: true,
  } as unknown as Bytecode
  return obeysItselfOnly(chain, { block, account: ACCOUNT, delegate: DELEGATE, bytecode }, new AbortController().signal)
}

const LISTED = `${SELF} ${ASKED} ISZERO @no JUMPI`
/** Runs the code that another contract names. */
const LENT = `${ASKED} 0 0 0 0 0 5 DUP GAS DELEGATECALL ISZERO @no JUMPI STOP`

test('a delegate obeys its account alone', async () => {
  assert.equal(await obeys(wallet(`${SELF} 0 @no JUMPI 1 @no JUMPI`)), true)
  assert.equal(await obeys(wallet(`CALLER ${KEY} EQ ISZERO @no JUMPI`)), false)
})

test('a list in another contract that each account keeps is its own', async () => {
  assert.equal(await obeys(wallet(LISTED), { other: registry(BY_ACCOUNT) }), true)
  assert.equal(await obeys(wallet(LISTED), { other: registry(`CALLER ${KEY} EQ @set JUMPI ${BY_ACCOUNT}`) }), false)
  assert.equal(await obeys(wallet(LISTED), { other: registry('') }), false)
})

test('modules are the account’s own where it alone installs them', async () => {
  assert.equal(await obeys(withModules('CALLER ADDRESS EQ ISZERO @no JUMPI')), true)
  assert.equal(await obeys(withModules(`CALLER ${KEY} EQ ISZERO @no JUMPI`)), false)
  assert.equal(await obeys(withModules('')), false)
})

test('a list of modules with a back door is not the account’s own', async () => {
  const self = 'CALLER ADDRESS EQ ISZERO @no JUMPI'
  const entry = 'CALLER 0 MSTORE 9 32 MSTORE 64 0 KECCAK256'
  const install = `:install ${self} 4 CALLDATALOAD 0 MSTORE 9 32 MSTORE 1 64 0 KECCAK256 SSTORE STOP`
  const listed = (condition: string) =>
    `${wallet(`${SELF} ${condition} ISZERO @no JUMPI`).replace(':no', `0 CALLDATALOAD 224 SHR ${LIST} EQ @install JUMPI :no`)} ${install}`
  const told = `CALLER 0 MSTORE 32 0 KECCAK256 0x${'5e'.repeat(32)} EQ`
  assert.equal(await obeys(listed(`${entry} SLOAD`)), true)
  assert.equal(await obeys(listed(`${entry} SLOAD 0xff AND`)), true)
  assert.equal(await obeys(listed(`${entry} SLOAD ${told} ADD`)), false)
  assert.equal(await obeys(listed(`${entry} SLOAD CALLER ${KEY} EQ ADD`)), false)
  assert.equal(await obeys(listed(`CALLER ${KEY} EQ ${entry} ADD SLOAD`)), false)
  const poke = (write: string) =>
    `${withModules(`4 CALLDATALOAD 0x77777777 EQ @poke JUMPI ${self}`)} :poke ${write} STOP`
  // The slot may be the entry of an account that the author has.
  assert.equal(await obeys(poke(`1 0x${'ab'.repeat(32)} SSTORE`)), false)
  assert.equal(await obeys(poke(`1 36 CALLDATALOAD SSTORE`)), false)
  assert.equal(await obeys(poke(`1 ${entry} SSTORE`)), false)
  // A counter, and another mapping.
  assert.equal(await obeys(poke(`1 3 SSTORE`)), true)
  assert.equal(await obeys(poke(`1 ${entry.replace('9', '8')} SSTORE`)), true)
})

test('a record of its caller that is not set lets no caller in', async () => {
  const self = 'CALLER ADDRESS EQ ISZERO @no JUMPI'
  const entry = 'CALLER 0 MSTORE 9 32 MSTORE 64 0 KECCAK256'
  const session = (condition: string, spent = '') =>
    `${wallet(`${SELF} ${condition} @no JUMPI ${spent}`).replace(':no', `0 CALLDATALOAD 224 SHR ${LIST} EQ @install JUMPI :no`)} :install ${self} 4 CALLDATALOAD 0 MSTORE 9 32 MSTORE 36 CALLDATALOAD 64 0 KECCAK256 SSTORE STOP`
  const until = `TIMESTAMP ${entry} SLOAD 0xffffffffffff AND LT`
  const spent = `36 CALLDATALOAD ${entry} SLOAD ADD ${entry} SSTORE`
  assert.equal(await obeys(session(until)), true)
  assert.equal(await obeys(session(`TIMESTAMP ${entry} SLOAD SUB`)), true)
  // What its own calls write about the caller.
  assert.equal(await obeys(session(until, spent)), true)
  assert.equal(await obeys(session(`TIMESTAMP 0xffffffffffff AND ${entry} SLOAD LT`)), true)
  // In memory, and in a mapping inside.
  assert.equal(await obeys(session(`${entry} SLOAD 128 MSTORE TIMESTAMP 128 MLOAD LT`)), true)
  assert.equal(
    await obeys(session(`4 CALLDATALOAD 128 MSTORE ${entry} 160 MSTORE 64 128 KECCAK256 SLOAD ISZERO`)),
    true,
  )
  // A time after which no record is needed; a record that the caller writes before the check; another word beside it.
  assert.equal(await obeys(session(`0x70000000 TIMESTAMP LT TIMESTAMP MUL ${entry} SLOAD LT`)), false)
  assert.equal(await obeys(session(until).replace(`:install ${self}`, ':install')), false)
  assert.equal(await obeys(session(`TIMESTAMP CALLER ${KEY} EQ ${entry} SLOAD ADD LT`)), false)
  assert.equal(
    await obeys(
      session(`4 CALLDATALOAD 128 MSTORE CALLER ${KEY} EQ ${entry} ADD 160 MSTORE 64 128 KECCAK256 SLOAD ISZERO`),
    ),
    false,
  )
})

test('the modules of an account that runs code already are not known', async () => {
  assert.equal(await obeys(withModules('CALLER ADDRESS EQ ISZERO @no JUMPI'), { account: assemble('STOP') }), false)
})

test('an entry point asks the account before it calls', async () => {
  const entry = '0x0000000071727de22e5e9d8baf0edac6f37da032'
  const asked = wallet(`${SELF} CALLER ${entry} EQ ISZERO @no JUMPI`)
  /** validateUserOp: a signer of the operation's hash, which the code leaves, or any. */
  const validating = (check: string) =>
    asked.replace(':no', `0 CALLDATALOAD 224 SHR 0x19822f7c EQ @validate JUMPI :no`) +
    ` :validate ${check} 0 0 MSTORE 32 0 RETURN`
  const signedBy = (who: string) =>
    `32 36 0 CALLDATACOPY 32 0 128 0 1 GAS STATICCALL POP 0 MLOAD ${who} EQ ISZERO @no JUMPI`
  assert.equal(await obeys(asked), true)
  assert.equal(await obeys(validating(signedBy('ADDRESS'))), true)
  assert.equal(await obeys(validating(signedBy(KEY))), false)
  assert.equal(await obeys(validating('')), false)
})

test('a key that is not set keeps others out where the account alone can set it, in all calls together', async () => {
  const self = 'CALLER ADDRESS EQ ISZERO @no JUMPI'
  const isCalled = (selector: number, label: string) => `0 CALLDATALOAD 224 SHR ${selector} EQ @${label} JUMPI`
  /** A key of slot 5 that takes the place of the account, proposed in slot 6 and then made. */
  const recovery = (propose: string, { final = '', more = '', key = 'CALLER' } = {}) => {
    const keyed = wallet(`${SELF} ${key} 5 SLOAD EQ ISZERO @no JUMPI`)
    const named = `${isCalled(LIST, 'propose')} ${isCalled(FINAL, 'final')} ${more} :no`
    return `${keyed.replace(':no', named)} :propose ${propose} 4 CALLDATALOAD 6 SSTORE STOP
      :final 6 SLOAD ISZERO @no JUMPI ${final} 6 SLOAD 5 SSTORE STOP`
  }
  assert.equal(await obeys(recovery('')), false)
  assert.equal(await obeys(recovery(self)), true)
  assert.equal(await obeys(recovery(`CALLER ${KEY} EQ ISZERO @no JUMPI`)), false)
  // A threshold that is not set, which no path sets, and one that is asked for the other way.
  assert.equal(await obeys(recovery('7 SLOAD ISZERO @no JUMPI')), true)
  assert.equal(await obeys(recovery('7 SLOAD @no JUMPI')), false)
  assert.equal(await obeys(recovery('', { final: '7 SLOAD 0xff AND ISZERO @no JUMPI' })), true)
  // Any caller sets it by another path.
  const more = '36 CALLDATALOAD 9 EQ ISZERO @no JUMPI 1 7 SSTORE STOP'
  assert.equal(await obeys(recovery('7 SLOAD ISZERO @no JUMPI', { more })), false)
  assert.equal(await obeys(recovery('7 SLOAD ISZERO @no JUMPI', { more: `${self} ${more}` })), true)
  // No signature is needed where none is counted: the length of the list against a threshold that is not set.
  const signed = (threshold: string) =>
    `36 CALLDATALOAD 4 ADD CALLDATALOAD ${threshold} GT @no JUMPI 36 CALLDATALOAD 4 ADD CALLDATALOAD ISZERO @done JUMPI
    8 SLOAD CALLER EQ ISZERO @no JUMPI :done`
  const lists = 'address,bytes[]'
  assert.equal(await obeys(recovery(signed('7 SLOAD')), { lists }), false)
  assert.equal(await obeys(recovery(`7 SLOAD ISZERO @no JUMPI ${signed('7 SLOAD')}`), { lists }), true)
  // The key signs.
  const key = '32 36 0 CALLDATACOPY 32 0 128 0 1 GAS STATICCALL POP 0 MLOAD'
  assert.equal(await obeys(recovery('', { key })), false)
  assert.equal(await obeys(recovery(self, { key })), true)
})

test('an account may wrap its own coins, and make no other call for any caller', async () => {
  const paid = (value: string, to: string, [data, bytes]: [string, number]) =>
    `CALLDATASIZE @named JUMPI ${data} 0 0 ${bytes} 0 ${value} ${to} GAS CALL ISZERO @bad JUMPI STOP :bad 0 0 REVERT :named ${wallet(`${SELF} 1 @no JUMPI`)}`
  const wrapped = NETWORKS.ethereum.quoteTokens[0]?.address ?? '0x'
  const deposit = (to: string) => paid('CALLVALUE', to, [`0xd0e30db0${'00'.repeat(28)} 0 MSTORE`, 4])
  assert.equal(await obeys(deposit(wrapped)), true)
  assert.equal(await obeys(paid('CALLVALUE', wrapped, ['', 0])), true)
  assert.equal(await obeys(deposit(KEY)), false)
  assert.equal(await obeys(deposit('0 SLOAD')), false)
  // transfer(address,uint256) of wrapped coins.
  assert.equal(await obeys(paid('0', wrapped, [`0xa9059cbb${'00'.repeat(28)} 0 MSTORE`, 68])), false)
})

test('code that another contract names may be exchanged', async () => {
  assert.equal(
    await obeys(contract(SELECTOR, LENT.replace('5 DUP', '0 MLOAD')), { other: registry(BY_ACCOUNT) }),
    false,
  )
})
