import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { assemble } from '../../simulation/testing/assembler.ts'
import { gatherGuardedPulls } from './gatherGuardedPulls.ts'
import { KEY, REGISTRY, SELECTOR } from './testing/guardedCode.ts'

const CONTRACT: Address = '0x00000000000000000000000000000000000c0de5'
const OTHER = 0xcafe0009
const CHECK = 0x1626ba7e
const block = { chain: 'ethereum', hash: `0x${'1'.repeat(64)}`, number: 1n, timestamp: 1_780_000_000n } as PinnedBlock

const selector = (of: string) => `${of}${'00'.repeat(28)} 0 MSTORE`
/** Functions by their selectors; each body ends or jumps to :no. */
const contract = (...functions: [number, string][]) =>
  `${functions.map(([of], at) => `0 CALLDATALOAD 224 SHR ${of} EQ @f${at} JUMPI`).join(' ')}
  :no 0 0 REVERT ${functions.map(([, body], at) => `:f${at} ${body}`).join(' ')}`
const BY_KEY = 'CALLER 0 SLOAD EQ ISZERO @no JUMPI'
/** Acts as the wallet that the code leaves, to the second address of the call. */
const acting = (wallet: string, of = '0x468721a7') =>
  `${selector(of)} 36 CALLDATALOAD 4 MSTORE 100 CALLDATALOAD 36 MSTORE 0 0 132 0 0 ${wallet} GAS CALL ISZERO @no JUMPI STOP`
const NAMED = '4 CALLDATALOAD'
/** What the wallet itself has stored about the caller. */
const LISTED = `${NAMED} 0 MSTORE CALLER 32 MSTORE 64 0 KECCAK256 SLOAD ISZERO @no JUMPI`
const LIQUIDITY = `${selector('0x0c49ccbe')} 100 CALLDATALOAD 4 MSTORE 0 0 164 0 0 ${REGISTRY} GAS CALL ISZERO @no JUMPI`
const collecting = (receiver: string) =>
  `${receiver} 2048 MSTORE ${selector('0xfc6f7865')} 100 CALLDATALOAD 4 MSTORE 2048 MLOAD 36 MSTORE 0 0 132 0 0 ${REGISTRY} GAS CALL ISZERO @no JUMPI STOP`
/** Collects into the contract, and leaves the paid amount at 512. */
const KEPT = collecting('ADDRESS')
  .replace('0 0 132 0 0', '32 512 132 0 0')
  .replace(/ STOP$/, '')
const COLLECTED = '512 MLOAD'
const paying = (to: string, amount: string) =>
  `${selector('0xa9059cbb')} ${to} 4 MSTORE ${amount} 36 MSTORE 0 0 68 0 0 ${REGISTRY} GAS CALL ISZERO @no JUMPI STOP`
/** A stored entry, read where the call that is being built does not stand. */
const entryOf = (key: string) => `${key} 1024 MSTORE 7 1056 MSTORE 64 1024 KECCAK256 SLOAD`
const OWNER_OF = `${selector('0x6352211e')} 100 CALLDATALOAD 4 MSTORE 32 0 36 0 ${REGISTRY} GAS STATICCALL POP 0 MLOAD`
/** A delegate's check: the signer of the hash is the account that the code leaves. */
const checking = (of: string) =>
  `32 4 0 CALLDATACOPY 32 0 128 0 1 GAS STATICCALL POP 0 MLOAD ${of} EQ ISZERO @no JUMPI
  0x1626ba7e${'00'.repeat(28)} 0 MSTORE 32 0 RETURN`
const SELF_ONLY = `CALLER ADDRESS EQ ISZERO @no JUMPI 0 0 0 0 0 4 CALLDATALOAD GAS CALL ISZERO @no JUMPI STOP`
const ANY_KEY = `0x${'c1'.repeat(20)}`

const HOSTILE: Record<string, [string, string]> = {
  'a module that a key runs': ['wallets', contract([SELECTOR, `${BY_KEY} ${acting(NAMED)}`])],
  'a module of an ERC-7579 account that a key runs': [
    'wallets',
    contract([SELECTOR, `${BY_KEY} ${acting(NAMED, '0xd691c964')}`]),
  ],
  'a keeper that takes liquidity out to any account': [
    'positions',
    contract([SELECTOR, `${BY_KEY} ${LIQUIDITY} ${collecting('36 CALLDATALOAD')}`]),
  ],
  'a keeper that takes it out by two functions': [
    'positions',
    contract([SELECTOR, `${BY_KEY} ${LIQUIDITY} STOP`], [OTHER, `${BY_KEY} ${collecting('CALLER')}`]),
  ],
  'a keeper that collects into itself and pays a key': [
    'positions',
    contract([SELECTOR, `${BY_KEY} ${LIQUIDITY} ${KEPT} ${paying('CALLER', COLLECTED)}`]),
  ],
  'a keeper that collects into itself and pays an account of the call as much as that says': [
    'positions',
    contract([SELECTOR, `${BY_KEY} ${LIQUIDITY} ${KEPT} ${paying('36 CALLDATALOAD', '100 CALLDATALOAD')}`]),
  ],
  'a keeper that pays one entry of a mapping': [
    'positions',
    contract([SELECTOR, `${BY_KEY} ${LIQUIDITY} ${collecting(entryOf('0'))}`]),
  ],
  'a keeper that pays the owner of another position': [
    'positions',
    contract([
      SELECTOR,
      `${BY_KEY} ${LIQUIDITY} ${collecting(OWNER_OF.replace('100 CALLDATALOAD', '68 CALLDATALOAD'))}`,
    ]),
  ],
  'a keeper that pays what another contract tells': [
    'positions',
    contract([SELECTOR, `${BY_KEY} ${LIQUIDITY} ${collecting(OWNER_OF.replace('0x6352211e', '0x3f3f3f3f'))}`]),
  ],
  'a second signer': ['signatures', contract([SELECTOR, SELF_ONLY], [CHECK, checking(ANY_KEY)])],
}
const HONEST: Record<string, string> = {
  'a module that the account itself calls': contract([
    SELECTOR,
    `${NAMED} CALLER EQ ISZERO @no JUMPI ${acting(NAMED)}`,
  ]),
  'a module for callers on a list of the account': contract([SELECTOR, `${LISTED} ${acting(NAMED)}`]),
  'a module of one stored account': contract([SELECTOR, `${BY_KEY} ${acting('1 SLOAD')}`]),
  'a keeper that collects fees for itself': contract([SELECTOR, `${BY_KEY} ${collecting('CALLER')}`]),
  'a keeper that withdraws to the owner of the position': contract([
    SELECTOR,
    `${BY_KEY} ${LIQUIDITY} ${collecting(OWNER_OF)}`,
  ]),
  'a compounder that collects into itself': contract([SELECTOR, `${LIQUIDITY} ${collecting('ADDRESS')}`]),
  'a keeper that collects into itself and pays the owner of the position': contract([
    SELECTOR,
    `${BY_KEY} ${LIQUIDITY} ${KEPT} ${OWNER_OF} 256 MSTORE ${paying('256 MLOAD', COLLECTED)}`,
  ]),
  'a compounder that takes a fee of what it collects': contract([
    SELECTOR,
    `${BY_KEY} ${LIQUIDITY} ${KEPT} ${paying('CALLER', `${COLLECTED} 4 SHR`)}`,
  ]),
  'a keeper that pays the entry of the position': contract([
    SELECTOR,
    `${BY_KEY} ${LIQUIDITY} ${collecting(entryOf('100 CALLDATALOAD'))}`,
  ]),
  'the owner of the position calls': contract([
    SELECTOR,
    `${OWNER_OF} CALLER EQ ISZERO @no JUMPI ${LIQUIDITY} ${collecting('36 CALLDATALOAD')}`,
  ]),
  'a delegate that confirms its account': contract([SELECTOR, SELF_ONLY], [CHECK, checking('ADDRESS')]),
  'a delegate that confirms the signer that the account stores': contract(
    [SELECTOR, SELF_ONLY],
    [CHECK, checking('1 SLOAD')],
  ),
  'a wallet of the fixed key that also commands it': contract(
    [SELECTOR, SELF_ONLY.replace('ADDRESS', ANY_KEY)],
    [CHECK, checking(ANY_KEY)],
  ),
}

async function rightsOf(source: string) {
  const chain = {
    chain: 'ethereum',
    code: async (_: PinnedBlock, at: Address): Promise<Hex> => (at === CONTRACT ? assemble(source) : '0x'),
    storage: async (_: PinnedBlock, __: Address, slot: Hex) =>
      BigInt(slot) === 0n ? `0x${KEY.slice(2).padStart(64, '0')}` : `0x${'0'.repeat(64)}`,
    call: async () => null,
    balance: async () => 0n,
  } as unknown as ChainSource
  const made = (of: number, types: string, mutability: string) => ({
    selector: `0x${of.toString(16)}`,
    signature: null,
    arguments: types,
    mutability,
    asks: [],
  })
  const types = 'address,address,address,uint256'
  const checks = source.includes(String(CHECK)) ? [made(CHECK, 'bytes32,bytes', 'view')] : []
  const bytecode = {
    address: CONTRACT,
    functions: [made(SELECTOR, types, 'nonpayable'), made(OTHER, types, 'nonpayable'), ...checks],
    opcodes: { selfdestruct: false },
    standard: null,
    complete: true,
  } as unknown as Bytecode
  const { pulls } = await gatherGuardedPulls(
    chain,
    { block, address: CONTRACT, bytecode },
    new AbortController().signal,
  )
  return pulls
}

for (const [name, [right, source]] of Object.entries(HOSTILE))
  test(`found: ${name}`, async () => {
    const found = (await rightsOf(source)).filter((one) => one.right === right)
    assert.ok(found.length > 0)
    assert.ok(found.every(({ guards }) => guards.length === 1 && guards[0]?.holder !== null))
  })

for (const [name, source] of Object.entries(HONEST))
  test(`no right under another key: ${name}`, async () => {
    assert.deepEqual(
      (await rightsOf(source)).filter((one) => one.right !== undefined),
      [],
    )
  })
