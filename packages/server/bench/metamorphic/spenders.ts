import { readFileSync } from 'node:fs'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { parseSignature } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { concatHex, encodeAbiParameters, encodeFunctionData, keccak256, parseAbi, toHex } from 'viem/utils'
import { assemble } from '../../src/evm/simulation/testing/assembler.ts'
import type { FixtureAccount } from '../replay/fixtureSource.ts'
import { type AttackNode, madeAddress, type Step, TOKEN_ABI } from './attackNode.ts'

/** What is taken: a fungible amount, or an item by its number. */
export type Take = { token: Address; from: Address; amount: bigint }
export type Spender = {
  name: string
  address: Address
  account: FixtureAccount
  /** The thief's transactions that take. */
  take: (take: Take) => Step[] | Promise<Step[]>
}

const KEY = keccak256(toHex('the thief of the metamorphic bench'))
const SIGNER = privateKeyToAccount(KEY)
export const THIEF = SIGNER.address.toLowerCase() as Address
/** The thief's account has been used. */
const THIEF_ACCOUNT: FixtureAccount = { balance: 3n * 10n ** 17n, nonce: 41, code: '0x', storage: new Map() }

const ABI = parseAbi([
  'function collect(address token, address from, uint256 amount)',
  'function migrate(address token, address from, address to, uint256 amount)',
  'function sweep(address token, address from, address to, uint256 amount)',
  'function rebalance(address[] tokens, address[] from, uint256[] amounts)',
  'function execute(address target, bytes input)',
  'function multicall(address[] targets, bytes[] inputs)',
  'function settle(address token, address from, address to, uint256 amount, uint8 v, bytes32 r, bytes32 s)',
  'function redeem(bytes32 secret, address token, address from, uint256 amount)',
  'function sync(address token, address from, uint256 amount)',
  'function setBeneficiary(address next)',
  'function payout(address token, address from, uint256 amount)',
  'function run(address module, bytes input)',
  'function upgradeTo(address next)',
  'function setLogic(address next)',
])

const LOGIC = madeAddress('honest logic')
const PULLER = madeAddress('puller without a guard')

type Calls = (take: Take, spender: Address) => Hex[] | Promise<Hex[]>
const transferFrom = ({ from, amount }: Take): Hex =>
  encodeFunctionData({ abi: TOKEN_ABI, functionName: 'transferFrom', args: [from, THIEF, amount] })
const sweep = ({ token, from, amount }: Take): Hex =>
  encodeFunctionData({ abi: ABI, functionName: 'sweep', args: [token, from, THIEF, amount] })
/** Four words without a selector: token, from, to, amount. */
const bare = ({ token, from, amount }: Take): Hex =>
  encodeAbiParameters(
    [{ type: 'address' }, { type: 'address' }, { type: 'address' }, { type: 'uint256' }],
    [token, from, THIEF, amount],
  )

/** The thief's calls of each compiled contract. */
const COMPILED: Readonly<Record<string, Calls>> = {
  OwnerPuller: ({ token, from, amount }) => [
    encodeFunctionData({ abi: ABI, functionName: 'collect', args: [token, from, amount] }),
  ],
  KeyedPuller: ({ token, from, amount }) => [
    encodeFunctionData({ abi: ABI, functionName: 'migrate', args: [token, from, THIEF, amount] }),
  ],
  OpenPuller: (take) => [sweep(take)],
  RolePuller: ({ token, from, amount }) => [
    encodeFunctionData({ abi: ABI, functionName: 'rebalance', args: [[token], [from], [amount]] }),
  ],
  OwnerExecutor: (take) => [
    encodeFunctionData({ abi: ABI, functionName: 'execute', args: [take.token, transferFrom(take)] }),
  ],
  OpenExecutor: (take) => [
    encodeFunctionData({ abi: ABI, functionName: 'multicall', args: [[take.token], [transferFrom(take)]] }),
  ],
  SignedPuller: async (take) => {
    const { token, from, amount } = take
    const { v, r, s } = parseSignature(await SIGNER.sign({ hash: keccak256(bare(take)) }))
    const args = [token, from, THIEF, amount, Number(v), r, s] as const
    return [encodeFunctionData({ abi: ABI, functionName: 'settle', args })]
  },
  HashPuller: ({ token, from, amount }) => [
    encodeFunctionData({
      abi: ABI,
      functionName: 'redeem',
      args: [encodeAbiParameters([{ type: 'address' }], [THIEF]), token, from, amount],
    }),
  ],
  OriginPuller: ({ token, from, amount }) => [
    encodeFunctionData({ abi: ABI, functionName: 'sync', args: [token, from, amount] }),
  ],
  ArmedPuller: ({ token, from, amount }) => [
    encodeFunctionData({ abi: ABI, functionName: 'setBeneficiary', args: [THIEF] }),
    encodeFunctionData({ abi: ABI, functionName: 'payout', args: [token, from, amount] }),
  ],
  ModulePuller: (take) => [encodeFunctionData({ abi: ABI, functionName: 'run', args: [PULLER, sweep(take)] })],
  AdminProxy: (take) => [encodeFunctionData({ abi: ABI, functionName: 'upgradeTo', args: [PULLER] }), sweep(take)],
  SlotProxy: (take) => [encodeFunctionData({ abi: ABI, functionName: 'setLogic', args: [PULLER] }), sweep(take)],
}

/** transferFrom(from, to, amount) of the token, all taken from bare call data; the selector is what is on the stack. */
const PULL =
  '0 MSTORE 0x60 0x20 4 CALLDATACOPY 0 0 0x64 0 0 0 CALLDATALOAD GAS CALL ISZERO @no JUMPI STOP :no 0 0 REVERT'
const SELECTOR = `0x23b872dd${'00'.repeat(28)}`

/** Contracts written by hand. */
const BY_HAND: Readonly<Record<string, string>> = {
  'bare open': `${SELECTOR} ${PULL}`,
  'bare caller': `${THIEF} CALLER EQ ISZERO @no JUMPI ${SELECTOR} ${PULL}`,
  'bare origin': `ORIGIN 0 SLOAD EQ ISZERO @no JUMPI ${SELECTOR} ${PULL}`,
  'bare hidden selector': `CALLER 0 SLOAD EQ ISZERO @no JUMPI ${sumSource()} ${PULL}`,
}

/** The selector of transferFrom as a sum, so that its bytes do not stand in the code. */
function sumSource(): string {
  const part = 0x11223344n << 224n
  const rest = (0x23b872ddn << 224n) - part
  return `0x${rest.toString(16)} 0x${part.toString(16)} ADD`
}

/** Spenders that can take what was approved, each with one guard shape; and the accounts that they need. */
export async function deploySpenders(
  node: AttackNode,
): Promise<{ spenders: Spender[]; parts: [Address, FixtureAccount][] }> {
  const text = readFileSync(`${import.meta.dirname}/artifacts/spenders.generated.json`, 'utf8')
  const code = (JSON.parse(text) as { contracts: Record<string, Hex> }).contracts
  const args = encodeAbiParameters([{ type: 'address' }, { type: 'address' }], [THIEF, LOGIC])
  const deploy = (name: string) => {
    const initCode = code[name]
    if (initCode === undefined) throw new Error(`no contract ${name}`)
    return node.deploy(concatHex([initCode, args]), THIEF)
  }
  const spenders: Spender[] = []
  const add = (name: string, account: FixtureAccount, calls: Calls) => {
    const address = madeAddress(`spender ${name}`)
    const take = async (take: Take) =>
      (await calls(take, address)).map((data): Step => ({ from: THIEF, to: address, data }))
    spenders.push({ name, address, account, take })
  }
  for (const [name, calls] of Object.entries(COMPILED)) add(name, await deploy(name), calls)
  const owned = new Map([[0n, `0x${THIEF.slice(2).padStart(64, '0')}` as Hex]])
  const target = spenders[0]?.address ?? LOGIC
  const clone: Hex = `0x363d3d373d3d3d363d73${target.slice(2)}5af43d82803e903d91602b57fd5bf3`
  add('clone of OwnerPuller', { balance: 0n, nonce: 1, code: clone, storage: owned }, COMPILED.OwnerPuller as Calls)
  for (const [name, source] of Object.entries(BY_HAND))
    add(name, { balance: 0n, nonce: 1, code: assemble(source), storage: owned }, (take) => [bare(take)])
  return {
    spenders,
    parts: [
      [LOGIC, await deploy('HonestLogic')],
      [PULLER, await deploy('OpenPuller')],
      [THIEF, THIEF_ACCOUNT],
    ],
  }
}
