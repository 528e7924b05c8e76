import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  type Address,
  concat,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  type Hex,
  hashMessage,
  maxUint256,
  parseEther,
  slice,
  zeroHash,
} from 'viem'
import { readArtifact } from './readArtifact.ts'
import { alice, bob, owner, person, startTestChain, type TestChain, type TestContract, thief } from './testChain.ts'

const ONE = parseEther('1')
const [A, B, O, T] = [alice.address, bob.address, owner.address, thief.address]

let chain: TestChain
before(async () => {
  chain = await startTestChain()
})
after(() => chain[Symbol.asyncDispose]())

const slot = async (address: Address, name: Hex) => {
  const word = await chain.client.getStorageAt({ address, slot: name })
  return getAddress(slice(word ?? zeroHash, 12))
}
const IMPLEMENTATION = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
const ADMIN = '0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103'

describe('proxies', () => {
  let implementation: TestContract
  let setUp: Hex
  before(async () => {
    implementation = await chain.deploy('UpgradeableToken')
    setUp = implementation.data('initialize', ['Commons', 'CMNS', 18, 1_000n, A])
  })

  test('UpgradeableToken cannot be initialised itself', async () => {
    await implementation.refuses(T, 'initialize', ['Commons', 'CMNS', 18, 1n, T], /already initialized/)
  })

  test('Proxy1967 shows its users the token and its admin the controls', async () => {
    const proxy = await chain.deploy('Proxy1967', [implementation.address, T, setUp])
    const token = chain.at(proxy.address, 'UpgradeableToken')
    assert.equal(await token.read('symbol'), 'CMNS')
    await token.send(A, 'transfer', [B, 10n])
    assert.equal(await slot(proxy.address, IMPLEMENTATION), implementation.address)
    assert.equal(await slot(proxy.address, ADMIN), T)
    await token.refuses(T, 'initialize', ['x', 'x', 18, 1n, T])
    const next = await chain.deploy('UpgradeableToken')
    await proxy.refuses(A, 'upgradeToAndCall', [next.address, '0x'])
    await proxy.refuses(T, 'upgradeToAndCall', [B, '0x'], /not a contract/)
    await proxy.send(T, 'upgradeToAndCall', [next.address, '0x'])
    assert.equal(await slot(proxy.address, IMPLEMENTATION), next.address)
    assert.equal(await token.read('balanceOf', [B]), 10n)
    await proxy.send(T, 'changeAdmin', [O])
    assert.equal(await slot(proxy.address, ADMIN), O)
  })

  test('CloneFactory makes EIP-1167 proxies with storage of their own', async () => {
    const factory = await chain.deploy('CloneFactory')
    const { result } = await chain.client.simulateContract({
      address: factory.address,
      abi: factory.abi,
      functionName: 'clone',
      args: [implementation.address, zeroHash, setUp],
      account: O,
    })
    await factory.send(O, 'clone', [implementation.address, zeroHash, setUp])
    const code = await chain.client.getCode({ address: result as Address })
    const middle = implementation.address.toLowerCase() as Hex
    assert.equal(code, concat(['0x363d3d373d3d3d363d73', middle, '0x5af43d82803e903d91602b57fd5bf3']))
    assert.equal(await chain.at(result as Address, 'UpgradeableToken').read('balanceOf', [A]), 1_000n)
    await factory.refuses(O, 'clone', [implementation.address, zeroHash, setUp], /clone exists/)
  })
})

describe('EIP-7702 delegates', () => {
  let token: TestContract
  before(async () => {
    token = await chain.deploy('PlainToken', ['Plain', 'PLN', 18, 1_000n, O])
  })

  async function delegate(seed: number, to: Address) {
    const account = person(seed)
    await chain.client.setBalance({ address: account.address, value: 10n * ONE })
    const nonce = await chain.client.getTransactionCount({ address: account.address })
    const chainId = chain.client.chain.id
    const authorization = await account.signAuthorization({ contractAddress: to, chainId, nonce })
    const serializedTransaction = await bob.signTransaction({
      type: 'eip7702',
      chainId,
      nonce: await chain.client.getTransactionCount({ address: B }),
      to: account.address,
      gas: 500_000n,
      maxFeePerGas: 10n ** 10n,
      maxPriorityFeePerGas: 1n,
      authorizationList: [authorization],
    })
    await chain.receiptOf(await chain.client.sendRawTransaction({ serializedTransaction }))
    const code = await chain.client.getCode({ address: account.address })
    assert.equal(code, concat(['0xef0100', to.toLowerCase() as Hex]))
    return account
  }

  test("MaliciousDelegate sends the account's coins and tokens to its collector, at anyone's call", async () => {
    const code = await chain.deploy('MaliciousDelegate', [T])
    const victim = await delegate(0xb1, code.address)
    assert.equal(await chain.client.getBalance({ address: victim.address }), 0n)
    await token.send(O, 'transfer', [victim.address, 100n])
    assert.equal(await chain.gain(T, () => chain.send({ from: O, to: victim.address, value: ONE })), ONE)
    const account = chain.at(victim.address, 'MaliciousDelegate')
    await account.send(B, 'sweep', [[token.address]])
    assert.equal(await token.read('balanceOf', [T]), 100n)
    await token.send(O, 'transfer', [victim.address, 5n])
    await account.refuses(B, 'run', [token.address, 0n, token.data('transfer', [B, 5n])])
    await account.send(T, 'run', [token.address, 0n, token.data('transfer', [T, 5n])])
    assert.equal(await token.read('balanceOf', [T]), 105n)
  })

  test('SafeDelegate batches for its account only, keeps its coins and signs as it', async () => {
    const code = await chain.deploy('SafeDelegate')
    const user = await delegate(0xb2, code.address)
    const account = chain.at(user.address, 'SafeDelegate')
    await token.send(O, 'transfer', [user.address, 100n])
    const calls = [10n, 20n].map((n) => ({ to: token.address, value: 0n, data: token.data('transfer', [B, n]) }))
    await account.refuses(T, 'execute', [calls], /only the account itself/)
    await account.send(user.address, 'execute', [calls])
    assert.equal(await token.read('balanceOf', [B]), 30n)
    const excess = [{ to: token.address, value: 0n, data: token.data('transfer', [B, 1_000n]) }]
    await account.refuses(user.address, 'execute', [excess], /exceeds balance/)
    assert.equal(await chain.client.getBalance({ address: user.address }), 10n * ONE - (await spent(user.address)))
    const ownSignature = await user.signMessage({ message: 'hello' })
    const otherSignature = await thief.signMessage({ message: 'hello' })
    const check = (signature: Hex) => account.read('isValidSignature', [hashMessage('hello'), signature])
    assert.deepEqual([await check(ownSignature), await check(otherSignature)], ['0x1626ba7e', '0xffffffff'])
  })

  async function spent(address: Address): Promise<bigint> {
    const { transactions } = await chain.client.getBlock({ includeTransactions: true })
    let fees = 0n
    for (const { hash, from } of transactions) {
      if (from !== address.toLowerCase()) continue
      const { gasUsed, effectiveGasPrice } = await chain.client.getTransactionReceipt({ hash })
      fees += gasUsed * effectiveGasPrice
    }
    return fees
  }
})

describe('infrastructure', () => {
  test('Permit2 placed at its canonical address: allowances and signed transfers, USDT-like tokens too', async () => {
    const address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
    const { abi, bytecode } = readArtifact('Permit2')
    await chain.client.setCode({ address, bytecode: encodeDeployData({ abi, bytecode, args: [] }) })
    const { data: runtime } = await chain.client.call({ to: address })
    assert.ok(runtime)
    await chain.client.setCode({ address, bytecode: runtime })
    const permit2 = chain.at(address, 'Permit2')
    const usdt = await chain.deploy('TetherLikeToken', ['Tether USD', 'USDT', 6n, A, 1_000n])
    await usdt.send(A, 'approve', [address, maxUint256])
    await permit2.send(A, 'approve', [usdt.address, B, 50n, 4_000_000_000])
    await permit2.refuses(B, 'transferFrom', [A, T, 51n, usdt.address], /InsufficientAllowance/)
    await permit2.send(B, 'transferFrom', [A, T, 50n, usdt.address])
    await permit2.send(A, 'approve', [usdt.address, B, maxUint256 >> 96n, 4_000_000_000])
    await permit2.refuses(B, 'transferFrom', [A, T, 951n, usdt.address], /TRANSFER_FROM_FAILED/)
    const permitted = { token: usdt.address, amount: 30n }
    const signature = await alice.signTypedData({
      domain: { name: 'Permit2', chainId: chain.client.chain.id, verifyingContract: address },
      types: {
        PermitTransferFrom: [
          { name: 'permitted', type: 'TokenPermissions' },
          { name: 'spender', type: 'address' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
        ],
        TokenPermissions: [
          { name: 'token', type: 'address' },
          { name: 'amount', type: 'uint256' },
        ],
      },
      primaryType: 'PermitTransferFrom',
      message: { permitted, spender: T, nonce: 0n, deadline: 4_000_000_000n },
    })
    const permit = { permitted, nonce: 0n, deadline: 4_000_000_000n }
    const { encodeTransfer } = transferOf(permit, { to: T, requestedAmount: 30n }, signature)
    await chain.send({ from: T, to: address, data: encodeTransfer(abi) })
    assert.equal(await usdt.read('balanceOf', [T]), 80n)
    await assert.rejects(
      chain.client.call({ account: T, to: address, data: encodeTransfer(abi) }),
      /InvalidNonce|0x756688fe/,
    )
  })

  test('Multicall3 aggregates and lets single calls fail', async () => {
    const multicall = await chain.deploy('Multicall3')
    const token = await chain.deploy('PlainToken', ['Plain', 'PLN', 18, 1_000n, A])
    const calls = [
      { target: token.address, allowFailure: false, callData: token.data('balanceOf', [A]) },
      { target: token.address, allowFailure: true, callData: token.data('transfer', [A, 1n]) },
    ]
    const results = await chain.client.readContract({
      address: multicall.address,
      abi: multicall.abi,
      functionName: 'aggregate3',
      args: [calls],
    })
    assert.deepEqual(
      (results as { success: boolean }[]).map(({ success }) => success),
      [true, false],
    )
  })
})

type Permit = { permitted: { token: Address; amount: bigint }; nonce: bigint; deadline: bigint }

/** Permit2 overloads permitTransferFrom; the single-token one is chosen by its arguments. */
function transferOf(permit: Permit, details: { to: Address; requestedAmount: bigint }, signature: Hex) {
  return {
    encodeTransfer: (abi: TestContract['abi']) =>
      encodeFunctionData({ abi, functionName: 'permitTransferFrom', args: [permit, details, A, signature] }),
  }
}
