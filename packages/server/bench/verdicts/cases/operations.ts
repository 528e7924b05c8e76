import type { Address, Hex } from '@redoubt/risk/address.ts'
import { maxUint256, zeroAddress } from 'viem'
import { encodeFunctionData, parseAbi, parseEther } from 'viem/utils'
import { delegation, operation } from '../cases.ts'
import type { Stage } from '../stage.ts'
import { account, dollars, erc20, STRANGER } from '../values.ts'
import type { VerdictCase } from '../verdictCase.ts'

const ABI = parseAbi([
  'function execute(address dest, uint256 value, bytes func)',
  'function executeBatch(address[] dest, uint256[] value, bytes[] func)',
  'function depositTo(address account) payable',
])
const PAYMASTER_GAS = { paymasterVerificationGasLimit: '200000', paymasterPostOpGasLimit: '200000' }

const execute = (to: Address, data: Hex) =>
  encodeFunctionData({ abi: ABI, functionName: 'execute', args: [to, 0n, data] })
const payFriend = ({ tokens, world }: Stage) =>
  execute(tokens.usdc, erc20('transfer', [world.actors.friend, dollars(20)]))
const approveAndPay = ({ tokens, world, at }: Stage, id: string, amount: bigint) =>
  encodeFunctionData({
    abi: ABI,
    functionName: 'executeBatch',
    args: [
      [tokens.usdc, tokens.usdc],
      [0n, 0n],
      [erc20('approve', [at(id), amount]), erc20('transfer', [world.actors.friend, dollars(20)])],
    ],
  })
const paymasterOf = (stage: Stage, id: string) => ({ paymaster: stage.at(id), ...PAYMASTER_GAS, paymasterData: '0x' })

/** EIP-7702 delegations and ERC-4337 user operations. */
export const OPERATIONS: readonly VerdictCase[] = [
  delegation('F12x', 'EIP-7702 delegation to a sweeper of incoming coins and any token', (stage) =>
    stage.deploy('F12x', 'SweepDelegate', [account('sweeper')]),
  ),
  delegation('F12h', 'EIP-7702 delegation to a delegate that obeys only the account', (stage) =>
    stage.deploy('F12h', 'SelfDelegate'),
  ),
  delegation('F12i', 'EIP-7702 delegation to the known Simple7702Account', async (stage) =>
    stage.name('F12i', stage.world.erc4337.simple7702),
  ),
  operation('G01x', 'operation that pays the friend 20 USDC; its paymaster takes the whole USDC balance afterwards', {
    prepare: (stage) => preparePaymaster(stage, 'G01x', 'GreedyPaymaster', maxUint256),
    operation: (stage) => ({ callData: payFriend(stage), ...paymasterOf(stage, 'G01x') }),
  }),
  operation('G01h', 'operation that pays the friend 20 USDC; its paymaster takes 0.40 USDC', {
    prepare: (stage) => preparePaymaster(stage, 'G01h', 'TokenPaymaster', maxUint256),
    operation: (stage) => ({ callData: payFriend(stage), ...paymasterOf(stage, 'G01h') }),
  }),
  operation(
    'G02x',
    'first operation of an account whose factory gives it a stranger as second owner',
    firstOperation('G02x', STRANGER),
  ),
  operation(
    'G02h',
    'first operation of an account of the same code without a second owner',
    firstOperation('G02h', zeroAddress),
  ),
  operation('G03x', 'operation that approves a role puller for 2,000 USDC', {
    operation: (stage) => ({
      callData: execute(stage.tokens.usdc, erc20('approve', [stage.at('C01x'), dollars(2000)])),
    }),
  }),
  operation('G03h', 'operation that pays the friend 20 USDC', {
    operation: (stage) => ({ callData: payFriend(stage) }),
  }),
  operation('G05x', 'operation that approves its paymaster without limit; the paymaster then takes all', {
    prepare: (stage) => preparePaymaster(stage, 'G05x', 'GreedyPaymaster', null),
    operation: (stage) => ({
      callGasLimit: '500000',
      callData: approveAndPay(stage, 'G05x', maxUint256),
      ...paymasterOf(stage, 'G05x'),
    }),
  }),
  operation('G05h', 'operation that approves its paymaster for 1 USDC; it takes 0.40', {
    prepare: (stage) => preparePaymaster(stage, 'G05h', 'TokenPaymaster', dollars(1)),
    operation: (stage) => ({
      callGasLimit: '500000',
      callData: approveAndPay(stage, 'G05h', dollars(1)),
      ...paymasterOf(stage, 'G05h'),
    }),
  }),
]

/** Deploys a paymaster with a deposit; `allowance`: what the account has approved before. */
async function preparePaymaster(stage: Stage, id: string, contract: string, allowance: bigint | null) {
  const { actors, erc4337 } = stage.world
  const { usdc } = stage.tokens
  await stage.deploy(id, contract, contract === 'GreedyPaymaster' ? [usdc] : [usdc, dollars(0.4)])
  const data = encodeFunctionData({ abi: ABI, functionName: 'depositTo', args: [stage.at(id)] })
  await stage.send(actors.exchange, erc4337.entryPoint07, data, parseEther('0.5'))
  if (allowance !== null) await stage.send(erc4337.account, usdc, erc20('approve', [stage.at(id), allowance]))
}

/** The first operation of an account at which coins and tokens wait. */
function firstOperation(id: string, second: Address): Parameters<typeof operation>[2] {
  return {
    prepare: async (stage) => {
      const { exchange } = stage.world.actors
      await stage.deploy(id, 'AccFactory', [stage.world.erc4337.entryPoint07, second])
      const made = await stage.read(id, 'AccFactory', 'getAddress', [stage.trader, 3n])
      const own = stage.name(`${id}a`, `0x${made.slice(26)}`)
      await stage.send(exchange, own, '0x', parseEther('1.5'))
      await stage.send(exchange, stage.tokens.usdc, erc20('transfer', [own, dollars(1000)]))
    },
    operation: (stage) => ({
      sender: stage.at(`${id}a`),
      factory: stage.at(id),
      factoryData: stage.encode('AccFactory', 'createAccount', [stage.trader, 3n]),
      callData: payFriend(stage),
    }),
  }
}
