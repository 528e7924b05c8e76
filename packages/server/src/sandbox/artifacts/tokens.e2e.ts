import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Address, type Hex, hexToNumber, maxUint256, parseSignature, slice, zeroHash } from 'viem'
import { alice, bob, owner, startTestChain, type TestChain, type TestContract, thief } from './testChain.ts'

const LATER = 4_000_000_000n
const [A, B, O, T] = [alice.address, bob.address, owner.address, thief.address]

let chain: TestChain
before(async () => {
  chain = await startTestChain()
})
after(() => chain[Symbol.asyncDispose]())

const balance = (token: TestContract, account: Address) => token.read<bigint>('balanceOf', [account])
const vrs = (signature: Hex) => [hexToNumber(slice(signature, 64)), slice(signature, 0, 32), slice(signature, 32, 64)]

describe('PlainToken', () => {
  test('moves tokens and keeps to allowances; an unlimited one is not used up', async () => {
    const token = await chain.deploy('PlainToken', ['Plain', 'PLN', 18, 1000n, A])
    await token.send(A, 'transfer', [B, 100n])
    await token.refuses(B, 'transfer', [A, 101n], /exceeds balance/)
    await token.send(A, 'approve', [T, 50n])
    await token.refuses(T, 'transferFrom', [A, T, 51n], /insufficient allowance/)
    await token.send(T, 'transferFrom', [A, T, 50n])
    assert.equal(await token.read('allowance', [A, T]), 0n)
    await token.send(A, 'approve', [T, maxUint256])
    await token.send(T, 'transferFrom', [A, T, 50n])
    assert.equal(await token.read('allowance', [A, T]), maxUint256)
    assert.deepEqual([await balance(token, A), await balance(token, B), await balance(token, T)], [800n, 100n, 100n])
    assert.equal(await token.read('totalSupply'), 1000n)
  })
})

describe('StableToken', () => {
  const types = {
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
    TransferWithAuthorization: [
      { name: 'from', type: 'address' },
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'validAfter', type: 'uint256' },
      { name: 'validBefore', type: 'uint256' },
      { name: 'nonce', type: 'bytes32' },
    ],
  } as const
  let token: TestContract
  let domain: { name: string; version: string; chainId: number; verifyingContract: Address }
  before(async () => {
    token = await chain.deploy('StableToken', ['USD Coin', 'USDC', 6, O])
    domain = { name: 'USD Coin', version: '2', chainId: chain.client.chain.id, verifyingContract: token.address }
    await token.send(O, 'configureMinter', [O, 10_000n])
    await token.send(O, 'mint', [A, 5_000n])
  })

  test('mints within the quota, by minters only', async () => {
    await token.refuses(O, 'mint', [A, 5_001n], /minterAllowance/)
    await token.refuses(A, 'mint', [A, 1n], /minterAllowance/)
    assert.equal(await token.read('isMinter', [O]), true)
  })

  test('a signed permit grants once, to no other spender, and not after its deadline', async () => {
    const message = { owner: A, spender: T, value: 70n, nonce: 0n, deadline: LATER }
    const signed = vrs(await alice.signTypedData({ domain, types, primaryType: 'Permit', message }))
    await token.refuses(T, 'permit', [A, B, 70n, LATER, ...signed], /invalid signature/)
    await token.send(T, 'permit', [A, T, 70n, LATER, ...signed])
    assert.equal(await token.read('allowance', [A, T]), 70n)
    await token.refuses(T, 'permit', [A, T, 70n, LATER, ...signed], /invalid signature/)
    await token.refuses(T, 'permit', [A, T, 70n, 1n, ...signed], /expired/)
  })

  test('increaseAllowance and decreaseAllowance change the allowance by an amount', async () => {
    await token.send(A, 'approve', [B, 10n])
    await token.send(A, 'increaseAllowance', [B, 5n])
    assert.equal(await token.read('allowance', [A, B]), 15n)
    await token.send(A, 'decreaseAllowance', [B, 15n])
    await token.refuses(A, 'decreaseAllowance', [B, 1n], /below zero/)
  })

  test('transferWithAuthorization moves by signature, once', async () => {
    const message = { from: A, to: B, value: 30n, validAfter: 0n, validBefore: LATER, nonce: zeroHash }
    const signature = await alice.signTypedData({ domain, types, primaryType: 'TransferWithAuthorization', message })
    const args = [A, B, 30n, 0n, LATER, zeroHash, ...vrs(signature)]
    const held = await balance(token, B)
    await token.send(T, 'transferWithAuthorization', args)
    assert.equal((await balance(token, B)) - held, 30n)
    await token.refuses(T, 'transferWithAuthorization', args, /authorization is used/)
  })

  test('blacklist and pause stop transfers and approvals until lifted; strangers cannot set them', async () => {
    await token.refuses(T, 'blacklist', [A], /not the owner/)
    await token.refuses(T, 'pause', [], /not the owner/)
    await token.send(O, 'blacklist', [A])
    assert.equal(await token.read('isBlacklisted', [A]), true)
    await token.refuses(A, 'transfer', [B, 1n], /blacklisted/)
    await token.refuses(A, 'approve', [B, 1n], /blacklisted/)
    await token.send(O, 'unBlacklist', [A])
    await token.send(O, 'pause')
    await token.refuses(A, 'transfer', [B, 1n], /paused/)
    await token.send(O, 'unpause')
    await token.send(A, 'transfer', [B, 1n])
  })
})

describe('TetherLikeToken', () => {
  let token: TestContract
  before(async () => {
    token = await chain.deploy('TetherLikeToken', ['Tether USD', 'USDT', 6n, O, 1_000_000_000_000n])
    await token.send(O, 'transfer', [A, 1_000n])
  })

  test('transfer, transferFrom and approve return no data', async () => {
    await token.send(A, 'approve', [O, 5n])
    const call = async (account: Address, data: Hex) =>
      (await chain.client.call({ account, to: token.address, data })).data
    assert.equal(await call(A, token.data('transfer', [B, 1n])), undefined)
    assert.equal(await call(O, token.data('transferFrom', [A, B, 1n])), undefined)
    assert.equal(await call(A, token.data('approve', [B, 1n])), undefined)
  })

  test('a non-zero allowance must be zeroed before it is changed', async () => {
    await token.send(A, 'approve', [T, 5n])
    await token.refuses(A, 'approve', [T, 6n])
    await token.send(A, 'approve', [T, 0n])
    await token.send(A, 'approve', [T, 6n])
  })

  test('the owner can freeze and destroy a blacklisted balance; strangers cannot', async () => {
    await token.send(O, 'transfer', [B, 500n])
    await token.refuses(T, 'addBlackList', [B])
    await token.refuses(O, 'destroyBlackFunds', [B])
    await token.send(O, 'addBlackList', [B])
    assert.equal(await token.read('isBlackListed', [B]), true)
    await token.refuses(B, 'transfer', [A, 1n])
    await token.send(O, 'destroyBlackFunds', [B])
    assert.equal(await balance(token, B), 0n)
    await token.send(O, 'removeBlackList', [B])
  })

  test('the fee is off at first and capped when on', async () => {
    assert.equal(await token.read('basisPointsRate'), 0n)
    await token.refuses(O, 'setParams', [20n, 10n])
    await token.send(O, 'setParams', [10n, 10n])
    await token.send(A, 'transfer', [T, 1_000n])
    assert.equal(await balance(token, T), 999n)
    await token.send(O, 'pause')
    await token.refuses(O, 'transfer', [A, 1n])
  })
})

describe('DaiLikeToken', () => {
  test('its permit grants everything or nothing, in nonce order', async () => {
    const token = await chain.deploy('DaiLikeToken', ['Dai Stablecoin', 'DAI', O])
    await token.refuses(T, 'mint', [T, 1n], /not-authorized/)
    await token.send(O, 'mint', [A, 1_000n])
    const domain = {
      name: 'Dai Stablecoin',
      version: '1',
      chainId: chain.client.chain.id,
      verifyingContract: token.address,
    }
    const types = {
      Permit: [
        { name: 'holder', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'nonce', type: 'uint256' },
        { name: 'expiry', type: 'uint256' },
        { name: 'allowed', type: 'bool' },
      ],
    } as const
    const permit = async (nonce: bigint, allowed: boolean) => {
      const message = { holder: A, spender: T, nonce, expiry: 0n, allowed }
      const { r, s, v } = parseSignature(await alice.signTypedData({ domain, types, primaryType: 'Permit', message }))
      return [A, T, nonce, 0n, allowed, v, r, s]
    }
    await token.refuses(T, 'permit', await permit(1n, true), /invalid-nonce/)
    await token.send(T, 'permit', await permit(0n, true))
    assert.equal(await token.read('allowance', [A, T]), maxUint256)
    await token.send(T, 'transferFrom', [A, T, 400n])
    await token.send(T, 'permit', await permit(1n, false))
    await token.refuses(T, 'transferFrom', [A, T, 1n], /insufficient allowance/)
    await token.send(A, 'push', [B, 100n])
    assert.deepEqual([await balance(token, A), await balance(token, B)], [500n, 100n])
  })
})

describe('WrappedNative', () => {
  test('wraps on deposit and on plain transfers, unwraps on withdraw, and stays backed', async () => {
    const token = await chain.deploy('WrappedNative', ['Wrapped BNB', 'WBNB'])
    await token.send(A, 'deposit', [], 10n)
    await chain.send({ from: A, to: token.address, value: 5n })
    assert.equal(await token.read('totalSupply'), 15n)
    await token.refuses(A, 'withdraw', [16n])
    await token.refuses(T, 'transferFrom', [A, T, 1n])
    await token.send(A, 'transfer', [B, 15n])
    const { logs } = await token.send(B, 'withdraw', [15n])
    assert.equal(logs.length, 1)
    assert.equal(await chain.client.getBalance({ address: token.address }), 0n)
  })
})
