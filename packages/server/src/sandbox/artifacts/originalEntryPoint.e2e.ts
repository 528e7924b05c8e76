import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  type Address,
  concat,
  encodeFunctionData,
  type Hex,
  hashMessage,
  numberToHex,
  parseAbi,
  parseEther,
} from 'viem'
import { type Act, actAlike, readAlike, type Stack } from '../testing/compareStacks.ts'
import { alice, bob, owner, startTestChain, type TestChain, type TestContract, thief } from './testChain.ts'

const ONE = parseEther('1')
const [A, B, O, T] = [alice.address, bob.address, owner.address, thief.address]
const BENEFICIARY: Address = '0x00000000000000000000000000000000000beef1'
const GWEI = 1_000_000_000n
const GAS = { callGasLimit: 200_000n, verificationGasLimit: 600_000n, preVerificationGas: 50_000n }
const FEES = { maxFeePerGas: 3n * GWEI, maxPriorityFeePerGas: GWEI }
const USER_OPERATION_EVENT = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'

const EXECUTE = parseAbi(['function execute(address dest, uint256 value, bytes func)'])

type Operation = { sender: Address; nonce: bigint; initCode: Hex; callData: Hex }

const VERSIONS = [
  {
    version: '0.6',
    original: ['OriginalEntryPoint06', 'OriginalAccountFactory06'],
    ours: ['EntryPoint06', 'SimpleAccountFactory06'],
  },
  {
    version: '0.7',
    original: ['OriginalEntryPoint07', 'OriginalAccountFactory07'],
    ours: ['EntryPoint07', 'SimpleAccountFactory07'],
  },
  {
    version: '0.8',
    original: ['OriginalEntryPoint08', 'OriginalAccountFactory08'],
    ours: ['EntryPoint08', 'SimpleAccountFactory08'],
  },
] as const

for (const { version, original, ours } of VERSIONS) {
  describe(`our entry point and account against version ${version}`, () => {
    let chain: TestChain
    let token: TestContract
    let stacks: readonly [Stack, Stack]

    before(async () => {
      chain = await startTestChain()
      token = await chain.deploy('PlainToken', ['Plain', 'PLN', 18, 1_000_000n, O])
      const stackOf = async ([entry, factory]: typeof original | typeof ours): Promise<Stack> => {
        const entryPoint = await chain.deploy(entry)
        const made = await chain.deploy(factory, [entryPoint.address])
        const account = chain.at(await made.read<Address>('getAddress', [A, 3n]), 'SimpleAccountFactory07')
        return { entryPoint, factory: made, account }
      }
      stacks = [await stackOf(original), await stackOf(ours)]
      for (const { account } of stacks) {
        await chain.send({ from: O, to: account?.address ?? '0x', value: ONE })
        await token.send(O, 'transfer', [account?.address, 1_000n])
      }
    })
    after(() => chain[Symbol.asyncDispose]())

    const act = (one: Act) => actAlike(chain, stacks, one)
    const half = (value: bigint) => numberToHex(value, { size: 16 })
    const shaped = (op: Operation, signature: Hex) =>
      version === '0.6'
        ? { ...op, ...GAS, ...FEES, paymasterAndData: '0x', signature }
        : {
            ...op,
            accountGasLimits: concat([half(GAS.verificationGasLimit), half(GAS.callGasLimit)]),
            preVerificationGas: GAS.preVerificationGas,
            gasFees: concat([half(FEES.maxPriorityFeePerGas), half(FEES.maxFeePerGas)]),
            paymasterAndData: '0x',
            signature,
          }
    const nonceOf = ({ entryPoint, account }: Stack) => entryPoint?.read<bigint>('getNonce', [account?.address, 0n])
    const signedBy = async (stack: Stack, person: typeof alice, op: Operation) => {
      const hash = (await stack.entryPoint?.read<Hex>('getUserOpHash', [shaped(op, '0x')])) ?? '0x'
      return shaped(op, await person.sign({ hash: version === '0.8' ? hash : hashMessage({ raw: hash }) }))
    }
    const creation = ({ factory }: Stack): Hex =>
      concat([factory?.address ?? '0x', factory?.data('createAccount', [A, 3n]) ?? '0x'])
    const paying = (to: Address, value: bigint, data: Hex): Hex =>
      encodeFunctionData({ abi: EXECUTE, functionName: 'execute', args: [to, value, data] })

    /** Sends the operation to both; compares refusals, what it did, and the event but for gas. */
    async function handle(
      operationOf: (stack: Stack) => Omit<Operation, 'nonce'> & { nonce?: bigint },
      person = alice,
    ): Promise<{ accepted: boolean; success: boolean }> {
      const told: { refusal: string | null; success: boolean; logs: string[]; fee: bigint }[] = []
      for (const stack of stacks) {
        const given = operationOf(stack)
        const op = { ...given, nonce: given.nonce ?? (await nonceOf(stack)) ?? 0n }
        const args = [[await signedBy(stack, person, op)], BENEFICIARY]
        const { entryPoint, account } = stack
        const asked = {
          address: entryPoint?.address ?? '0x',
          abi: entryPoint?.abi ?? [],
          functionName: 'handleOps',
          args,
          account: T,
        }
        const refusal = await chain.client.simulateContract({ ...asked, gas: 5_000_000n }).then(
          () => null,
          (error: Error) => /AA\d\d[^"\n,)]*/.exec(error.message)?.[0]?.trim() ?? 'refused',
        )
        if (refusal !== null) {
          told.push({ refusal, success: false, logs: [], fee: 0n })
          continue
        }
        const before = await chain.client.getBalance({ address: BENEFICIARY })
        const { logs } = (await entryPoint?.send(T, 'handleOps', args)) ?? assert.fail()
        const fee = (await chain.client.getBalance({ address: BENEFICIARY })) - before
        const event = logs.find(({ topics }) => topics[0] === USER_OPERATION_EVENT) ?? assert.fail('no event')
        const success = BigInt(`0x${event.data.slice(2 + 64, 2 + 128)}`) === 1n
        const moved = logs
          .filter((log) => log.address !== entryPoint?.address.toLowerCase())
          .map(({ topics, data }) =>
            [...topics, data].join(' ').replaceAll((account?.address ?? '').slice(2).toLowerCase(), '<account>'),
          )
        assert.equal(BigInt(`0x${event.data.slice(2 + 128, 2 + 192)}`), fee, 'the beneficiary gets what the event says')
        told.push({ refusal: null, success, logs: moved.filter((log) => log.startsWith('0xddf252ad')), fee })
      }
      const [expected, actual] = told
      assert.ok(expected && actual)
      assert.deepEqual({ ...actual, fee: null }, { ...expected, fee: null })
      if (expected.fee > 0n) {
        const ratio = Number((actual.fee * 1_000n) / expected.fee) / 1_000
        assert.ok(ratio > 0.5 && ratio < 1.5, `the fee is ${ratio} of the original's`)
      }
      return { accepted: expected.refusal === null, success: expected.success }
    }

    test('deposits, stakes and nonces', async () => {
      const to = 'entryPoint'
      const call = (name: string, args: readonly unknown[], value = 0n) =>
        act({ from: T, to, name, args: () => args, value })
      assert.ok(await call('depositTo', [T], 5n))
      assert.equal(await call('withdrawTo', [B, 6n]), false)
      assert.ok(await call('withdrawTo', [B, 2n]))
      assert.ok(await call('addStake', [60], 9n))
      await readAlike(stacks, { to, name: 'balanceOf', args: () => [T] })
      assert.ok(await call('getDepositInfo', [T]))
      await call('withdrawStake', [B])
      assert.ok(await call('incrementNonce', [7n]))
      await readAlike(stacks, { to, name: 'getNonce', args: () => [T, 7n] })
    })

    test('an account is made by its first operation, pays, and fails as a whole', async () => {
      const transfer = (amount: bigint) => paying(token.address, 0n, token.data('transfer', [B, amount]))
      const sender = ({ account }: Stack) => account?.address ?? '0x'
      const op = (stack: Stack, callData: Hex, initCode: Hex = '0x') => ({ sender: sender(stack), initCode, callData })
      assert.equal((await handle((stack) => op(stack, transfer(5n)))).accepted, false)
      assert.equal((await handle((stack) => op(stack, transfer(5n), creation(stack)), thief)).accepted, false)
      assert.deepEqual(await handle((stack) => op(stack, transfer(5n), creation(stack))), {
        accepted: true,
        success: true,
      })
      assert.equal((await handle((stack) => op(stack, transfer(5n), creation(stack)))).accepted, false)
      assert.deepEqual(await handle((stack) => op(stack, transfer(6n))), { accepted: true, success: true })
      assert.deepEqual(await handle((stack) => op(stack, transfer(10n ** 9n))), { accepted: true, success: false })
      assert.equal((await handle((stack) => op(stack, transfer(5n)), thief)).accepted, false)
      assert.equal((await handle((stack) => ({ ...op(stack, transfer(5n)), nonce: 77n }))).accepted, false)
      assert.deepEqual(await handle((stack) => ({ ...op(stack, paying(B, 7n, '0x')), nonce: 5n << 64n })), {
        accepted: true,
        success: true,
      })
      assert.equal(await token.read('balanceOf', [B]), 22n)
    })

    test('the account obeys its owner and its entry point alone', async () => {
      for (const { account } of stacks) {
        const data = paying(T, 1n, '0x')
        const to = account?.address ?? '0x'
        await assert.rejects(chain.client.call({ account: T, to, data }))
        assert.equal(await chain.gain(T, () => chain.send({ from: A, to, data })), 1n)
      }
    })

    test('an account without coins does not pay', async () => {
      const poor = async (stack: Stack) => stack.factory?.read<Address>('getAddress', [A, 99n])
      const senders = new Map(
        await Promise.all(stacks.map(async (stack) => [stack, (await poor(stack)) ?? '0x'] as const)),
      )
      const { accepted } = await handle((stack) => ({
        sender: senders.get(stack) ?? '0x',
        nonce: 0n,
        initCode: concat([stack.factory?.address ?? '0x', stack.factory?.data('createAccount', [A, 99n]) ?? '0x']),
        callData: '0x',
      }))
      assert.equal(accepted, false)
    })
  })
}
