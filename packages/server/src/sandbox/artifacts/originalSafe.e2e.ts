import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  type Address,
  concat,
  encodePacked,
  type Hex,
  numberToHex,
  pad,
  parseEther,
  size,
  stringToHex,
  zeroAddress,
} from 'viem'
import { type Act, actAlike, readAlike, type Stack } from '../testing/compareStacks.ts'
import { alice, bob, owner, startTestChain, type TestChain, type TestContract, thief } from './testChain.ts'

const ONE = parseEther('1')
const [A, B, O, T] = [alice.address, bob.address, owner.address, thief.address]
const PEOPLE = [alice, bob, owner]
const ENDS: Address = '0x0000000000000000000000000000000000000001'
const version = (text: string) => stringToHex(text, { size: 5 })

const VERSIONS = [
  {
    name: '1.3.0',
    original: ['GnosisSafe130', 'GnosisSafeProxyFactory130'],
    ours: [[version('1.3.0'), false], [false]],
  },
  {
    name: '1.3.0 L2',
    original: ['GnosisSafeL2130', 'GnosisSafeProxyFactory130'],
    ours: [[version('1.3.0'), true], [false]],
  },
  { name: '1.4.1', original: ['Safe141', 'SafeProxyFactory141'], ours: [[version('1.4.1'), false], [true]] },
  { name: '1.4.1 L2', original: ['SafeL2141', 'SafeProxyFactory141'], ours: [[version('1.4.1'), true], [true]] },
] as const

for (const { name, original, ours } of VERSIONS) {
  describe(`our account of several owners against Safe ${name}`, () => {
    let chain: TestChain
    let stacks: readonly [Stack, Stack]
    let token: TestContract

    before(async () => {
      chain = await startTestChain()
      token = await chain.deploy('PlainToken', ['Plain', 'PLN', 18, 1_000_000n, O])
      const handler = await chain.deploy('CompatibilityFallbackHandler141')
      stacks = [
        {
          singleton: await chain.deploy(original[0]),
          factory: await chain.deploy(original[1]),
          handler,
          multi: await chain.deploy('MultiSend141'),
          callOnly: await chain.deploy('MultiSendCallOnly141'),
        },
        {
          singleton: await chain.deploy('SafeWallet', ours[0]),
          factory: await chain.deploy('SafeWalletFactory', ours[1]),
          handler: await chain.deploy('SafeHandler'),
          multi: await chain.deploy('SafeMultiSend', [false]),
          callOnly: await chain.deploy('SafeMultiSend', [true]),
        },
      ]
      for (const stack of stacks) {
        const setUp = stack.singleton?.data('setup', [
          [A, B, O],
          2n,
          zeroAddress,
          '0x',
          stack.handler?.address,
          zeroAddress,
          0n,
          zeroAddress,
        ])
        const args = [stack.singleton?.address, setUp, 7n]
        const { result } = await chain.client.simulateContract({
          address: stack.factory?.address ?? '0x',
          abi: stack.factory?.abi ?? [],
          functionName: 'createProxyWithNonce',
          args,
          account: T,
        })
        await stack.factory?.send(T, 'createProxyWithNonce', args)
        stack.safe = chain.at(result as Address, stack === stacks[0] ? original[0] : 'SafeWallet')
        stack.answering = chain.at(
          result as Address,
          stack === stacks[0] ? 'CompatibilityFallbackHandler141' : 'SafeHandler',
        )
        await chain.send({ from: T, to: stack.safe.address, value: ONE })
        await token.send(O, 'transfer', [stack.safe.address, 1_000n])
      }
    })
    after(() => chain[Symbol.asyncDispose]())

    const act = (one: Act) => actAlike(chain, stacks, one)
    const read = <Told>(to: string, view: string, args: readonly unknown[] = []) =>
      readAlike<Told>(stacks, { to, name: view, args: () => args })

    /** The same call of both accounts, signed by these people for each account's own hash. */
    async function execute(
      call: {
        to: (stack: Stack) => Address
        data?: (stack: Stack) => Hex
        value?: bigint
        operation?: 0 | 1
        safeTxGas?: bigint
        gasPrice?: bigint
      },
      signers: readonly (typeof alice)[] = [alice, bob],
      sender: Address = T,
      shape: 'typed' | 'message' | 'approved' = 'typed',
    ): Promise<boolean> {
      const signed = new Map<Stack, { args: readonly unknown[]; signatures: Hex }>()
      for (const stack of stacks) {
        const { safe } = stack
        const args = [
          call.to(stack),
          call.value ?? 0n,
          call.data?.(stack) ?? '0x',
          call.operation ?? 0,
          call.safeTxGas ?? 0n,
          0n,
          call.gasPrice ?? 0n,
          zeroAddress,
          shape === 'message' ? A : zeroAddress,
        ]
        const hash = (await safe?.read<Hex>('getTransactionHash', [...args, await safe.read('nonce')])) ?? '0x'
        const parts = await Promise.all(
          [...signers]
            .sort((a, b) => (a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1))
            .map(async (person) => {
              if (shape === 'approved') return concat([pad(person.address), pad('0x'), '0x01'])
              if (shape === 'typed') return person.sign({ hash })
              const text = await person.signMessage({ message: { raw: hash } })
              return concat([text.slice(0, 130) as Hex, numberToHex(Number(`0x${text.slice(130)}`) + 4)])
            }),
        )
        signed.set(stack, { args, signatures: concat(parts) })
      }
      return actSigned(signed, sender)
    }

    /** Signatures differ between the accounts and stand in the logs of L2: they are roles of the comparison too. */
    async function actSigned(
      signed: Map<Stack, { args: readonly unknown[]; signatures: Hex }>,
      from: Address,
    ): Promise<boolean> {
      const hashes = await Promise.all(
        stacks.map(async ({ safe }, at) => {
          const stack = stacks[at] ?? assert.fail()
          return safe?.read<Hex>('getTransactionHash', [...(signed.get(stack)?.args ?? []), await safe.read('nonce')])
        }),
      )
      const named = stacks.map((stack, at) => ({
        ...stack,
        hash: { ...(stack.safe ?? assert.fail()), address: hashes[at] as Address },
        ...Object.fromEntries(
          chunksOf(signed.get(stack)?.signatures ?? '0x').map((part, index) => [
            `signature ${index}`,
            { ...(stack.safe ?? assert.fail()), address: part as Address },
          ]),
        ),
      })) as unknown as [Stack, Stack]
      return actAlike(chain, named, {
        from,
        to: 'safe',
        name: 'execTransaction',
        args: (stack) => {
          const own = signed.get(stacks[named.indexOf(stack)] ?? assert.fail())
          return [...(own?.args ?? []), own?.signatures]
        },
      })
    }

    test('both are set up alike', async () => {
      for (const view of ['getOwners', 'getThreshold', 'nonce', 'VERSION', 'getChainId']) await read('safe', view)
      for (const person of [A, B, O, T, ENDS]) await read('safe', 'isOwner', [person])
      await read('safe', 'getModulesPaginated', [ENDS, 10n])
      for (const slot of [0n, 3n, 4n, 5n]) await read('safe', 'getStorageAt', [slot, 1n])
      await read('singleton', 'getThreshold')
      const args = [[T], 1n, zeroAddress, '0x', zeroAddress, zeroAddress, 0n, zeroAddress]
      for (const to of ['safe', 'singleton']) await act({ from: T, to, name: 'setup', args: () => args })
    })

    test('payments by two owners, in every kind of signature', async () => {
      assert.ok(await execute({ to: () => T, value: 5n }))
      assert.ok(await execute({ to: () => token.address, data: () => token.data('transfer', [T, 7n]) }, [owner, alice]))
      assert.ok(await execute({ to: () => T, value: 6n }, [bob, owner], T, 'message'))
      assert.equal(await execute({ to: () => T, value: 7n }, [bob, owner], T, 'approved'), false)
      assert.equal(await execute({ to: () => T, value: 7n }, [alice]), false)
      assert.equal(await execute({ to: () => T, value: 7n }, [alice, thief]), false)
      assert.equal(await execute({ to: () => T, value: 7n }, [alice, alice]), false)
      await read('safe', 'nonce')
      assert.equal(await token.read('balanceOf', [T]), 14n)
    })

    test('failures: reverted as a whole, or told by an event where gas was promised', async () => {
      const beyond = { to: () => token.address, data: () => token.data('transfer', [T, 10n ** 9n]) }
      assert.equal(await execute(beyond), false)
      assert.ok(await execute({ ...beyond, safeTxGas: 100_000n }))
      await read('safe', 'nonce')
    })

    test('owners and the threshold change by the account alone', async () => {
      const own = (call: string, args: readonly unknown[]) =>
        execute({ to: ({ safe }) => safe?.address ?? '0x', data: ({ safe }) => safe?.data(call, args) ?? '0x' })
      assert.ok(await own('addOwnerWithThreshold', [T, 2n]))
      await read('safe', 'getOwners')
      assert.equal(await own('addOwnerWithThreshold', [T, 2n]), false)
      assert.equal(await own('addOwnerWithThreshold', [ENDS, 2n]), false)
      assert.ok(await own('swapOwner', [ENDS, T, '0x000000000000000000000000000000000000dEaD']))
      await read('safe', 'getOwners')
      assert.ok(await own('removeOwner', [ENDS, '0x000000000000000000000000000000000000dEaD', 1n]))
      assert.ok(await own('changeThreshold', [2n]))
      assert.equal(await own('changeThreshold', [4n]), false)
      assert.equal(await own('removeOwner', [A, ENDS, 1n]), false)
      for (const view of ['getOwners', 'getThreshold', 'nonce']) await read('safe', view)
      await act({ from: A, to: 'safe', name: 'changeThreshold', args: () => [1n] })
    })

    test('modules act without signatures once they are enabled', async () => {
      const own = (call: string, args: readonly unknown[]) =>
        execute({ to: ({ safe }) => safe?.address ?? '0x', data: ({ safe }) => safe?.data(call, args) ?? '0x' })
      const pay = [T, 3n, '0x', 0]
      await act({ from: T, to: 'safe', name: 'execTransactionFromModule', args: () => pay })
      assert.ok(await own('enableModule', [T]))
      assert.equal(await own('enableModule', [T]), false)
      assert.ok(await act({ from: T, to: 'safe', name: 'execTransactionFromModule', args: () => pay }))
      assert.ok(
        await act({ from: T, to: 'safe', name: 'execTransactionFromModule', args: () => [T, 10n ** 30n, '0x', 0] }),
      )
      const ask = [token.address, 0n, token.data('balanceOf', [T]), 0]
      assert.ok(await act({ from: T, to: 'safe', name: 'execTransactionFromModuleReturnData', args: () => ask }))
      await read('safe', 'getModulesPaginated', [ENDS, 10n])
      await read('safe', 'isModuleEnabled', [T])
      await read('answering', 'getModules')
      assert.ok(await own('disableModule', [ENDS, T]))
      await read('safe', 'getModulesPaginated', [ENDS, 10n])
    })

    test('batches through both multi-senders', async () => {
      const packed = (operation: number, to: Address, value: bigint, data: Hex): Hex =>
        encodePacked(
          ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
          [operation, to, value, BigInt(size(data)), data],
        )
      const two = concat([packed(0, T, 2n, '0x'), packed(0, token.address, 0n, token.data('transfer', [B, 2n]))])
      const nested = packed(1, token.address, 0n, token.data('symbol'))
      for (const role of ['multi', 'callOnly'])
        for (const batch of [two, concat([two, nested])])
          await execute({
            to: (stack) => stack[role]?.address ?? '0x',
            data: (stack) => stack[role]?.data('multiSend', [batch]) ?? '0x',
            operation: 1,
          })
      await act({ from: T, to: 'multi', name: 'multiSend', args: () => [two] })
      assert.equal(await token.read('balanceOf', [B]), 12n)
    })

    test('the handler answers for the account', async () => {
      for (const id of ['0x01ffc9a7', '0x4e2312e0', '0x150b7a02', '0xffffffff'])
        await read('answering', 'supportsInterface', [id])
      assert.ok(await act({ from: T, to: 'answering', name: 'onERC721Received', args: () => [T, T, 1n, '0x'] }))
      for (const stack of stacks) {
        const message = stringToHex('hello')
        const hash = (await stack.answering?.read<Hex>('getMessageHash', [message])) ?? '0x'
        const parts = await Promise.all(
          PEOPLE.filter(({ address }) => address !== B)
            .sort((a, b) => (a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1))
            .map((person) => person.sign({ hash })),
        )
        assert.equal(await stack.answering?.read('isValidSignature', [message, concat(parts)]), '0x20c13b0b')
        await stack.answering?.refuses(T, 'isValidSignature', [message, concat([...parts].reverse())], /GS026/)
        await stack.answering?.refuses(T, 'isValidSignature', [message, '0x'], /Hash not approved/)
        const told = await chain.client.simulateContract({
          address: stack.answering?.address ?? '0x',
          abi: stack.answering?.abi ?? [],
          functionName: 'simulate',
          args: [stack.handler?.address, stack.handler?.data('supportsInterface', ['0x01ffc9a7'])],
        })
        assert.equal(told.result, pad('0x01'))
      }
    })

    test('a hash that owners approved on chain, and who pays for gas', async () => {
      for (const { safe } of stacks) {
        const args = [T, 9n, '0x', 0, 0n, 0n, 0n, zeroAddress, zeroAddress]
        const hash = await safe?.read('getTransactionHash', [...args, await safe.read('nonce')])
        for (const person of [A, O]) await safe?.send(person, 'approveHash', [hash])
        await safe?.refuses(T, 'approveHash', [hash], /GS030/)
      }
      assert.ok(await execute({ to: () => T, value: 9n }, [alice, owner], T, 'approved'))
      const paid = await Promise.all(
        stacks.map(async ({ safe }) => chain.client.getBalance({ address: safe?.address ?? '0x' })),
      )
      assert.equal(paid[0], paid[1])
      for (const { safe } of stacks) {
        const args = [T, 1n, '0x', 0, 60_000n, 0n, 1_000_000_000n, zeroAddress, B]
        const hash = (await safe?.read<Hex>('getTransactionHash', [...args, await safe.read('nonce')])) ?? '0x'
        const parts = await Promise.all(
          [alice, bob]
            .sort((a, b) => (a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1))
            .map((person) => person.sign({ hash })),
        )
        const gain = await chain.gain(B, async () => safe?.send(T, 'execTransaction', [...args, concat(parts)]))
        // Whole gas units at one gwei: some ten thousand, by either code.
        assert.ok(gain > 0n && gain % 1_000_000_000n === 0n && gain < 100_000n * 1_000_000_000n, `${gain}`)
      }
    })
  })
}

/** Signatures of 65 bytes, each cut after 64 so that it is found at any place in the words of a log. */
function chunksOf(signatures: Hex): Hex[] {
  const count = Math.floor(size(signatures) / 65)
  return Array.from({ length: count }, (_, at) => `0x${signatures.slice(2 + at * 130, 2 + at * 130 + 130)}` as Hex)
}
