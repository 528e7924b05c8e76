import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData, numberToHex, parseAbi, toFunctionSelector } from 'viem/utils'
import { assemble } from '../../evm/simulation/testing/assembler.ts'
import { ACCOUNT_FACTORY_ABI } from '../../sandbox/abis.ts'
import { approve, transfer, UNLIMITED } from '../../sandbox/history/calls.ts'
import { type NodeRpc, nodeRpc } from '../../sandbox/nodeRpc.ts'
import { nativeWorth, PROFILES, units } from '../../sandbox/profiles.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { newHead, ON_ETHEREUM } from '../../testing/newHead.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'
import type { TransactionScanResult } from '../../usecases/scans/transaction/scanTransaction.ts'

const ACCOUNT_ABI = parseAbi(['function execute(address dest, uint256 value, bytes func)'])
const DEPOSIT_ABI = parseAbi(['function depositTo(address account) payable'])
const POST_OP = [
  toFunctionSelector('postOp(uint8,bytes,uint256)'),
  toFunctionSelector('postOp(uint8,bytes,uint256,uint256)'),
]
const GAS = { callGasLimit: 300_000n, verificationGasLimit: 600_000n, preVerificationGas: 60_000n }
const world = sandboxWorld('ethereum')
const { actors, tokens, decimals, erc4337, chain } = world
const dollars = (amount: number) => units(amount, decimals.usdc)
const thief: Address = '0x51a7e50000000000000000000000000000000001'

type Kind = 'fair' | 'greedyBefore' | 'greedyAfter' | 'reverting' | 'refusing' | 'poor' | 'greedyThenFailing'
/** A paymaster of each kind, which holds an allowance of every account here. */
const PAYMASTERS: Record<Kind, Address> = {
  fair: '0x00000000000000000000000000000000000f0001',
  greedyBefore: '0x00000000000000000000000000000000000f0002',
  greedyAfter: '0x00000000000000000000000000000000000f0003',
  reverting: '0x00000000000000000000000000000000000f0004',
  refusing: '0x00000000000000000000000000000000000f0005',
  poor: '0x00000000000000000000000000000000000f0006',
  greedyThenFailing: '0x00000000000000000000000000000000000f0007',
}

describe('the paymaster of a user operation is executed', () => {
  let service: ScanService
  let rpc: NodeRpc
  let young: Address
  const http = createOperatorFetch()

  before(async () => {
    service = await startScanService('test', {}, ON_ETHEREUM)
    rpc = nodeRpc((await service.app.sandbox()).rpcUrls[chain], http)
    const args = [actors.trader, 9n] as const
    const where = encodeFunctionData({ abi: ACCOUNT_FACTORY_ABI, functionName: 'getAddress', args })
    const answer = (await rpc('eth_call', [{ to: erc4337.accountFactory06, data: where }, 'latest'])) as Hex
    young = `0x${answer.slice(26)}`
    const create = encodeFunctionData({ abi: ACCOUNT_FACTORY_ABI, functionName: 'createAccount', args })
    await send(actors.trader, erc4337.accountFactory06, create)
    await send(actors.exchange, young, '0x', nativeWorth(chain, 1_000))
    await send(actors.exchange, tokens.usdc, transfer(young, dollars(2_000)))
    for (const sender of [actors.batching, erc4337.account, young])
      for (const paymaster of Object.values(PAYMASTERS)) await send(sender, tokens.usdc, approve(paymaster, UNLIMITED))
    for (const entryPoint of [erc4337.entryPoint06, erc4337.entryPoint07, erc4337.entryPoint08])
      for (const [kind, paymaster] of Object.entries(PAYMASTERS)) {
        if (kind === 'poor') continue
        const data = encodeFunctionData({ abi: DEPOSIT_ABI, functionName: 'depositTo', args: [paymaster] })
        await send(actors.exchange, entryPoint, data, nativeWorth(chain, 200))
      }
    const max = dollars(1_900)
    for (const [kind, code] of [
      ['fair', paymasterCode({ after: dollars(0.5) })],
      ['greedyBefore', paymasterCode({ before: max })],
      ['greedyAfter', paymasterCode({ after: max })],
      ['reverting', assemble('0 0 REVERT')],
      ['refusing', paymasterCode({ validation: 1 })],
      ['poor', paymasterCode({ after: dollars(0.5) })],
      ['greedyThenFailing', paymasterCode({ before: max, end: '0 0 REVERT' })],
    ] as const)
      await rpc('anvil_setCode', [PAYMASTERS[kind], code])
    await rpc('evm_mine', [])
    await newHead()
  })
  after(async () => {
    await http.close()
    await service.close()
  })

  async function send(from: Address, to: Address, data: Hex, value = 0n): Promise<void> {
    await rpc('anvil_impersonateAccount', [from])
    const hash = await rpc('eth_sendTransaction', [{ from, to, data, value: numberToHex(value), gas: '0x300000' }])
    await rpc('evm_mine', [])
    assert.equal(((await rpc('eth_getTransactionReceipt', [hash])) as { status: Hex }).status, '0x1')
  }
  const ids = ({ warnings }: TransactionScanResult) => warnings.map(({ id }) => id)
  const seen = (result: TransactionScanResult) =>
    `${result.recommendation} ${result.riskScore}: ${result.warnings.map(({ id, severity, description }) => `${id} (${severity}) ${description}`).join(', ')}; ${JSON.stringify(result.simulation?.calls)} ${result.simulation?.revertReason} ${JSON.stringify(result.simulation?.balanceChanges)}`
  const lossOf = ({ simulation }: TransactionScanResult, account: Address) =>
    simulation?.balanceChanges.find(
      (row) => row.account.toLowerCase() === account.toLowerCase() && row.asset === 'USDC',
    )?.change

  const { base, tip } = PROFILES[chain].fees
  const versions = {
    '0.6': () => ({ entryPoint: erc4337.entryPoint06, sender: young }),
    '0.7': () => ({ entryPoint: erc4337.entryPoint07, sender: erc4337.account }),
    '0.8': () => ({ entryPoint: erc4337.entryPoint08, sender: actors.batching }),
  }
  for (const [version, account] of Object.entries(versions)) {
    const scan = (kind: Kind | null, gas: object = GAS, amount = dollars(50)) => {
      const { entryPoint, sender } = account()
      const callData = encodeFunctionData({
        abi: ACCOUNT_ABI,
        functionName: 'execute',
        args: [tokens.usdc, 0n, transfer(actors.friend, amount)],
      })
      const half = (value: bigint) => value.toString(16).padStart(32, '0')
      const limits = version === '0.6' ? '' : `${half(100_000n)}${half(100_000n)}`
      const userOperation = {
        sender,
        nonce: '0',
        callData,
        ...Object.fromEntries(Object.entries(gas).map(([name, value]) => [name, String(value)])),
        maxFeePerGas: String(base * 2n + tip),
        maxPriorityFeePerGas: String(tip),
        ...(kind && { paymasterAndData: `${PAYMASTERS[kind]}${limits}` }),
      }
      return service.scan({ chain, entryPoint, userOperation, options: { deadlineMs: 20_000 } })
    }

    describe(`at entry point ${version}`, () => {
      test('one that takes a fee worth the gas is told and not feared', async () => {
        const [alone, fair] = [await scan(null), await scan('fair')]
        assert.equal(lossOf(fair, account().sender), '-50.5', seen(fair))
        assert.ok(ids(fair).includes('paymaster-charge'), seen(fair))
        assert.equal(fair.warnings.find(({ id }) => id === 'paymaster-charge')?.severity, 'info')
        assert.equal(fair.recommendation, alone.recommendation, seen(fair))
        assert.ok(!ids(fair).includes('unexamined-paymaster'), seen(fair))
      })

      for (const kind of ['greedyBefore', 'greedyAfter'] as const)
        test(`one that takes nearly all is the theft: ${kind}`, async () => {
          const result = await scan(kind)
          assert.equal(lossOf(result, account().sender), '-1950', seen(result))
          assert.ok(ids(result).includes('paymaster-charge'), seen(result))
          assert.equal(result.recommendation, 'BLOCK', seen(result))
        })

      test('what one takes while it validates stays taken when it fails afterwards', async () => {
        const result = await scan('greedyThenFailing')
        assert.ok(ids(result).includes('paymaster-charge'), seen(result))
        assert.ok(ids(result).includes('unexamined-paymaster'), seen(result))
        assert.equal(result.recommendation, 'BLOCK', seen(result))
      })

      test('and when the account’s own call fails', async () => {
        const result = await scan('greedyBefore', GAS, dollars(9_000_000))
        assert.ok(ids(result).includes('paymaster-charge'), seen(result))
        assert.equal(result.simulation?.success, false, seen(result))
        assert.equal(result.recommendation, 'BLOCK', seen(result))
      })

      test('with gas left to the wallet it is executed too', async () => {
        const result = await scan('greedyAfter', {})
        assert.equal(result.recommendation, 'BLOCK', seen(result))
      })

      test('one that fails is told, and the account is judged without it', async () => {
        const result = await scan('reverting')
        assert.equal(lossOf(result, account().sender), '-50', seen(result))
        assert.ok(ids(result).includes('unexamined-paymaster'), seen(result))
        assert.ok(['PROCEED', 'REVIEW'].includes(result.recommendation), seen(result))
      })

      for (const [kind, why] of [
        ['refusing', /signature not valid/],
        ['poor', /deposit too low/],
      ] as const)
        test(`one that does not pay is told: ${kind}`, async () => {
          const result = await scan(kind)
          const told = result.warnings.find(({ id }) => id === 'unexamined-paymaster')
          assert.match(told?.description ?? '', why, seen(result))
        })
    })
  }
})

/** Takes USDC of the operation's sender through its allowance: while it validates, and once it is done. */
function paymasterCode({ before: first = 0n, after: last = 0n, validation = 0, end = 'STOP' }): Hex {
  const pull = (amount: bigint) =>
    amount === 0n
      ? ''
      : `0x23b872dd${'00'.repeat(28)} 0 MSTORE 128 MLOAD 4 MSTORE ${thief} 36 MSTORE ${amount} 68 MSTORE 32 0 100 0 0 ${tokens.usdc} GAS CALL POP`
  const isPostOp = POST_OP.map((selector) => `0 CALLDATALOAD 224 SHR ${selector} EQ @post JUMPI`).join(' ')
  // Another caller could take what every account here has approved.
  const isEntryPoint = [erc4337.entryPoint06, erc4337.entryPoint07, erc4337.entryPoint08]
    .map((entryPoint) => `CALLER ${entryPoint} EQ @called JUMPI`)
    .join(' ')
  // The sender is the first member of the operation; afterwards it is the context.
  return assemble(
    `${isEntryPoint} 0 0 REVERT :called ${isPostOp} 100 CALLDATALOAD 128 MSTORE ${pull(first)} 64 0 MSTORE ${validation} 32 MSTORE 32 64 MSTORE 100 CALLDATALOAD 96 MSTORE 128 0 RETURN
    :post 36 CALLDATALOAD 36 ADD CALLDATALOAD 128 MSTORE ${pull(last)} ${end}`,
  )
}
